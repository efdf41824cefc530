import { bigOutput } from './big-output.js';
import { coldStart } from './cold-start.js';
import { felt } from './felt.js';
import { help } from './help.js';
import { manyNodes } from './many-nodes.js';
import { chainOfNodes, independentNodes } from './many-processes.js';
import { plugins } from './plugins.js';
import { pty } from './pty.js';
import { resume } from './resume.js';
import { terminal } from './terminal.js';
import { validate } from './validate.js';

/** In the order of the report. */
export const MEASURES = [
  coldStart,
  independentNodes,
  chainOfNodes,
  terminal,
  manyNodes,
  bigOutput,
  resume,
  validate,
  help,
  plugins,
  pty,
  felt,
];
