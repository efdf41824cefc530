import { createRenderer } from './create-renderer.js';
import type { ProgressKind } from './renderers/renderer.js';
import type { SessionView } from './run-session.js';

interface ViewFlags {
  readonly json: boolean;
  readonly progress: ProgressKind;
  readonly 'no-input': boolean;
}

/** How a session is shown here, and whether somebody can be asked. */
export function sessionView(flags: ViewFlags, talk: (text: string) => void): SessionView {
  const kind = flags.json ? 'json' : flags.progress;
  const isSilent = kind === 'json' || kind === 'quiet';
  return {
    renderer: createRenderer(kind),
    talk: isSilent ? () => undefined : talk,
    canAsk: !isSilent && !flags['no-input'] && process.stdin.isTTY === true && process.stderr.isTTY === true,
  };
}
