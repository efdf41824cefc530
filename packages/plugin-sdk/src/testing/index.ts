export { type AdapterConformanceOptions, adapterConformance } from './conformance/adapter-conformance.js';
export { bindCases, type CaseRunner, type ConformanceCase } from './conformance/conformance-case.js';
export { type NodeTypeConformanceOptions, nodeTypeConformance } from './conformance/node-type-conformance.js';
export { createTestHost, type TestHost, type TestHostOptions } from './conformance/test-host.js';
export { floodContent } from './fake-agent/output.js';
export type { Command, LaunchReport, Report } from './fake-agent/protocol.js';
export type { AnsiStep, SpawnChildStep, Step, StepName, ToolState } from './fake-agent/step.js';
export { FAKE_AGENT_FILE } from './fake-agent-file.js';
export { fake, fakePrompt, fakeScript } from './script-builders.js';
