import { answerAndGoOn, answerArgs, answerFlags } from '../answer-command.js';
import { BaseCommand } from '../base-command.js';

export default class Approve extends BaseCommand {
  static override summary = 'Say yes to a task that waits for a person.';
  static override description =
    'A session that runs goes on where it runs; one that paused or was killed goes on here. For a loop that asks, a message is feedback and no message ends the loop.';
  static override examples = [
    { description: 'The only task that waits', command: '<%= config.bin %> approve latest' },
    { description: 'With words', command: '<%= config.bin %> approve 20261118-1042 deploy --message "after 18:00"' },
  ];
  static override args = answerArgs;
  static override flags = answerFlags;

  async run(): Promise<void> {
    const parsed = await this.parse(Approve);
    await answerAndGoOn('approve', parsed, {
      version: this.config.version,
      talk: (text) => this.talk(text),
      printJson: (value) => this.printJson(value),
    });
  }
}
