#!/usr/bin/env node
// CommonJS, because only a script can bring its compiled code along (see load-bundle.js).
const { ensureHome } = require('./home.js');
const { loadBundle } = require('./load-bundle.js');

ensureHome();
loadBundle(process.argv[2]).main(process.argv.slice(2));
