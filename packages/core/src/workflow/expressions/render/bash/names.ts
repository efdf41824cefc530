import type { VariableDemands } from './declarations.js';
import type { Demand, Text, Word } from './site.js';
import { demandName, raiseText, raiseWord } from './texts.js';

/** A word after a command: the argument of an option, or one that belongs to none (`option` is '' then). */
interface Argument {
  readonly option: string;
  readonly word: Word;
}

type Judge = (args: readonly Word[], input: readonly Text[], variables: VariableDemands) => void;

/** Commands that give variables a value; what they assign to an integer is evaluated. */
const NAMING = new Map<string, Judge>([
  ['read', judgeRead],
  ['printf', judgePrintf],
  ['mapfile', judgeMapfile],
  ['readarray', judgeMapfile],
  ['unset', (args) => args.forEach(demandName)],
  ['getopts', (args) => args.slice(1, 2).forEach(demandName)],
  ['wait', (args) => demandNames(readArguments(args, 'p').filter(({ option }) => option === 'p'))],
  ['test', judgeTest],
  ['[', judgeTest],
]);

/** Marks the references that a command of this name takes as names of variables, or gives to some. */
export function judgeNames(name: string, args: readonly Word[], input: readonly Text[], variables: VariableDemands) {
  NAMING.get(name)?.(args, input, variables);
}

/** What the value of the variable that a word names must be. */
export function demandFor({ literal }: Word, variables: VariableDemands): Demand {
  return variables.get(/^[A-Za-z_]\w*/.exec(literal)?.[0] ?? '') ?? 'any';
}

function judgeRead(args: readonly Word[], input: readonly Text[], variables: VariableDemands): void {
  const names = readArguments(args, 'adinNptu').filter(({ option }) => option === '' || option === 'a');
  demandNames(names);
  for (const { word } of names) for (const text of input) raiseText(text, demandFor(word, variables));
}

function judgePrintf(args: readonly Word[], _input: readonly Text[], variables: VariableDemands): void {
  const read = readArguments(args, 'v');
  const names = read.filter(({ option }) => option === 'v');
  demandNames(names);
  for (const name of names) for (const { option, word } of read) if (option === '') assign(name.word, word, variables);
}

function judgeMapfile(args: readonly Word[], input: readonly Text[], variables: VariableDemands): void {
  const read = readArguments(args, 'dnOsuCc');
  for (const { option, word } of read) if (option === 'C') raiseWord(word, 'plain');
  const names = read.filter(({ option }) => option === '');
  demandNames(names);
  for (const { word } of names) for (const text of input) raiseText(text, demandFor(word, variables));
}

function judgeTest(args: readonly Word[]): void {
  for (const [index, { literal }] of args.entries())
    if (/^-[vR]$/.test(literal) && args[index + 1]) demandName(args[index + 1] as Word);
}

/** `-vname` names the variable as `-v name` does. */
function assign(name: Word, value: Word, variables: VariableDemands): void {
  raiseWord(value, demandFor({ ...name, literal: name.literal.replace(/^-v/, '') }, variables));
}

function demandNames(names: readonly Argument[]): void {
  for (const { word } of names) demandName(word);
}

/** Reads options as bash does: letters in one word, an argument behind its letter or in the next word. */
function readArguments(args: readonly Word[], takesArgument: string): Argument[] {
  const found: Argument[] = [];
  let isOver = false;
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] as Word;
    const letters = isOver ? '' : (/^-(\w+)/.exec(word.literal)?.[1] ?? '');
    const option = [...letters].find((letter) => takesArgument.includes(letter));
    if (letters === '') {
      isOver = true;
      if (word.literal !== '--') found.push({ option: '', word });
    } else if (option !== undefined) {
      if (word.literal.indexOf(option) === word.literal.length - 1) index += 1;
      const argument = args[index];
      if (argument) found.push({ option, word: argument });
    }
  }
  return found;
}
