import { fileURLToPath } from 'node:url';

/** The program `agentflow-fake-agent`, to be run by Node. */
export const FAKE_AGENT_FILE = fileURLToPath(new URL('../../bin/agentflow-fake-agent.js', import.meta.url));
