import { expect, test } from 'vitest';
import { TestRig } from '../rig/test-rig.js';

const FLOW = `name: release "now"
description: d
provider: claude
nodes:
  - {id: plan, prompt: Plan}
  - {id: build, bash: make, depends_on: [plan]}
  - {id: docs, bash: make docs, depends_on: [plan], when: $plan.output != ''}
  - {id: ship, approval: Ship?, depends_on: [build, docs], trigger_rule: none_failed}
`;
const STAGES = `name: review
stages:
  - {name: plan, tasks: [{id: draft, adapter: gemini, executionMode: headless, prompt: p}, {id: critic, adapter: claude}]}
  - {name: pause, tasks: []}
  - {name: build, tasks: [{id: code, adapter: claude}]}
`;

async function graph(workflow: string, args: string): Promise<string> {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': workflow });
  const { code, stdout, stderr } = await rig.run(`graph flow.yaml ${args}`);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

test('WHEN graph draws a graph of nodes as text THEN its layers show type, dependencies and conditions', async () => {
  expect(await graph(FLOW, '')).toMatchInlineSnapshot(`
    "release "now" (4 nodes, 3 layers)

    layer 1
      plan  prompt · claude

    layer 2
      build  bash  ← plan
      docs   bash  ← plan  when $plan.output != ''

    layer 3
      ship  approval  ← build, docs
    "
  `);
});

test('WHEN graph draws stages THEN each stage shows its tasks, an empty one too', async () => {
  expect(await graph(STAGES, '--format text')).toMatchInlineSnapshot(`
    "review (3 tasks, 3 stages)

    plan
      draft   prompt · gemini
      critic  prompt · claude

    pause
      (no task)

    build
      code  prompt · claude
    "
  `);
});

test('WHEN graph draws Mermaid THEN names are escaped', async () => {
  expect(await graph(FLOW, '--format mermaid')).toMatchInlineSnapshot(`
    "flowchart TD
      n0["plan<br/>prompt · claude"]
      n1["build<br/>bash"]
      n2["docs<br/>bash"]
      n3["ship<br/>approval"]
      n0 --> n1
      n0 --> n2
      n1 --> n3
      n2 --> n3
    "
  `);
  expect(await graph(STAGES, '--format mermaid')).toMatchInlineSnapshot(`
    "flowchart TD
      subgraph s0["plan"]
        n0["draft<br/>prompt · gemini"]
        n1["critic<br/>prompt · claude"]
      end
      subgraph s1["pause"]
      end
      subgraph s2["build"]
        n2["code<br/>prompt · claude"]
      end
      n0 --> n2
      n1 --> n2
    "
  `);
});

test('WHEN graph draws DOT THEN names are quoted', async () => {
  expect(await graph(FLOW, '--format dot')).toMatchInlineSnapshot(`
    "digraph "release \\"now\\"" {
      node [shape=box];
      "plan" [label="plan\\nprompt · claude"];
      "build" [label="build\\nbash"];
      "docs" [label="docs\\nbash"];
      "ship" [label="ship\\napproval"];
      "plan" -> "build";
      "plan" -> "docs";
      "build" -> "ship";
      "docs" -> "ship";
    }
    "
  `);
});

test('WHEN graph prints data THEN --json and --format json are the same document', async () => {
  const document = await graph(STAGES, '--json');
  expect(await graph(STAGES, '--format json')).toBe(document);
  expect(JSON.parse(document)).toMatchInlineSnapshot(`
    {
      "kind": "stages",
      "name": "review",
      "nodes": [
        {
          "adapter": "gemini",
          "dependsOn": [],
          "id": "draft",
          "name": "draft",
          "stage": 0,
          "triggerRule": "none_failed",
          "type": "prompt",
          "when": null,
        },
        {
          "adapter": "claude",
          "dependsOn": [],
          "id": "critic",
          "name": "critic",
          "stage": 0,
          "triggerRule": "none_failed",
          "type": "prompt",
          "when": null,
        },
        {
          "adapter": "claude",
          "dependsOn": [
            "draft",
            "critic",
          ],
          "id": "code",
          "name": "code",
          "stage": 2,
          "triggerRule": "none_failed",
          "type": "prompt",
          "when": null,
        },
      ],
      "stages": [
        {
          "name": "plan",
          "nodeIds": [
            "draft",
            "critic",
          ],
        },
        {
          "name": "pause",
          "nodeIds": [],
        },
        {
          "name": "build",
          "nodeIds": [
            "code",
          ],
        },
      ],
    }
  `);
});

test('WHEN the workflow of graph is invalid THEN diagnostics go to stderr, nothing to stdout, and the exit code is 3', async () => {
  await using rig = await TestRig.create();
  await rig.write({ 'flow.yaml': 'name: a\ndescription: b\nnodes: [{id: x, bsh: "true"}]\n' });
  expect(await rig.run('graph flow.yaml')).toMatchInlineSnapshot(`
    {
      "code": 3,
      "stderr": "flow.yaml:3:17  Node "x" has no node type.
        3 | nodes: [{id: x, bsh: "true"}]
                            ^^^
        hint: Did you mean "bash"?
    error: flow.yaml:3:17  flow.yaml has 1 error: Node "x" has no node type.
    hint: Did you mean "bash"?
    ",
      "stdout": "",
    }
  `);
  const { code, stdout } = await rig.run('graph flow.yaml --json');
  expect({ code, document: JSON.parse(stdout) as unknown }).toMatchInlineSnapshot(`
    {
      "code": 3,
      "document": {
        "error": {
          "code": "invalid-workflow",
          "column": 17,
          "file": "flow.yaml",
          "hint": "Did you mean "bash"?",
          "line": 3,
          "message": "flow.yaml has 1 error: Node "x" has no node type.",
        },
      },
    }
  `);
});
