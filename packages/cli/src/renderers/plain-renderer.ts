import type { Paint, SessionEvent, TaskRecord, WorkflowSession } from '@agentflow/core';
import { count } from '../columns.js';
import { projectFlag } from '../sessions/project-flag.js';
import { plainLine, shellWord } from '../sessions/text-layout.js';
import { unreachable } from '../unreachable.js';
import type { Renderer } from './renderer.js';
import { clockTime, duration, shorten, skipWords, usageWords } from './words.js';

interface Line {
  readonly task: string;
  readonly word: string;
  readonly style: keyof Paint;
  readonly detail?: string;
}

/** One line for every change, for pipes, logs and CI; of a session of the project in that folder. */
export function plainRenderer(
  write: (text: string) => void,
  { paint, folder }: { paint: Paint; folder: string },
): Renderer {
  const elsewhere = projectFlag(folder);
  return {
    onEvent(event, session) {
      const line = lineOf(event, session, elsewhere);
      if (!line) return;
      const width = nameWidth(session);
      const detail = line.detail ? `  ${plainLine(line.detail)}` : '';
      write(
        `${paint.dim(clockTime(event))}  ${line.task.padEnd(width)}  ${paint[line.style](line.word.padEnd(9))}${detail}`.trimEnd() +
          '\n',
      );
    },
  };
}

const widths = new WeakMap<WorkflowSession['stages'], number>();

function nameWidth({ stages, tasks }: WorkflowSession): number {
  const known = widths.get(stages);
  if (known !== undefined) return known;
  const width = Math.min(32, Math.max(7, ...[...tasks.keys()].map((id) => id.length)));
  widths.set(stages, width);
  return width;
}

function lineOf(event: SessionEvent, session: WorkflowSession, elsewhere: string): Line | undefined {
  const task = 'taskId' in event && event.taskId !== undefined ? session.tasks.get(event.taskId) : undefined;
  const name = task?.id ?? 'session';
  switch (event.type) {
    case 'session.started':
      return { task: name, word: 'started', style: 'place', detail: `${event.workflow.name} · ${session.id}` };
    case 'session.resumed':
      return { task: name, word: 'resumed', style: 'place', detail: `${count(event.pending.length, 'task')} to go` };
    case 'session.finished':
      return undefined;
    case 'session.warned':
      return { task: name, word: 'warning', style: 'warning', detail: event.message };
    case 'task.started':
      return { task: name, word: 'started', style: 'dim', detail: startDetail(session, task, elsewhere) };
    case 'task.retried':
      return {
        task: name,
        word: 'retry',
        style: 'warning',
        detail: `in ${duration(event.delayMs)} · ${shorten(event.message)}`,
      };
    case 'task.waiting':
      return { task: name, word: 'waiting', style: 'warning', detail: shorten(event.question) };
    case 'task.continued':
      return { task: name, word: 'continued', style: 'dim' };
    case 'task.answered':
      return { task: name, word: event.decision === 'approve' ? 'approved' : 'rejected', style: 'place' };
    case 'task.skipped':
      return { task: name, word: 'skipped', style: 'dim', detail: skipWords(event.because) };
    case 'task.finished':
      return finishedLine(name, event, task);
    case 'task.reported':
      return reportedLine(name, event);
    case 'task.launched':
    case 'task.prompted':
    case 'task.input-sent':
    case 'task.conversed':
    case 'task.answer-taken':
    case 'task.saved':
    case 'task.invalidated':
      return undefined;
    default:
      return unreachable(event);
  }
}

/** Nobody is taken into an interactive task here, so how to reach it is said. */
function startDetail({ id }: WorkflowSession, task: TaskRecord | undefined, elsewhere: string): string {
  if (!task) return '';
  const parts = [
    task.attempt > 1 ? `attempt ${task.attempt}` : '',
    task.mode === 'interactive' ? `interactive: agentflow attach ${id} ${shellWord(task.id)}${elsewhere}` : '',
  ];
  return parts.filter(Boolean).join(' · ');
}

function finishedLine(
  name: string,
  { status, failure, exitCode }: Extract<SessionEvent, { type: 'task.finished' }>,
  task: TaskRecord | undefined,
): Line {
  const took = task?.startedAt && task.finishedAt ? Date.parse(task.finishedAt) - Date.parse(task.startedAt) : 0;
  const parts = [
    failure ? shorten(failure.message, 120) : '',
    status === 'DONE' && exitCode ? `exit code ${exitCode}` : '',
    duration(took),
    task?.usage ? usageWords(task.usage, task.unknownUsage) : '',
  ];
  const style = status === 'DONE' ? 'good' : status === 'FAILED' ? 'error' : 'warning';
  return { task: name, word: status.toLowerCase(), style, detail: parts.filter(Boolean).join(' · ') };
}

/** Of an agent's own facts those that explain a wait. */
function reportedLine(name: string, { event }: Extract<SessionEvent, { type: 'task.reported' }>): Line | undefined {
  if (event.type === 'retry')
    return { task: name, word: 'agent', style: 'warning', detail: `retries: ${event.reason}` };
  if (event.type === 'rate-limit') return { task: name, word: 'agent', style: 'warning', detail: event.message };
  return undefined;
}
