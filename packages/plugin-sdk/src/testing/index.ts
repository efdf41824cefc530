export { floodContent } from './fake-agent/output.js';
export type { Command, LaunchReport, Report } from './fake-agent/protocol.js';
export type { AnsiStep, SpawnChildStep, Step, StepName, ToolState } from './fake-agent/step.js';
export { FAKE_AGENT_FILE } from './fake-agent-file.js';
export { fake, fakePrompt, fakeScript } from './script-builders.js';
