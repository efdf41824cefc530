/** What is to be reached, with what was: `{ what, value, limit, atLeast, reached }`. */
export function atMost(what, value, limit) {
  return { what, value, limit, atLeast: false, reached: value <= limit };
}

export function atLeast(what, value, limit) {
  return { what, value, limit, atLeast: true, reached: value >= limit };
}

/** The figure of one contender; its absence fails the measure, since nothing could be said. */
export function figureOf(figures, who) {
  const figure = figures.find((each) => each.who === who);
  if (!figure || figure.failed) throw new Error(`${who} could not be measured: ${figure?.failed ?? 'it did not run'}`);
  return figure;
}
