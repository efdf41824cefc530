import { withoutScript } from './script.js';

/** What the agent answers without a script: always the same for the same prompt. */
export async function answerTo(prompt: string, schema?: Readonly<Record<string, unknown>>): Promise<string> {
  const task = withoutScript(prompt);
  const summary = summaryOf(task);
  if (schema) return JSON.stringify((await import('./fit-schema.js')).fitSchema(schema, summary));
  if (/\bJSON\b/i.test(task)) return JSON.stringify({ task: summary, plan: PLAN, done: true });
  return ASKS_FOR_VERSE.test(task) ? verseAbout(task) : planFor(summary);
}

/** The task in one short line. */
function summaryOf(task: string): string {
  const [line = ''] = task.trim().split('\n');
  const [sentence = line] = /^.*?[.!?](?=\s|$)/.exec(line) ?? [line];
  const text = sentence.replace(/[\s.!?:]+$/, '');
  return text.length <= SUMMARY_LENGTH ? text : `${text.slice(0, SUMMARY_LENGTH - 1).trimEnd()}…`;
}

const SUMMARY_LENGTH = 100;
const PLAN = ['Read what is there', 'Do the smallest thing that works', 'Check the result'];

function planFor(summary: string): string {
  const task = summary === '' ? 'You asked for nothing in particular.' : `You asked: ${summary}.`;
  return [task, 'Here is how I would go about it:', ...PLAN.map((step, index) => `${index + 1}. ${step}.`)].join('\n');
}

/** A small talent, for a demonstration that is worth reading. */
const ASKS_FOR_VERSE = /^(write|compose|give)\b.*\b(verse|poem|haiku)\b/i;

/** Its subject stands behind the last colon, if there is one. */
function verseAbout(task: string): string {
  const colon = task.lastIndexOf(':');
  const subject = colon < 0 ? '' : summaryOf(task.slice(colon + 1));
  return `Of ${subject || 'an ordinary day'} I was asked to sing,\nso here are two lines, and a full stop to bring.`;
}
