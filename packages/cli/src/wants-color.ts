interface Terminal {
  isTTY?: boolean;
}

/** Whether text for this stream may have colours. FORCE_COLOR wins over NO_COLOR, as it does in Node itself. */
export function wantsColor(stream: Terminal, environment: NodeJS.ProcessEnv = process.env): boolean {
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (environment.NO_COLOR) return false;
  return stream.isTTY === true && environment.TERM !== 'dumb';
}
