import { rmSync, writeFileSync } from 'node:fs';
import { runProcess } from './run-process.js';
import { snapshot } from './workspace.js';

/** A first run in which a node fails; what lies in its folder then is put back before every resume. */
export async function resumeEntry(bench, contender, { who = contender.name, graph }) {
  const cwd = bench.workspace.folder('resume', who.replaceAll(/\W+/g, '-'));
  const { command, args, env, again } = contender.prepare(cwd, { ...graph, resumable: true });
  const place = { cwd, env: { ...bench.workspace.env, ...env } };
  writeFileSync(`${cwd}/fail`, '');
  const first = await runProcess({ command, args, ...place, accept: [1, 2] });
  if (first.failed) return { who, run: async () => first };
  rmSync(`${cwd}/fail`);
  return { who, before: snapshot(cwd), run: () => runProcess({ ...again, ...place }) };
}
