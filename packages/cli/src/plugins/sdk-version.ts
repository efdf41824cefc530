import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Of the SDK that this AgentFlow has, and plugins without a copy get. */
export function sdkVersion(): string {
  const file = fileURLToPath(import.meta.resolve('@agentflow/plugin-sdk/package.json'));
  return JSON.parse(readFileSync(file, 'utf8')).version as string;
}
