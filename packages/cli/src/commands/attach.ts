import { attachToSession } from '@agentflow/core';
import { string } from '@oclif/core/args';
import { boolean } from '@oclif/core/flags';
import { CliError } from '../cli-error.js';
import { loadConfigFiles } from '../config/load-config.js';
import { mergeConfig } from '../config/merge-config.js';
import { EXIT_CODES } from '../exit-codes.js';
import { projectFlag } from '../sessions/project-flag.js';
import { cwdFlag, SessionCommand } from '../sessions/session-command.js';
import { shellWord } from '../sessions/text-layout.js';
import { accepted, findLiveTask, type LiveTask } from '../terminal/live-task.js';
import { stepOutKey } from '../terminal/step-out-key.js';
import { Terminal } from '../terminal/terminal.js';
import { type VisitEnd, visitTerminal } from '../terminal/visit-terminal.js';
import { workingFolder } from '../working-folder.js';

export default class Attach extends SessionCommand {
  static override summary = "Step into an agent's terminal in a running session.";
  static override description =
    'Every key goes to the agent, Ctrl-C too; Ctrl-], or terminal.stepOutKey of the config, steps out and leaves it ' +
    'running. Several terminals may be attached at once; the agent gets the size of the smallest.';
  static override examples = [
    { description: 'Answer an agent', command: '<%= config.bin %> attach latest review' },
    { description: 'Only look', command: '<%= config.bin %> attach latest review --read-only' },
  ];
  static override args = {
    id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }),
    task: string({ description: 'A task whose agent is interactive.', required: true }),
  };
  static override flags = {
    'read-only': boolean({ char: 'r', description: 'Look, and send no keys.' }),
    ...cwdFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Attach);
    const task = await findLiveTask(workingFolder(flags.cwd), args.id, args.task);
    if (!process.stdin.isTTY || !process.stdout.isTTY) throw noTerminal(task);
    const { taskId, socket, folder } = task;
    const { terminal } = mergeConfig(await loadConfigFiles(folder));
    const isReadOnly = flags['read-only'];
    const hangup = new AbortController();
    const leave = () => hangup.abort();
    for (const signal of LEAVING) process.on(signal, leave);
    const end = await visitTerminal({
      taskId,
      terminal: new Terminal({ input: process.stdin, output: process.stdout }),
      stepOutKey: stepOutKey(terminal.stepOutKey),
      leadsTo: 'detaches',
      isReadOnly,
      signal: hangup.signal,
      open: async (viewer, size) => {
        const request = { taskId, size: isReadOnly ? null : size };
        return accepted(task, await attachToSession(socket, request, viewer)).terminal;
      },
    });
    for (const signal of LEAVING) process.off(signal, leave);
    this.talk(WORDS[end](task));
  }
}

const LEAVING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const WORDS: Readonly<Record<VisitEnd, (task: LiveTask) => string>> = {
  'stepped-out': ({ id, taskId, folder }) =>
    `Detached from ${taskId}; it runs on.\n  again: agentflow attach ${id} ${shellWord(taskId)}${projectFlag(folder)}`,
  'task-ended': ({ id, taskId, folder }) =>
    `${taskId} is over.\n  details: agentflow status ${id}${projectFlag(folder)}`,
  'connection-lost': ({ id, folder }) =>
    `The session is gone.\n  details: agentflow status ${id}${projectFlag(folder)}`,
};

function noTerminal({ id, taskId, folder }: LiveTask): CliError {
  const [target, elsewhere] = [`${id} ${shellWord(taskId)}`, projectFlag(folder)];
  return new CliError('attach needs a terminal: stdin and stdout have to be one.', {
    code: 'no-terminal',
    exitCode: EXIT_CODES.USAGE,
    hint: `agentflow logs ${target} -f${elsewhere} shows its output\nagentflow send ${target} TEXT${elsewhere} types into it`,
  });
}
