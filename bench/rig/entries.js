import { ours } from '../contenders/ours.js';
import { bareSpawn } from '../contenders/spawners.js';
import { runProcess } from './run-process.js';

/** Everybody on the same graph: the bare spawner, agentflow and the peers, who get fewer repeats and a time limit. */
export function entriesFor(bench, name, graph, { output } = {}) {
  const { peerLimitMs: limitMs, peerRepeats: repeats } = bench.sizes;
  const entry = (contender, more) => graphEntry(bench, name, contender, graph, { output, ...more });
  return [
    entry(bareSpawn),
    entry(ours),
    ...bench.peers.map((peer) => ({ ...entry(peer, { limitMs }), repeats, onceOverMs: 15_000 })),
  ];
}

/** One contender on one graph, in a folder of its own. */
export function graphEntry(bench, name, contender, graph, { who = contender.name, output, limitMs, env: more } = {}) {
  const cwd = bench.workspace.folder(name, who.replaceAll(/\W+/g, '-'));
  const { command, args, env, before } = contender.prepare(cwd, graph);
  return {
    who,
    cwd,
    before,
    run: () =>
      runProcess({
        command,
        args,
        cwd,
        env: { ...bench.workspace.env, ...env, ...more },
        limitMs,
        output: output === 'file' ? `${cwd}/stdout` : output,
      }),
  };
}

/** Node with the arguments, in an empty folder. */
export function nodeEntry(bench, who, args, { cwd = bench.workspace.folder('node'), env: more, ...options } = {}) {
  const env = { ...bench.workspace.env, ...more };
  return { who, cwd, run: () => runProcess({ command: process.execPath, args, cwd, env, ...options }) };
}

export const NODE = 'node -e 0';

/** The unit of everything that a person waits for. */
export function bareNode(bench) {
  return nodeEntry(bench, NODE, ['-e', '0']);
}
