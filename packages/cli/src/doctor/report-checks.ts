import type { Paint } from '@agentflow/core';
import type { Check } from './check.js';

const LOOKS: Readonly<Record<Check['status'], { readonly mark: string; readonly style: keyof Paint }>> = {
  ok: { mark: '✓', style: 'good' },
  warning: { mark: '!', style: 'warning' },
  error: { mark: '✗', style: 'error' },
};

/** One line for each check, and below it what to do. */
export function reportChecks(checks: readonly Check[], paint: Paint): string {
  const width = Math.max(...checks.map(({ name }) => name.length));
  const lines = checks.flatMap(({ name, status, detail, fix }) => {
    const { mark, style } = LOOKS[status];
    const line = `${paint[style](mark)} ${name.padEnd(width)}  ${detail}`.trimEnd();
    return fix === undefined ? [line] : [line, `  ${' '.repeat(width)}  ${paint.dim('fix:')} ${fix}`];
  });
  return lines.join('\n');
}
