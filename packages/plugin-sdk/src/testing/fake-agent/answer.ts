import { withoutScript } from './script.js';

/** What the agent answers without a script: always the same for the same prompt. */
export async function answerTo(prompt: string, schema?: Readonly<Record<string, unknown>>): Promise<string> {
  const task = withoutScript(prompt);
  const summary = summaryOf(task);
  if (schema) return JSON.stringify((await import('./fit-schema.js')).fitSchema(schema, summary));
  if (/\bJSON\b/i.test(task)) return JSON.stringify({ task: summary, plan: PLAN, done: true });
  return SKILLS.find(({ wanted }) => wanted.test(task))?.answer(subjectOf(task)) ?? planFor(summary);
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

/** Small talents, for demonstrations that are worth reading. */
const SKILLS: readonly { wanted: RegExp; answer: (subject: string) => string }[] = [
  { wanted: /\btitle\b/i, answer: titleOf },
  {
    wanted: /\b(verse|poem|haiku|rhyme)\b/i,
    answer: (subject) =>
      `Of ${subject || 'an ordinary day'} I was asked to sing,\nso here are two lines, and a full stop to bring.`,
  },
  {
    wanted: /\bhappy ending\b/i,
    answer: () => 'In the end everybody found the way home, and the kettle was still warm.',
  },
  { wanted: /\bsad ending\b/i, answer: () => 'In the end the light went out, and only the clock went on.' },
  {
    wanted: /\bstory\b/i,
    answer: (subject) =>
      `Nobody had expected ${subject || 'a visitor'} that morning. Yet there it was, and it had something to say.`,
  },
  {
    wanted: /\bwhich (one|of)\b|\bchoose\b/i,
    answer: () => 'Take the first one. It is smaller, so we shall know sooner whether it is good.',
  },
  {
    wanted: /\bidea\b/i,
    answer: (subject) =>
      `One idea: begin with the part of "${subject}" that can be tried today, and build the rest around it.`,
  },
];

/** What stands behind the last colon of the first paragraph, or else its first sentence. */
function subjectOf(task: string): string {
  const [paragraph = ''] = task.split(/\n\s*\n/);
  const colon = paragraph.lastIndexOf(':');
  const subject = colon < 0 ? summaryOf(task) : summaryOf(paragraph.slice(colon + 1));
  return subject === '' && colon >= 0 ? summaryOf(task.slice(paragraph.length)) : subject;
}

function titleOf(subject: string): string {
  const words = subject.match(/[\p{L}\p{N}]{4,}/gu) ?? ['Untitled'];
  return words
    .slice(0, 3)
    .map((word) => word[0]?.toUpperCase() + word.slice(1))
    .join(' ');
}
