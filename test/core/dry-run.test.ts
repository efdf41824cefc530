import { access } from 'node:fs/promises';
import { FAKE_AGENT_FILE } from '@agentflow/plugin-sdk/testing';
import { describe, expect, test } from 'vitest';
import { Bench, nodes, scripted } from './bench.js';

const SECRET = 'sk-very-secret-value';

const workflow = {
  ...nodes(
    { id: 'look', bash: 'ls -la > seen' },
    {
      ...scripted('ask', 'write-file made x', { prompt: "It's $look.output for $GOAL", model: 'big' }),
      depends_on: ['look'],
      cwd: 'app',
    },
    { id: 'decide', approval: 'Ship $ask.output?', depends_on: ['ask'] },
    { id: 'leak', bash: `curl -H 'Authorization: ${SECRET}' example.org`, depends_on: ['decide'] },
    { id: 'stop', cancel: 'not wanted', depends_on: ['decide'], trigger_rule: 'all_failed' },
  ),
};

/** Runs without anything left behind: no session, no file of a task. */
async function dryRun(args: string) {
  await using bench = await Bench.create();
  await bench.write(workflow);
  const env = { API_KEY: SECRET };
  const { code, stdout, stderr } = await bench.rig.run(`run flow.yaml --goal ship --dry-run ${args}`, { env });
  await expect(access(bench.rig.path('.agentflow'))).rejects.toThrow('ENOENT');
  await expect(access(bench.rig.path('seen'))).rejects.toThrow('ENOENT');
  const hide = (text: string) => text.replaceAll(process.execPath, '<node>').replaceAll(FAKE_AGENT_FILE, '<demo>');
  return { code, stdout: hide(stdout), stderr };
}

describe('--dry-run', () => {
  test('WHEN it is asked for THEN every command line is shown with secrets masked, nothing is started and no session is made', async () => {
    const { code, stdout, stderr } = await dryRun('');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatchInlineSnapshot(`
      "look  bash
        $ bash -c 'ls -la > seen'

      ask  prompt  after look
        in <work>/app
        $ <node> <demo> --headless --model=big --permissions=full -- 'It'\\''s $look.output for ship'

      decide  approval  after ask
        asks: Ship $ask.output?

      leak  bash  after decide
        $ bash -c 'curl -H '\\''Authorization: ***'\\'' example.org'

      stop  cancel  after decide
        cancels the session: not wanted
      "
    `);
  });

  test('WHEN it is asked for as JSON THEN it is one document', async () => {
    const { code, stdout } = await dryRun('--json');
    expect(code).toBe(0);
    expect(stdout).not.toContain(SECRET);
    expect(JSON.parse(stdout)).toMatchInlineSnapshot(`
      {
        "tasks": [
          {
            "command": [
              "bash",
              "-c",
              "ls -la > seen",
            ],
            "cwd": "<work>",
            "dependsOn": [],
            "env": {},
            "id": "look",
            "note": null,
            "type": "bash",
          },
          {
            "command": [
              "<node>",
              "<demo>",
              "--headless",
              "--model=big",
              "--permissions=full",
              "--",
              "It's $look.output for ship",
            ],
            "cwd": "<work>/app",
            "dependsOn": [
              "look",
            ],
            "env": {},
            "id": "ask",
            "note": null,
            "type": "prompt",
          },
          {
            "command": null,
            "cwd": "<work>",
            "dependsOn": [
              "ask",
            ],
            "env": {},
            "id": "decide",
            "note": "asks: Ship $ask.output?",
            "type": "approval",
          },
          {
            "command": [
              "bash",
              "-c",
              "curl -H 'Authorization: ***' example.org",
            ],
            "cwd": "<work>",
            "dependsOn": [
              "decide",
            ],
            "env": {},
            "id": "leak",
            "note": null,
            "type": "bash",
          },
          {
            "command": null,
            "cwd": "<work>",
            "dependsOn": [
              "decide",
            ],
            "env": {},
            "id": "stop",
            "note": "cancels the session: not wanted",
            "type": "cancel",
          },
        ],
        "workflow": "flow",
      }
    `);
  });
});
