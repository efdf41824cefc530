import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What the fake agent remembers of a conversation. */
export interface Conversation {
  readonly id: string;
  /** A conversation belongs to the folder it began in. */
  readonly cwd: string;
  /** What was asked in each turn that is over. A turn that was killed is not. */
  readonly prompts: readonly string[];
}

/** The conversations of one user, one small file each. */
export class Conversations {
  readonly #folder: string;

  /** In `AGENTFLOW_FAKE_HOME`, or else in a private folder among the temporary ones. */
  constructor(home: string | undefined) {
    this.#folder = home ?? join(tmpdir(), `agentflow-fake-agent-${process.getuid?.() ?? 'user'}`);
  }

  find(id: string): Conversation | undefined {
    if (!ID.test(id)) return undefined;
    try {
      return JSON.parse(readFileSync(this.#file(id), 'utf8')) as Conversation;
    } catch {
      return undefined;
    }
  }

  save(conversation: Conversation): void {
    if (!ID.test(conversation.id)) throw new Error(`"${conversation.id}" cannot be the id of a conversation.`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (process.getuid && statSync(this.#folder).uid !== process.getuid()) {
      throw new Error(`${this.#folder} belongs to another user; set AGENTFLOW_FAKE_HOME.`);
    }
    if (conversation.prompts.length === 0) this.#forgetOld();
    const temporary = `${this.#file(conversation.id)}.${process.pid}`;
    writeFileSync(temporary, JSON.stringify(conversation), { mode: 0o600 });
    renameSync(temporary, this.#file(conversation.id));
  }

  /** Looks at ages only when there is something to gain. */
  #forgetOld(): void {
    const files = readdirSync(this.#folder);
    if (files.length < MANY) return;
    const limit = Date.now() - DAY_MS;
    for (const file of files.map((name) => join(this.#folder, name))) {
      if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < limit) rmSync(file, { force: true });
    }
  }

  #file(id: string): string {
    return join(this.#folder, `${id}.json`);
  }
}

const ID = /^[A-Za-z0-9][A-Za-z0-9-]{0,63}$/;
const MANY = 100;
const DAY_MS = 24 * 60 * 60 * 1000;
