/** What is wrong with a document, in words that follow "is damaged:". */
export class FieldError extends Error {
  override readonly name = 'FieldError';
}

/** Reads the fields of one object of a JSON document and refuses what is missing or of another kind. */
export class Fields {
  readonly #values: Readonly<Record<string, unknown>>;
  readonly #place: string;

  /** `place` is how the object is called in messages; empty for the document itself. */
  constructor(value: unknown, place: string) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new FieldError(`${place === '' ? 'it' : place} is not an object`);
    }
    this.#values = value as Record<string, unknown>;
    this.#place = place;
  }

  /** Only a field of its own: a document cannot reach what every object inherits. */
  value(key: string): unknown {
    return Object.hasOwn(this.#values, key) ? this.#values[key] : undefined;
  }

  string(key: string): string {
    const value = this.value(key);
    return typeof value === 'string' ? value : this.#refuse(key, 'a text');
  }

  stringOrNull(key: string): string | null {
    return this.value(key) === null ? null : this.string(key);
  }

  integer(key: string): number {
    const value = this.value(key);
    return typeof value === 'number' && Number.isSafeInteger(value) ? value : this.#refuse(key, 'a whole number');
  }

  count(key: string): number {
    const value = this.integer(key);
    return value >= 0 ? value : this.#refuse(key, '0 or more');
  }

  numberOrNull(key: string): number | null {
    const value = this.value(key);
    return value === null || typeof value === 'number' ? value : this.#refuse(key, 'a number');
  }

  oneOf<Word extends string>(key: string, words: readonly Word[]): Word {
    const value = this.value(key);
    const word = words.find((candidate) => candidate === value);
    return word ?? this.#refuse(key, `one of ${words.join(', ')}`);
  }

  array(key: string): readonly unknown[] {
    const value = this.value(key);
    return Array.isArray(value) ? value : this.#refuse(key, 'a list');
  }

  strings(key: string): string[] {
    const values = this.array(key);
    if (!values.every((value) => typeof value === 'string')) this.#refuse(key, 'a list of texts');
    return values as string[];
  }

  object(key: string): Fields {
    return new Fields(this.value(key), this.#name(key));
  }

  /** Built from entries, so that a key such as `__proto__` is a key like any other. */
  textMap(key: string): Record<string, string> {
    const entries = Object.entries(this.object(key).#values);
    if (!entries.every(([, value]) => typeof value === 'string')) this.#refuse(key, 'an object of texts');
    return Object.fromEntries(entries) as Record<string, string>;
  }

  /** Nothing at all when the field is absent. */
  optional<Key extends string, Value>(key: Key, read: (key: Key) => Value): { [K in Key]?: Value } {
    return this.value(key) === undefined ? {} : ({ [key]: read(key) } as { [K in Key]?: Value });
  }

  #refuse(key: string, wanted: string): never {
    const problem = this.value(key) === undefined ? 'is missing' : `is not ${wanted}`;
    throw new FieldError(`${this.#name(key)} ${problem}`);
  }

  #name(key: string): string {
    return this.#place === '' ? `"${key}"` : `"${key}" of ${this.#place}`;
  }
}
