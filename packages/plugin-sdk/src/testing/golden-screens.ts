import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AdapterConformanceOptions } from './conformance/adapter-conformance.js';

/**
 * Reads a folder of screens for `adapterConformance`. It holds a folder per case: `screen.txt` as the real program
 * drew it, and `question.txt` if that asks a person something.
 */
export function goldenScreens(folder: string): Required<Pick<AdapterConformanceOptions, 'questions' | 'otherScreens'>> {
  const screens = readdirSync(folder).map((name) => {
    const [screen, question] = [join(folder, name, 'screen.txt'), join(folder, name, 'question.txt')];
    return { screen: read(screen), text: existsSync(question) ? read(question) : null };
  });
  return {
    questions: screens.flatMap(({ screen, text }) => (text === null ? [] : [{ screen, text }])),
    otherScreens: screens.flatMap(({ screen, text }) => (text === null ? [screen] : [])),
  };
}

function read(file: string): string {
  return readFileSync(file, 'utf8').trimEnd();
}
