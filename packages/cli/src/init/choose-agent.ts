import { createInterface } from 'node:readline/promises';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-codes.js';
import type { Project } from '../project.js';

/** The agent that needs no account. */
const DEMO = 'demo';

/** The agents whose program is on this machine; the demo agent always is, and comes last. */
export async function findAgents(project: Project): Promise<string[]> {
  const found = await Promise.all(
    project.adapters.entries().map(async (entry) => {
      if (entry.name === DEMO || entry.trouble) return [];
      try {
        const { program } = (await entry.load())({ name: '', cwd: project.folder, env: {} });
        return program && !project.host.hasProgram(program.command) ? [] : [entry.name];
      } catch {
        return [];
      }
    }),
  );
  return [...found.flat(), DEMO];
}

/** The agent of a new project: what was asked for, the first that is installed, or what the person chooses. */
export async function chooseAgent(
  agents: readonly string[],
  { asked, canAsk }: { asked: string | undefined; canAsk: boolean },
): Promise<string> {
  const [first = DEMO, ...others] = agents;
  if (asked !== undefined) {
    if (agents.includes(asked)) return asked;
    throw new CliError(`The agent "${asked}" is not installed here.`, {
      code: 'missing-agent',
      exitCode: EXIT_CODES.PLUGIN,
      hint: `There are: ${agents.join(', ')}. "agentflow adapters" says what the others need.`,
    });
  }
  // The demo agent is no choice beside a real one.
  if (!canAsk || others.filter((name) => name !== DEMO).length === 0) return first;
  return askWhich(agents);
}

async function askWhich(agents: readonly string[]): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    process.stderr.write(`${agents.map((name, index) => `  ${index + 1}  ${name}`).join('\n')}\n`);
    for (;;) {
      const answer = (await lines.question('Which agent do most tasks use? [1] ')).trim() || '1';
      const chosen = agents.includes(answer) ? answer : agents[Number(answer) - 1];
      if (chosen !== undefined) return chosen;
    }
  } finally {
    lines.close();
  }
}
