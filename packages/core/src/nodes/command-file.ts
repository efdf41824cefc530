import { parse } from 'yaml';

export interface CommandFile {
  readonly prompt: string;
  readonly model?: string;
  readonly description?: string;
}

/** Splits a command's Markdown into its front matter, which is read and not sent, and its prompt. */
export function parseCommandFile(text: string): CommandFile {
  const match = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { prompt: text };
  const prompt = text.slice(match[0].length);
  const fields = readFrontMatter(match[1] ?? '');
  const { model, description } = fields;
  return {
    prompt,
    ...(typeof model === 'string' && { model }),
    ...(typeof description === 'string' && { description }),
  };
}

/** Front matter is other tools' as much as ours: what cannot be read is left out. */
function readFrontMatter(text: string): Record<string, unknown> {
  try {
    const fields: unknown = parse(text);
    return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
