import type { AdapterFactory, IAgentAdapter } from '../../adapter.js';

/** Keeps what is written to stdout in one turn: in another the test runner may write, too. */
export function catchWrites<Result>(written: unknown[], run: () => Result): Result {
  const { write } = process.stdout;
  process.stdout.write = (chunk: unknown) => written.push(chunk) > 0;
  try {
    return run();
  } finally {
    process.stdout.write = write;
  }
}

/** The same adapter; what it writes to stdout while it reads and judges is kept. */
export function catchWritesOf(factory: AdapterFactory, written: unknown[]): AdapterFactory {
  return (options) => {
    const adapter = factory(options);
    // Of nothing, because of a frozen adapter a proxy may change no part.
    return new Proxy({} as IAgentAdapter, {
      get(_nothing, name) {
        const part: unknown = Reflect.get(adapter, name);
        if (typeof part !== 'function' || !/^(on|judge)/.test(String(name))) return part;
        return (...given: unknown[]) => catchWrites(written, () => part.apply(adapter, given));
      },
    });
  };
}
