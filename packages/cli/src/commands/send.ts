import { string } from '@oclif/core/args';
import { boolean } from '@oclif/core/flags';
import { cwdFlag, SessionCommand } from '../sessions/session-command.js';
import { askTask, findLiveTask } from '../terminal/live-task.js';
import { workingFolder } from '../working-folder.js';

export default class Send extends SessionCommand {
  static override summary = 'Type a text into an interactive task of a running session.';
  static override description = 'The text is followed by Enter. It is kept in the journal of the session.';
  static override examples = [
    { description: 'Answer an agent', command: '<%= config.bin %> send latest review "yes, go on"' },
    { description: 'Without Enter: press Escape', command: "<%= config.bin %> send latest review $'\\e' --no-enter" },
  ];
  static override args = {
    id: string({ description: 'A session id, a unique beginning of one, or latest.', required: true }),
    task: string({ description: 'A task whose agent is interactive.', required: true }),
    text: string({ description: 'What to type.', required: true }),
  };
  static override flags = {
    'no-enter': boolean({ description: 'Do not press Enter after the text.' }),
    ...cwdFlag,
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Send);
    const task = await findLiveTask(workingFolder(flags.cwd), args.id, args.task);
    const { taskId } = task;
    const enter = !flags['no-enter'];
    const text = args.text === '' && enter ? '\r' : args.text;
    if (text !== '') await askTask(task, { command: 'send', taskId, text });
    // On its own: what comes in one piece with the text is taken for a line break of something pasted.
    if (enter && args.text !== '') await askTask(task, { command: 'send', taskId, text: '\r', continues: true });
    if (flags.json) return this.printJson({ id: task.id, taskId: task.taskId, text: args.text });
    this.talk(`Sent to ${task.taskId} of session ${task.id}.`);
  }
}
