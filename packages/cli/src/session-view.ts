import { createRenderer, progressKind } from './create-renderer.js';
import { paintFor } from './paint.js';
import { Person } from './person.js';
import type { Project } from './project.js';
import { withoutCommands } from './renderers/ci-commands.js';
import type { ProgressKind } from './renderers/renderer.js';
import type { SessionView } from './run-session.js';
import { Cockpit } from './terminal/cockpit.js';
import { isInForeground } from './terminal/foreground.js';
import { Onlooker } from './terminal/onlooker.js';
import { stepOutKey } from './terminal/step-out-key.js';
import { Terminal } from './terminal/terminal.js';

interface ViewFlags {
  readonly json: boolean;
  readonly progress: ProgressKind;
  readonly 'no-input': boolean;
}

/** How a session is shown here, and whether somebody can be asked. */
export async function sessionView(
  flags: ViewFlags,
  { folder, settings: { config } }: Project,
  talk: (text: string) => void,
): Promise<SessionView> {
  const isForeground = isInForeground();
  const kind = flags.json ? 'json' : progressKind(flags.progress, process.stderr.isTTY === true && isForeground);
  const isSilent = kind === 'json' || kind === 'quiet';
  const isTerminal = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const canAsk = !isSilent && !flags['no-input'] && isTerminal && isForeground;
  if (kind === 'tty') {
    const { TtyRenderer } = await import('./renderers/tty/tty-renderer.js');
    const terminal = new Terminal({ input: process.stdin, output: process.stderr });
    const renderer = new TtyRenderer({ display: terminal, paint: paintFor(process.stderr) });
    return {
      folder,
      renderer,
      talk: (text) => renderer.print(text),
      canAsk,
      printsResult: true,
      attend: (orchestrator) =>
        canAsk
          ? new Cockpit({ orchestrator, renderer, terminal, stepOutKey: stepOutKey(config.terminal.stepOutKey) })
          : new Onlooker(renderer),
    };
  }
  return {
    folder,
    renderer: createRenderer(kind, folder),
    talk: isSilent ? () => undefined : (text) => talk(withoutCommands(text)),
    canAsk,
    printsResult: kind !== 'json',
    ...(canAsk && { attend: (orchestrator) => new Person(orchestrator) }),
  };
}
