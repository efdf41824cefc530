import type { TaskRecord, WorkflowSession } from '@agentflow/core';
import { unreachable } from '../unreachable.js';
import { shellWord } from './text-layout.js';

export interface NextStep {
  readonly command: string;
  readonly why: string;
}

/** What a person who looks at the session most likely types next, the first first; `elsewhere` ends every command. */
export function nextSteps(session: WorkflowSession, elsewhere = ''): NextStep[] {
  return stepsOf(session).map(({ command, why }) => ({ command: command + elsewhere, why }));
}

function stepsOf(session: WorkflowSession): NextStep[] {
  const { id, status } = session;
  const tasks = [...session.tasks.values()];
  const waiting = tasks.find(({ status, answers = [] }) => status === 'WAITING_FOR_USER' && answers.length === 0);
  const failed = tasks.find((task) => task.status === 'FAILED');
  switch (status) {
    case 'RUNNING':
      if (waiting) return answers(id, waiting);
      return [...visits(id, tasks), { command: `agentflow logs ${id} -f`, why: 'what its tasks print' }];
    case 'PAUSED':
      return [...(waiting ? answers(id, waiting) : []), { command: `agentflow resume ${id}`, why: 'go on' }];
    case 'INTERRUPTED':
      return [{ command: `agentflow resume ${id}`, why: 'go on where it stopped' }];
    case 'FAILED':
      return [
        ...(failed
          ? [{ command: `agentflow logs ${id} ${shellWord(failed.id)}`, why: `what ${failed.id} printed` }]
          : []),
        { command: `agentflow resume ${id}`, why: 'try again what is not done' },
      ];
    case 'DONE':
    case 'CANCELLED':
      return tasks.some(({ attempt }) => attempt > 0)
        ? [{ command: `agentflow logs ${id}`, why: 'what its tasks printed' }]
        : [];
    default:
      return unreachable(status);
  }
}

/** The first agent that somebody can step into. */
function visits(id: string, tasks: readonly TaskRecord[]): NextStep[] {
  const open = tasks.find(({ mode, status }) => mode === 'interactive' && status === 'RUNNING');
  return open ? [{ command: `agentflow attach ${id} ${shellWord(open.id)}`, why: `step into ${open.id}` }] : [];
}

/** An agent that asks on its screen is answered there; a node that asks is answered by a decision. */
function answers(id: string, task: TaskRecord): NextStep[] {
  const target = `${id} ${shellWord(task.id)}`;
  if (task.mode === 'interactive') return [{ command: `agentflow attach ${target}`, why: 'answer it' }];
  return [
    { command: `agentflow approve ${target}`, why: 'say yes' },
    { command: `agentflow reject ${target} --message TEXT`, why: 'say no' },
  ];
}
