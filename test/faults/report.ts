import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the tests leave what the summary shows. */
    faultRecords: string;
  }
}

/** One try of a fault, or what it was measured to need: what the summary shows. */
export interface FaultRecord {
  readonly row: number;
  readonly fault: string;
  readonly lost?: boolean;
  readonly figures?: Figures;
}

/** Numbers by their unit. */
export type Figures = Readonly<Record<string, number>>;

/** A row of QUALITY §2, or a part of one, that is tried once or many times. */
export class Fault {
  readonly #row: number;
  readonly #fault: string;

  constructor(row: number, fault: string) {
    this.#row = row;
    this.#fault = fault;
  }

  /** Counts a try; when the body throws it is a lost one, and the test fails. */
  async try<Result>(body: () => Promise<Result>): Promise<Result> {
    try {
      const result = await body();
      this.#record({ lost: false });
      return result;
    } catch (error) {
      this.#record({ lost: true });
      throw error;
    }
  }

  /** Counts a try for each item, also for those after a lost one, so that the summary tells how many are. */
  async tryEach<Item>(items: readonly Item[], body: (item: Item) => Promise<void>): Promise<void> {
    const losses: unknown[] = [];
    for (const item of items) await this.try(() => body(item)).catch((error: unknown) => losses.push(error));
    if (losses.length > 0) throw losses[0];
  }

  /** Has the summary show what a try needed; of several tries, the most. */
  note(figures: Figures): void {
    this.#record({ figures });
  }

  #record(what: Pick<FaultRecord, 'lost' | 'figures'>): void {
    const record: FaultRecord = { row: this.#row, fault: this.#fault, ...what };
    appendFileSync(join(inject('faultRecords'), `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`);
  }
}
