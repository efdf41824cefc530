import { expect, test } from 'vitest';
import { type Place, StartGate } from './start-gate.js';

const never = new AbortController().signal;
/** A gate with room for so many processes. */
const gateFor = (processes: number) => new StartGate(() => 40 + 5 * processes);

function enterAll(gate: StartGate, count: number): Place[] {
  return Array.from({ length: count }, () => gate.tryEnter()).filter((place) => place !== undefined);
}

function leave(place: Place | undefined): void {
  place?.ended();
  place?.gone();
}

test('as many as there is room for are let in; the others wait for an end, in order', async () => {
  const gate = gateFor(2);
  const [first, second, ...others] = enterAll(gate, 5);
  expect(others).toEqual([]);
  const order: string[] = [];
  const waiting = ['a', 'b'].map((name) => gate.enter(never).then(() => order.push(name)));
  leave(first);
  await waiting[0];
  expect([order, gate.tryEnter()]).toEqual([['a'], undefined]);
  leave(second);
  await waiting[1];
  expect(order).toEqual(['a', 'b']);
});

test('with no room at all one at a time is let in', async () => {
  const gate = new StartGate(() => 3);
  const [only, ...others] = enterAll(gate, 2);
  expect(others).toEqual([]);
  const next = gate.enter(never);
  only?.ended();
  expect(await next).toBeDefined();
});

test('what ended processes left in the background takes room, and never the last place', async () => {
  const gate = gateFor(3);
  for (const place of enterAll(gate, 3)) place.ended();
  expect(enterAll(gate, 3)).toHaveLength(1);
});

test('who is stopped waits no more and takes no place', async () => {
  const gate = gateFor(1);
  const [only] = enterAll(gate, 1);
  const stop = new AbortController();
  const [stopped, next] = [gate.enter(stop.signal), gate.enter(never)];
  stop.abort();
  expect([await stopped, await gate.enter(stop.signal)]).toEqual([undefined, undefined]);
  leave(only);
  expect(await next).toBeDefined();
});

test('WHEN the system refuses a process THEN it waits until another one ends, and with none there is nothing to wait for', async () => {
  const gate = gateFor(100);
  const [first, second, third] = enterAll(gate, 3);
  expect(gate.giveUp(third as Place, true)).toBe(true);
  expect(gate.tryEnter()).toBeUndefined();
  const again = gate.enter(never);
  leave(first);
  const place = await again;
  leave(second);
  expect(gate.giveUp(place as Place, true)).toBe(false);
  expect(gate.tryEnter()).toBeDefined();
});
