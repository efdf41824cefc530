import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

interface Schema {
  readonly $schema: string;
  readonly properties: Record<string, unknown>;
  readonly oneOf: unknown;
  readonly dependencies: unknown;
  readonly not: unknown;
  readonly definitions: Record<'stage' | 'task' | 'node', Definition>;
}

interface Definition {
  readonly required: string[];
  readonly properties: Record<string, unknown>;
  readonly not: unknown;
  readonly allOf: {
    if: { required: [string] };
    then: { properties: Record<string, Record<string, unknown>>; not: unknown };
  }[];
}

test('WHEN the schema is printed THEN it is JSON Schema of everything that is registered', async () => {
  await using rig = await TestRig.create();
  const { code, stdout, stderr } = await rig.run('schema');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { $schema, properties, oneOf, dependencies, not, definitions } = JSON.parse(stdout) as Schema;
  expect({ $schema, oneOf, dependencies, not }).toMatchInlineSnapshot(`
    {
      "$schema": "http://json-schema.org/draft-07/schema#",
      "dependencies": {
        "nodes": [
          "description",
        ],
      },
      "not": {
        "required": [
          "adapter",
          "provider",
        ],
      },
      "oneOf": [
        {
          "required": [
            "stages",
          ],
        },
        {
          "required": [
            "nodes",
          ],
        },
      ],
    }
  `);
  expect(Object.keys(properties).join(' ')).toMatchInlineSnapshot(
    `"name description goal adapter provider model interactive mutates_checkout tags inputs max_parallel env fail_fast budget_usd timeout stages nodes"`,
  );
  expect([definitions.task.properties.id, definitions.node.properties.id]).toEqual(
    Array(2).fill({ type: 'string', pattern: '^[A-Za-z_][A-Za-z0-9_-]*$', maxLength: 128 }),
  );
  expect(Object.keys(definitions.task.properties).join(' ')).toMatchInlineSnapshot(
    `"id name description when trigger_rule retry timeout idle_timeout output_type always_run env cwd adapter provider model executionMode extraArgs permissions allowed_tools denied_tools context output_format prompt"`,
  );
  expect(Object.keys(definitions.node.properties).join(' ')).toMatchInlineSnapshot(
    `"id name description when trigger_rule retry timeout idle_timeout output_type always_run env cwd depends_on"`,
  );
  expect(properties.adapter).toMatchObject({ examples: expect.arrayContaining(['claude', 'gemini']) });
});

test('WHEN an editor reads the schema THEN it finds blank texts, names that exclude each other and loops without an end', async () => {
  await using rig = await TestRig.create();
  const { definitions } = JSON.parse((await rig.run('schema')).stdout) as Schema;
  const of = (type: string) => definitions.node.allOf.find((each) => each.if.required[0] === type)?.then;
  const loop = of('loop')?.properties.loop;
  expect({
    task: definitions.task.not,
    bash: of('bash'),
    loop: { oneOf: loop?.oneOf, anyOf: loop?.anyOf },
    prompt: of('prompt')?.not,
  }).toMatchInlineSnapshot(`
    {
      "bash": {
        "properties": {
          "bash": {
            "pattern": "\\S",
            "type": "string",
          },
        },
        "required": [
          "bash",
        ],
      },
      "loop": {
        "anyOf": [
          {
            "required": [
              "until",
            ],
          },
          {
            "required": [
              "until_bash",
            ],
          },
        ],
        "oneOf": [
          {
            "required": [
              "prompt",
            ],
          },
          {
            "required": [
              "command",
            ],
          },
        ],
      },
      "prompt": {
        "required": [
          "adapter",
          "provider",
        ],
      },
      "task": {
        "anyOf": [
          {
            "required": [
              "adapter",
              "provider",
            ],
          },
          {
            "required": [
              "depends_on",
            ],
          },
        ],
      },
    }
  `);
});

test('WHEN the schema is printed with --json THEN it is the same document on one line', async () => {
  await using rig = await TestRig.create();
  const [pretty, compact] = await Promise.all([rig.run('schema'), rig.run('schema --json')]);
  expect(compact.stdout.trimEnd().split('\n')).toHaveLength(1);
  expect(JSON.parse(compact.stdout)).toEqual(JSON.parse(pretty.stdout));
});
