// Parses a file as YAML, with positions and without a check for equal keys, as agentflow asks for it: parse-yaml.js LIBRARY FILE
import { readFileSync } from 'node:fs';
import { printTime } from './stopwatch.js';

const [, , library, file] = process.argv;
const { LineCounter, parseDocument } = await import(library);

await printTime(() => {
  const options = { lineCounter: new LineCounter(), prettyErrors: false, uniqueKeys: false };
  const { errors } = parseDocument(readFileSync(file, 'utf8'), options);
  if (errors.length > 0) throw errors[0];
});
