import { writeFileSync } from 'node:fs';
import { against, compare } from '../rig/compare.js';
import { atLeast, figureOf } from '../rig/goals.js';
import { libraryOf } from '../rig/product.js';
import { selfTimed } from '../rig/self-timed.js';

const BARE_PTY = 'bare node-pty';
const RUNNER = 'AgentRunner, bytes';
const RUNNER_TEXT = 'AgentRunner, bytes and clean text';

export const pty = {
  name: 'pty',
  title: 'Output of a program in a pseudo-terminal',
  base: BARE_PTY,
  async run(bench) {
    const { workspace, sizes } = bench;
    const file = `${workspace.folder('pty')}/screen`;
    const line = `\x1b[32m${'word '.repeat(14)}\x1b[0m\n`;
    writeFileSync(file, line.repeat((sizes.ptyMb * 2 ** 20) / line.length));
    const library = libraryOf('core', 'node-pty');
    const entries = [
      selfTimed(bench, { who: BARE_PTY, program: 'read-pty.js', args: [library, file] }),
      selfTimed(bench, { who: RUNNER, program: 'read-agent-runner.js', args: ['bytes', file] }),
      selfTimed(bench, { who: RUNNER_TEXT, program: 'read-agent-runner.js', args: ['text', file] }),
    ];
    const measured = against(BARE_PTY, await compare(bench, entries, sizes.repeats));
    const figures = measured.map((figure) => ({ ...figure, mbPerSecond: sizes.ptyMb / (figure.wallMs / 1000) }));
    const speed = (who) => figureOf(figures, who).mbPerSecond / figureOf(figures, BARE_PTY).mbPerSecond;
    const goals = [
      atLeast(`throughput ÷ ${BARE_PTY}`, speed(RUNNER), 0.8),
      atLeast('the same with clean text', speed(RUNNER_TEXT), 0.8),
    ];
    return { figures, goals, size: `${sizes.ptyMb} MB` };
  },
};
