const { syncBuiltinESMExports } = require('node:module');
const os = require('node:os');
const { isAbsolute } = require('node:path');

/**
 * Gives somebody without a home, as `docker run --user 54321` has none, a place where nothing is found and nothing can
 * be kept. Node throws for them, and libraries ask for the home as soon as they load. A relative home counts as none:
 * what is trusted because it is the user's own must not come from the folder that a command runs in.
 */
exports.ensureHome = () => {
  const home = [os.homedir, () => os.userInfo().homedir].map(attempt).find(isHome) ?? os.devNull;
  if (attempt(os.homedir) === home) return;
  os.homedir = () => home;
  syncBuiltinESMExports();
};

function attempt(ask) {
  try {
    return ask();
  } catch {
    return undefined;
  }
}

function isHome(folder) {
  return folder !== undefined && isAbsolute(folder);
}
