// Writes docs/cli.md from the manifest that oclif itself reads. With --check it writes nothing and exits 1 when stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const BIN = 'agentflow';
const root = new URL('..', import.meta.url);
const page = fileURLToPath(new URL('docs/cli.md', root));
const manifest = JSON.parse(readFileSync(new URL('packages/cli/oclif.manifest.json', root), 'utf8'));
const text = writePage(Object.values(manifest.commands).filter((command) => !command.hidden));

if (!process.argv.includes('--check')) writeFileSync(page, text);
else if (readPage() !== text) {
  console.error('docs/cli.md is stale; "npm run docs" writes it again.');
  process.exitCode = 1;
}

function readPage() {
  try {
    return readFileSync(page, 'utf8');
  } catch {
    return undefined;
  }
}

function writePage(commands) {
  const sorted = commands.toSorted((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  return `${[
    '# The command line',
    '<!-- Written by scripts/write-cli-docs.js; edit the commands in packages/cli/src/commands instead. -->',
    'stdout carries data, stderr everything else. `agentflow COMMAND --help` shows the same as this page; the [README](../README.md#exit-codes) lists the exit codes.',
    table(
      ['command', 'does'],
      sorted.map((command) => [`[\`${nameOf(command)}\`](#${anchorOf(command)})`, filled(command.summary, command)]),
    ),
    'Every command takes these flags:',
    flagTable(globalFlags(sorted)),
    ...sorted.flatMap(commandSection),
  ].join('\n\n')}\n`;
}

function commandSection(command) {
  const flags = Object.values(command.flags).filter((flag) => !flag.hidden && flag.helpGroup !== 'GLOBAL');
  const args = Object.values(command.args).filter((argument) => !argument.hidden);
  return [
    `## ${BIN} ${nameOf(command)}`,
    filled(command.summary, command),
    ...(command.description ? [filled(command.description, command)] : []),
    fence(usageOf(command, args, flags)),
    ...(args.length > 0 ? [argumentTable(args)] : []),
    ...(flags.length > 0 ? [flagTable(flags)] : []),
    ...exampleBlock(command),
  ];
}

function usageOf(command, args, flags) {
  const names = args.map((argument, index) => {
    const isLast = index === args.length - 1;
    const several = argument.multiple || (command.strict === false && isLast) ? '…' : '';
    const name = `${argument.name.toUpperCase()}${several}`;
    return argument.required ? name : `[${name}]`;
  });
  return [BIN, nameOf(command), ...names, ...(flags.length > 0 ? ['[FLAGS]'] : [])].join(' ');
}

function argumentTable(args) {
  return table(
    ['argument', 'meaning'],
    args.map((argument) => [`\`${argument.name.toUpperCase()}\``, sentence(argument)]),
  );
}

function flagTable(flags) {
  return table(
    ['flag', 'meaning'],
    flags.map((flag) => [`\`${flagName(flag)}\``, sentence(flag)]),
  );
}

function flagName({ char, name, type, allowNo, options, helpValue }) {
  const long = `--${allowNo ? '[no-]' : ''}${name}`;
  const value = options?.join('|') ?? helpValue ?? name.toUpperCase();
  return `${char ? `-${char}, ` : ''}${long}${type === 'option' ? ` ${value}` : ''}`;
}

function sentence({ summary, description, default: preset, multiple, required, type }) {
  return [
    summary ?? description ?? '',
    ...(multiple ? ['May be given several times.'] : []),
    ...(required && type === 'option' ? ['Required.'] : []),
    ...(preset === undefined || preset === false ? [] : [`Default: \`${preset}\`.`]),
  ].join(' ');
}

function exampleBlock(command) {
  const examples = (command.examples ?? []).map((example) =>
    typeof example === 'string' ? example : `# ${example.description}\n${example.command}`,
  );
  return examples.length === 0 ? [] : [fence(filled(examples.join('\n'), command), 'sh')];
}

/** The flags of the group GLOBAL are the same for every command. */
function globalFlags(commands) {
  const flags = commands.flatMap((command) => Object.values(command.flags));
  return [...new Map(flags.filter((flag) => flag.helpGroup === 'GLOBAL').map((flag) => [flag.name, flag])).values()];
}

/** Padded as the formatter would do it, so that a written page is a formatted one. */
function table(head, rows) {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [first, ...others] = cells;
  return [first, widths.map((width) => '-'.repeat(width)), ...others].map(line).join('\n');
}

function fence(code, language = '') {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

function filled(template, command) {
  return template.replaceAll('<%= config.bin %>', BIN).replaceAll('<%= command.id %>', nameOf(command));
}

function nameOf({ id }) {
  return id.replaceAll(':', ' ');
}

function anchorOf(command) {
  return `${BIN} ${nameOf(command)}`.replaceAll(' ', '-');
}
