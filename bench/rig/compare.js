/**
 * Runs every entry once, then every entry again, as often as asked: what slows the machine down for a while slows all
 * of them. An entry is `{ who, run, before?, repeats?, onceOverMs? }`; `run` gives a sample or `{ failed }`, after which it
 * is left out. One that takes longer than `onceOverMs` is not repeated.
 */
export async function compare(bench, entries, repeats) {
  const samples = new Map(entries.map(({ who }) => [who, []]));
  const failures = new Map();
  for (let round = 0; round < repeats; round += 1) {
    for (const { who, run, before, repeats: own = repeats, onceOverMs = Infinity } of entries) {
      const isSlow = (samples.get(who)[0]?.wallMs ?? 0) > onceOverMs;
      if (round >= own || isSlow || failures.has(who)) continue;
      bench.progress(`round ${round + 1} of ${repeats}: ${who}`);
      await before?.();
      const sample = await run();
      if (sample.failed) failures.set(who, sample.failed);
      else samples.get(who).push(sample);
    }
  }
  return entries.map(({ who }) => {
    if (failures.has(who)) return { who, failed: failures.get(who) };
    return { who, ...summary(samples.get(who)) };
  });
}

/** Adds to each figure its time and processor time as a multiple of those of `base`. */
export function against(base, figures) {
  const unit = figures.find(({ who }) => who === base);
  if (!unit || unit.failed) throw new Error(`The base "${base}" could not be measured: ${unit?.failed}`);
  return figures.map((figure) =>
    figure.failed ? figure : { ...figure, wallRatio: figure.wallMs / unit.wallMs, cpuRatio: figure.cpuMs / unit.cpuMs },
  );
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1] + sorted[Math.floor(middle)]) / 2;
}

function summary(samples) {
  const of = (key) => median(samples.map((sample) => sample[key]));
  const peaks = samples.map(({ rssMb }) => rssMb).filter((peak) => peak !== null && peak !== undefined);
  const walls = samples.map(({ wallMs }) => wallMs);
  return {
    repeats: samples.length,
    wallMs: of('wallMs'),
    wallSpreadMs: [Math.min(...walls), Math.max(...walls)],
    cpuMs: of('cpuMs'),
    rssMb: peaks.length === 0 ? null : median(peaks),
  };
}
