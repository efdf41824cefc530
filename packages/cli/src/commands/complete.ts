import { string } from '@oclif/core/args';
import { cwdFlag, SessionCommand } from '../sessions/session-command.js';
import { askTask, findLiveTask } from '../terminal/live-task.js';
import { workingFolder } from '../working-folder.js';

export default class Complete extends SessionCommand {
  static override summary = 'Say that an interactive task of a running session is done.';
  static override description =
    'Its agent is ended, the task is DONE, and the session goes on with what comes after it.';
  static override examples = [
    { description: 'A task of the newest session', command: '<%= config.bin %> complete latest review' },
    { description: 'From another folder', command: '<%= config.bin %> complete 20261118-1042 review --cwd ../shop' },
  ];
  static override args = {
    id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }),
    task: string({ description: 'A task whose agent is interactive.', required: true }),
  };
  static override flags = { ...cwdFlag };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Complete);
    const task = await findLiveTask(workingFolder(flags.cwd), args.id, args.task);
    await askTask(task, { command: 'complete', taskId: task.taskId });
    if (flags.json) return this.printJson({ id: task.id, taskId: task.taskId, status: 'DONE' });
    this.talk(`${task.taskId} of session ${task.id} is complete.`);
  }
}
