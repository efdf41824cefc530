import type { Text, Word } from './site.js';
import { raiseText, raiseWord } from './texts.js';

const SHELL = /(?:^|\/)(?:r?ba|da|m?k|z|a|ya|fi|t?c)?sh[\d.-]*(?:\.exe)?$/;
/** Names under which a text calls the shell it runs in. */
const OWN_SHELL = /^\$\{?(?:SHELL|BASH|0)\b/;
/** Programs that hand a text to a shell wherever it stands among their arguments. */
const SUBSTITUTE_USER = /(?:^|\/)(?:su|runuser)$/;
/** Programs that hand the text after their `-c` to a shell. */
const TAKES_TEXT = /(?:^|\/)(?:flock|script)$/;
const XARGS = /(?:^|\/)g?xargs$/;
/** Programs that run another one, which then reads what they get. */
const RUNS_PROGRAM =
  /(?:^|\/)(?:command|exec|env|nohup|nice|ionice|sudo|doas|time|timeout|setsid|stdbuf|chroot|unshare|nsenter|busybox|docker|podman|kubectl|ssh)$/;
const INPUT_FILE = /^\/(?:dev\/(?:stdin$|fd\/)|proc\/\w+\/fd\/)/;

/** Marks the references in a text that a shell is given to run: after `-c`, in what it reads, in a `<( … )`. */
export function judgeShells(words: readonly Word[], input: readonly Text[]): void {
  const [command] = words;
  for (const [index, word] of words.entries()) {
    const args = words.slice(index + 1);
    const isShell = SHELL.test(word.literal) || OWN_SHELL.test(word.literal);
    const isRun = index === 0 || RUNS_PROGRAM.test(command?.literal ?? '');
    const readsInput = isShell && isRun;
    if (isShell) judgeProgram(args, readsInput ? input : []);
    // What an expansion stands for may be a shell, too; more often it is not, and may read anything.
    else if (index === 0 && /^[$`]/.test(word.literal)) judgeProgram(args, []);
    else if (isRun && TAKES_TEXT.test(word.literal)) judgeSubstituteUser(args, []);
    else if (isRun && XARGS.test(word.literal)) judgeXargs(args, input);
    else if (SUBSTITUTE_USER.test(word.literal)) judgeSubstituteUser(args, readsCommands(args) ? input : []);
  }
}

/** `source file`: the file may be what the command reads, or a `<( … )`. */
export function judgeSource(args: readonly Word[], input: readonly Text[]): void {
  const [file] = args.filter(({ literal }) => literal !== '--');
  if (file) judgeFile(file, input);
}

function judgeProgram(args: readonly Word[], input: readonly Text[]): void {
  let takesText = false;
  let readsInput = false;
  let index = 0;
  for (; index < args.length; index += 1) {
    const { literal } = args[index] as Word;
    if (!/^[-+]/.test(literal)) break;
    if (/^-\w*c/.test(literal)) takesText = true;
    if (/^-\w*s/.test(literal)) readsInput = true;
    if (/^(?:[-+]\w*[oO]|--rcfile|--init-file)$/.test(literal)) index += 1;
  }
  const operand = args[index];
  if (takesText) return operand && raiseWord(operand, 'plain');
  if (operand && !readsInput) return judgeFile(operand, input);
  for (const text of input) raiseText(text, 'plain');
}

/** `xargs sh -c`, where what is read becomes the text, and `xargs -I{} sh -c "…{}…"`, where it is put into it. */
function judgeXargs(args: readonly Word[], input: readonly Text[]): void {
  const start = args.findIndex(({ literal }) => SHELL.test(literal));
  if (start === -1) return;
  const options = args.slice(0, start).map(({ literal }) => literal);
  const isReplacing = options.some((option) => /^-\w*[Ii]|^--replace/.test(option));
  const [mode = '', text] = args.slice(start + 1).map(({ literal }) => literal);
  if (!/^-\w*c/.test(mode)) return;
  const mark = placeholder(options);
  if (isReplacing ? text?.includes(mark) : text === undefined) for (const each of input) raiseText(each, 'plain');
}

/** What `xargs` replaces. */
function placeholder(options: readonly string[]): string {
  const index = options.findIndex((option) => /^-\w*[Ii]|^--replace/.test(option));
  const [, given] = /^(?:-\w*?[Ii]|--replace=?)(.*)$/s.exec(options[index] ?? '') ?? [];
  const isNext = given === '' && /I$/.test(options[index] ?? '');
  return (isNext ? options[index + 1] : given) || '{}';
}

function judgeFile(file: Word, input: readonly Text[]): void {
  if (file.raw.startsWith('<(')) raiseWord(file, 'plain');
  if (INPUT_FILE.test(file.literal)) for (const text of input) raiseText(text, 'plain');
}

function judgeSubstituteUser(args: readonly Word[], input: readonly Text[]): void {
  for (const [index, word] of args.entries()) {
    const option = /^(?:-\w*?c|--(?:session-)?command)(=?.*)$/s.exec(word.literal);
    const text = option?.[1] === '' ? args[index + 1] : word;
    if (option && text) raiseWord(text, 'plain');
  }
  for (const text of input) raiseText(text, 'plain');
}

function readsCommands(args: readonly Word[]): boolean {
  return !args.some(({ literal }) => /^-\w*c|^--(?:session-)?command/.test(literal));
}
