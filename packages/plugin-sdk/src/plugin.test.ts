import { describe, expect, test } from 'vitest';
import { createAdapter } from './create-adapter.js';
import { definePlugin, isPlugin } from './plugin.js';

const adapters = { x: createAdapter({ command: 'x', modes: {} }) };
const plugin = definePlugin({ name: 'agentflow-adapter-x', apiVersion: 1, adapters });

describe('a defined plugin', () => {
  test('keeps its definition', () => {
    expect(Object.entries(plugin)).toEqual([
      ['name', 'agentflow-adapter-x'],
      ['apiVersion', 1],
      ['adapters', adapters],
    ]);
  });

  test('is recognised', () => {
    expect(isPlugin(plugin)).toBe(true);
  });

  test('cannot be changed afterwards', () => {
    expect(Object.isFrozen(plugin)).toBe(true);
  });
});

test('the plugin of another copy of the SDK is recognised', () => {
  const brand = Symbol.for('agentflow.plugin');
  expect(isPlugin({ name: 'y', apiVersion: 1, [brand]: true })).toBe(true);
});

describe('what is no plugin', () => {
  test.each([
    ['undefined', undefined],
    ['null', null],
    ['a text', 'plugin'],
    ['a function', () => plugin],
    ['a definition that was not defined', { name: 'x', apiVersion: 1, adapters }],
    ['a look-alike with a symbol of its own', { [Symbol('agentflow.plugin')]: true }],
  ])('%s', (_what, value) => {
    expect(isPlugin(value)).toBe(false);
  });
});
