import { answerAndGoOn, answerArgs, answerFlags } from '../answer-command.js';
import { BaseCommand } from '../base-command.js';

export default class Reject extends BaseCommand {
  static override summary = 'Say no to a task that waits for a person.';
  static override description =
    'The session is cancelled with the message as its reason, unless the workflow has the agent rework it (on_reject).';
  static override examples = [
    { description: 'The only task that waits', command: '<%= config.bin %> reject latest --message "not on a Friday"' },
    { description: 'One of several', command: '<%= config.bin %> reject 20261118-1042 deploy' },
  ];
  static override args = answerArgs;
  static override flags = answerFlags;

  async run(): Promise<void> {
    const parsed = await this.parse(Reject);
    await answerAndGoOn('reject', parsed, {
      version: this.config.version,
      talk: (text) => this.talk(text),
      printJson: (value) => this.printJson(value),
    });
  }
}
