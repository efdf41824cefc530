import { string } from '@oclif/core/args';
import { string as stringFlag } from '@oclif/core/flags';
import { expectedAfter, type KnownCommand } from '../autocomplete/expected.js';
import { SHELL_SCRIPTS, SHELLS, type Shell } from '../autocomplete/shell-scripts.js';
import { type SplitLine, splitLine } from '../autocomplete/split-line.js';
import { valuesFor } from '../autocomplete/values.js';
import { BaseCommand } from '../base-command.js';
import { unreachable } from '../unreachable.js';

export default class Autocomplete extends BaseCommand {
  static override summary = 'Print what lets your shell complete commands with the Tab key.';
  static override description =
    'Completes commands, flags and their values: workflows, sessions, tasks, adapters and plugins as they are at that moment. No plugin code runs for it.';
  static override examples = [
    {
      description: 'In ~/.bashrc',
      command: 'eval "$(<%= config.bin %> autocomplete bash)"',
    },
    { description: 'In ~/.zshrc', command: 'eval "$(<%= config.bin %> autocomplete zsh)"' },
  ];
  static override args = {
    shell: string({ description: 'Your shell: bash or zsh.', required: true, options: [...SHELLS] }),
  };
  static override flags = {
    line: stringFlag({ hidden: true, description: 'The line up to the cursor; its completions are printed.' }),
    word: stringFlag({ hidden: true, description: 'The part of the last word that the shell will replace.' }),
  };

  async run(): Promise<void> {
    const { args, flags } = await this.parse(Autocomplete);
    const shell = args.shell as Shell;
    if (flags.line === undefined) {
      const script = SHELL_SCRIPTS[shell];
      return flags.json ? this.printJson({ shell, script }) : this.printData(script);
    }
    const line = splitLine(flags.line);
    const words = line.words.slice(1, -1);
    const current = line.words.slice(1).at(-1) ?? '';
    const fitting = (await this.#candidates(words, current)).filter((candidate) => candidate.startsWith(current));
    const kept = flags.word !== undefined && current.endsWith(flags.word) ? current.length - flags.word.length : 0;
    const shown = fitting.map((candidate) => candidate.slice(kept));
    if (flags.json) return this.printJson({ candidates: shown });
    if (shown.length > 0)
      this.printData(shown.map((word) => (shell === 'bash' ? escaped(word, line.quote) : word)).join('\n'));
  }

  async #candidates(words: readonly string[], current: string): Promise<string[]> {
    const expected = expectedAfter(words, current, this.config.commands as readonly KnownCommand[]);
    const { version } = this.config;
    // A config that cannot be read, a session that does not exist: a Tab key is no place for errors.
    const values = expected.value ? await valuesFor(expected.value, { words, version }).catch(() => []) : [];
    return [...expected.words, ...values].map((word) => `${expected.prefix}${word}`);
  }
}

/** bash inserts a word as it is, behind the quote that is open. */
function escaped(word: string, quote: SplitLine['quote']): string {
  switch (quote) {
    case '':
      return word.replace(/[^\w@%+=:,./-]/g, '\\$&');
    case '"':
      return word.replace(/["$`\\]/g, '\\$&');
    case "'":
      return word.replaceAll("'", "'\\''");
    default:
      return unreachable(quote);
  }
}
