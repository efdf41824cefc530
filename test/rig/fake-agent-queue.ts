/** Things that come one after the other, for whoever asks for the next one, before or after it came. */
export class Queue<Item> {
  readonly #items: Item[] = [];
  readonly #waiting: PromiseWithResolvers<Item>[] = [];
  #end: Error | undefined;

  push(item: Item): void {
    const waiting = this.#waiting.shift();
    if (waiting) waiting.resolve(item);
    else this.#items.push(item);
  }

  /** The next item that nobody has taken; fails when there can be none any more. */
  next(): Promise<Item> {
    const waiting = withResolvers<Item>();
    if (this.#items.length > 0) waiting.resolve(this.#items.shift() as Item);
    else if (this.#end) waiting.reject(this.#end);
    else this.#waiting.push(waiting);
    // A test may ask and then not look.
    waiting.promise.catch(() => {});
    return waiting.promise;
  }

  /** Nothing comes any more. */
  end(reason: Error): void {
    this.#end = reason;
    for (const waiting of this.#waiting.splice(0)) waiting.reject(reason);
  }
}

export interface PromiseWithResolvers<Value> {
  readonly promise: Promise<Value>;
  resolve(value: Value): void;
  reject(reason: Error): void;
}

/** `Promise.withResolvers`, which Node 20 does not have. */
export function withResolvers<Value>(): PromiseWithResolvers<Value> {
  let resolve: PromiseWithResolvers<Value>['resolve'] = () => {};
  let reject: PromiseWithResolvers<Value>['reject'] = () => {};
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
