#!/usr/bin/env node
// CommonJS, because only a script can bring its compiled code along (see load-bundle.js).
const { loadBundle } = require('./load-bundle.js');

loadBundle(process.argv[2]).main(process.argv.slice(2));
