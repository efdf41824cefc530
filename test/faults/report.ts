import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder in which the tests leave what the summary shows. */
    faultRecords: string;
  }
}

/** One try of a fault: what the summary counts. */
export interface FaultRecord {
  readonly row: number;
  readonly fault: string;
  readonly lost: boolean;
}

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
      this.#record(false);
      return result;
    } catch (error) {
      this.#record(true);
      throw error;
    }
  }

  #record(lost: boolean): void {
    const record: FaultRecord = { row: this.#row, fault: this.#fault, lost };
    appendFileSync(join(inject('faultRecords'), `${process.pid}.jsonl`), `${JSON.stringify(record)}\n`);
  }
}
