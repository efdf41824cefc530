import { parse } from 'yaml';
import { readDocument } from '../workflow/source/read-document.js';

export interface CommandFile {
  readonly prompt: string;
  readonly model?: string;
  readonly description?: string;
  /** Why the front matter, or a field of it, is left out. */
  readonly problem?: string;
}

/** Splits a command's Markdown into its front matter, which is read and not sent, and its prompt. */
export function parseCommandFile(text: string): CommandFile {
  const match = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { prompt: text };
  const prompt = text.slice(match[0].length);
  return { prompt, ...readFrontMatter(match[1] ?? '') };
}

/** Front matter is other tools' as much as ours: what cannot be read is left out, and what is not for us is no problem. */
function readFrontMatter(text: string): Omit<CommandFile, 'prompt'> {
  try {
    const value: unknown = parse(text, { prettyErrors: false, logLevel: 'error' });
    if (value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value)) return { problem: 'it is not a mapping' };
    return readFields(value);
  } catch (error) {
    return { problem: syntaxProblem(text) ?? (error as Error).message };
  }
}

/** What is wrong in the words of a workflow file; the line counts from the `---` that begins the file. */
function syntaxProblem(text: string): string | undefined {
  const read = readDocument(text, '');
  const [first] = read.ok ? [] : read.diagnostics;
  return first && `in line ${first.line + 1}: ${first.message.replace(/\.$/, '')}`;
}

function readFields({ model, description }: { model?: unknown; description?: unknown }): Omit<CommandFile, 'prompt'> {
  const isWrong = model !== undefined && model !== null && typeof model !== 'string';
  return {
    ...(typeof model === 'string' && { model }),
    ...(typeof description === 'string' && { description }),
    ...(isWrong && { problem: '"model" is not a text' }),
  };
}
