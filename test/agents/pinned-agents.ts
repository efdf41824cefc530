import { homedir } from 'node:os';
import { join } from 'node:path';

export type AgentName = 'claude' | 'gemini' | 'codex' | 'opencode' | 'qwen';

export interface PinnedAgent {
  readonly name: AgentName;
  readonly package: string;
  readonly version: string;
}

/** The real programs that the adapters are proven on, at the versions they are proven for. */
export const PINNED_AGENTS: readonly PinnedAgent[] = [
  { name: 'claude', package: '@anthropic-ai/claude-code', version: '2.1.197' },
  { name: 'gemini', package: '@google/gemini-cli', version: '0.61.0' },
  { name: 'codex', package: '@openai/codex', version: '0.169.0' },
  { name: 'opencode', package: 'opencode-ai', version: '1.18.33' },
  { name: 'qwen', package: '@qwen-code/qwen-code', version: '0.15.10' },
];

/** Where the programs are kept between runs; outside the repository, since together they have over a gigabyte. */
export function cacheFolder(): string {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  return process.env.AGENTFLOW_AGENTS_CACHE ?? join(cache, 'agentflow-agents');
}

/** A folder per version, so that a new pin never meets an old installation. */
export function agentFolder({ name, version }: PinnedAgent): string {
  return join(cacheFolder(), `${name}-${version}`);
}

/** The program itself, as npm links it. */
export function agentProgram(name: AgentName): string {
  const agent = PINNED_AGENTS.find((each) => each.name === name);
  if (!agent) throw new Error(`No version of ${name} is pinned.`);
  return join(agentFolder(agent), 'node_modules', '.bin', name);
}
