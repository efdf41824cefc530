/** One thing that was looked at. `fix` is what to do about it, absent only where all is well. */
export interface Check {
  readonly name: string;
  readonly status: 'ok' | 'warning' | 'error';
  readonly detail: string;
  readonly fix?: string;
}

export function ok(name: string, detail: string): Check {
  return { name, status: 'ok', detail };
}

export function warning(name: string, detail: string, fix: string): Check {
  return { name, status: 'warning', detail, fix };
}

export function error(name: string, detail: string, fix: string): Check {
  return { name, status: 'error', detail, fix };
}
