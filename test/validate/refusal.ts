import { expect } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

/** What `agentflow validate` prints about a workflow that it must refuse. */
export async function refusal(workflow: string): Promise<string> {
  await using rig = await TestRig.create();
  await rig.write({ 'f.yaml': workflow });
  const { code, stdout, stderr } = await rig.run('validate f.yaml');
  expect({ code, stderr }).toEqual({ code: 3, stderr: '' });
  return stdout;
}
