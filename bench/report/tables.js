// What a result has to say, as tables of plain cells; text.js and markdown.js draw them.

/** Every goal with what was measured. */
export function goalTable({ rows }) {
  const lines = rows.flatMap((row) =>
    row.failed ? [[row.title, '', row.failed, '', 'failed']] : row.goals.map((goal) => goalLine(row, goal)),
  );
  return { head: ['measure', 'what', 'measured', 'goal', ''], lines };
}

/** Everybody in one row of the benchmark. Columns that nobody fills are left out. */
export function figureTable({ figures, base }) {
  const columns = COLUMNS.filter(({ of }) => figures.some((figure) => isNumber(figure[of])));
  const head = ['', ...columns.map(({ head: text }) => text.replace('base', base)), 'repeats'];
  const lines = figures.map((figure) => {
    if (figure.failed) return [figure.who, figure.failed, ...columns.slice(1).map(() => ''), ''];
    return [
      figure.who,
      ...columns.map(({ of, show }) => (isNumber(figure[of]) ? show(figure[of]) : '')),
      String(figure.repeats),
    ];
  });
  return { head, lines };
}

/** One line per size, agentflow beside the bare spawner. */
export function scaleTable({ figures }) {
  const sizes = [...new Set(figures.map(({ count }) => count))];
  const lines = sizes.map((count) => {
    const [bare, own] = figures.filter((figure) => figure.count === count);
    const cells = (figure) =>
      figure.failed
        ? [figure.failed, '', '', '']
        : [
            seconds(figure.wallMs),
            milliseconds(figure.wallMsPerNode),
            milliseconds(figure.cpuMsPerNode),
            megabytes(figure.rssMb),
          ];
    const state = own.failed ? ['', ''] : [megabytes(own.stateOnDiskMb), grouped(own.stateFiles)];
    return [grouped(count), ...cells(own), ...state, ...cells(bare)];
  });
  const four = (who) => [`${who}: time`, 'time per node', 'CPU per node', 'memory'];
  return { head: ['nodes', ...four('agentflow'), 'state on disk', 'files', ...four('bare spawn')], lines };
}

/** Who was measured, and who could not be. */
export function peerWords({ peers, missing }) {
  const found = peers.map(({ who, version }) => `${who} ${version}`).join(', ');
  const absent = missing.map(({ who, reason }) => `${who} (${reason})`).join(', ');
  return `Peers: ${found}. Missing: ${absent || 'none'}.`;
}

export function machineWords({ machine, date, quick }) {
  const { agentflow, node, system, processor, cores, memoryMb, loadBefore, loadAfter } = machine;
  const kind = quick ? 'A quick run with small sizes: ' : '';
  return `${kind}${date}, agentflow ${agentflow}, Node ${node}, ${system}, ${cores} × ${processor}, ${grouped(memoryMb)} MB; load ${loadBefore} before and ${loadAfter} after.`;
}

/** `Title, size`. */
export function titleOf({ title, size }) {
  return size ? `${title}, ${size}` : title;
}

const COLUMNS = [
  { of: 'wallMs', head: 'time', show: milliseconds },
  { of: 'wallRatio', head: '÷ base', show: ratio },
  { of: 'overMs', head: 'over own cold start', show: milliseconds },
  { of: 'cpuMs', head: 'CPU', show: milliseconds },
  { of: 'cpuRatio', head: 'CPU ÷ base', show: ratio },
  { of: 'rssMb', head: 'memory', show: megabytes },
  { of: 'mbPerSecond', head: 'MB/s', show: (value) => value.toFixed(0) },
];

function goalLine(row, { what, value, limit, atLeast, reached }) {
  const digits = Math.abs(limit) >= 20 ? 0 : 2;
  return [titleOf(row), what, value.toFixed(digits), `${atLeast ? '≥' : '≤'} ${limit}`, reached ? 'yes' : 'no'];
}

function isNumber(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

function ratio(value) {
  return value < 10 ? value.toFixed(2) : value.toFixed(1);
}

function seconds(value) {
  return `${(value / 1000).toFixed(value < 10_000 ? 2 : 1)} s`;
}

function milliseconds(value) {
  if (Math.abs(value) >= 10_000) return seconds(value);
  return `${value.toFixed(Math.abs(value) < 10 ? 2 : 0)} ms`;
}

function megabytes(value) {
  return isNumber(value) ? `${value.toFixed(value < 10 ? 1 : 0)} MB` : '';
}

function grouped(value) {
  return value.toLocaleString('en-US');
}
