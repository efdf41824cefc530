import { register } from 'node:module';
import { readDeclaredPackages } from './declared-packages.js';
import { requireDeclared } from './require-declared.js';

/** For `node --import`: a script on disk finds its declared packages before those of the folders around it. */
requireDeclared(readDeclaredPackages());
register('./node-hooks.js', import.meta.url);
