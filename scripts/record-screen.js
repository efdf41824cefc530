// Records the screen of a real session as docs/images/progress.svg: the built CLI runs in a pseudo-terminal, with the
// demo agent, and what a person would see at a certain moment is drawn. Run it again when the progress view changes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AgentRunner } from '../packages/core/dist/index.js';
import { Screen } from '../packages/core/dist/output/screen.js';
import { drawSvg } from './draw-svg.js';

const BIN = fileURLToPath(new URL('../packages/cli/bin/run.js', import.meta.url));
const PICTURE = fileURLToPath(new URL('../docs/images/progress.svg', import.meta.url));
const SIZE = { columns: 84, rows: 24 };
const STEP_OUT = '\x1d';

const WORKFLOW = {
  name: 'checkout-page',
  adapter: 'demo',
  stages: [
    {
      name: 'plan',
      tasks: [
        headless('design', 'usage 5200 1800 0.06; say A plan in five steps.'),
        headless('risks', 'usage 3100 900 0.03; say Two risks.'),
      ],
    },
    {
      name: 'build',
      tasks: [
        headless('api', 'usage 8400 2100 0.09; tool Edit src/checkout/api.ts; sleep 60000'),
        headless('page', 'usage 4200 1500 0.05; say I move the form into a component of its own.; sleep 60000'),
        headless('prices', 'error-event The currency of an order is missing.; exit 1'),
        { id: 'migrate', prompt: 'fake: ask May I run the migration on the test database?; say Good.' },
      ],
    },
    { name: 'review', tasks: [headless('bugs', 'say None.'), headless('style', 'say Fine.')] },
    { name: 'ship', tasks: [headless('release', 'say Out.')] },
  ],
};

const folder = mkdtempSync(join(tmpdir(), 'agentflow-screen-'));
try {
  writeFileSync(join(folder, 'checkout.yaml'), JSON.stringify(WORKFLOW));
  const drawing = await record();
  mkdirSync(dirname(PICTURE), { recursive: true });
  writeFileSync(PICTURE, drawSvg(drawing, { columns: SIZE.columns, title: 'agentflow run checkout.yaml' }));
  console.log(`Wrote ${PICTURE}.`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function record() {
  const screen = new Screen(SIZE);
  const runner = new AgentRunner({
    launch: { command: process.execPath, args: [BIN, 'run', 'checkout.yaml', '--session-id', 'screen'] },
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', FORCE_COLOR: '1' },
    cols: SIZE.columns,
    rows: SIZE.rows,
  });
  runner.on('bytes', (bytes) => screen.write(bytes));
  const started = await runner.start();
  if (!started.ok) throw new Error(started.error.message);
  try {
    await shows(screen, /Ctrl-\]/);
    await runner.send(STEP_OUT);
    await shows(screen, /migration[\s\S]*q stops/);
    await shows(screen, / 9 s/);
    return await new Promise((resolve) => screen.whenDrawn(resolve));
  } finally {
    await runner.stop({ graceMs: 0 });
  }
}

async function shows(screen, pattern) {
  for (;;) {
    await screen.drawn();
    if (pattern.test(screen.text())) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function headless(id, steps) {
  return { id, executionMode: 'headless', prompt: `fake: ${steps}` };
}
