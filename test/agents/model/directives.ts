import type { Answer, Conversation, JsonObject, Tool } from './conversation.js';
import { objectOf } from './read-messages.js';

/** What the fake model does with a request. */
export type Reply = Answer & {
  readonly status?: number | undefined;
  readonly delayMs: number;
  readonly drop: boolean;
};

/**
 * Decides by directives in the last thing the person wrote, or else says "PONG <that text>".
 * `TOOL:<command>` calls the shell, `CALL:<command>` does so even when no shell was offered,
 * `USE:<tool> <arguments as JSON>` calls that tool, `STATUS:<n>` is an HTTP error, `DELAY:<ms>` waits first, `DROP:` cuts the connection in the middle,
 * `SAY:<text>` says exactly that, `TURNS:<a>|<b>` says a in the first user turn and b in the second.
 * A task that is in a file is read with the agent's own tool.
 */
export function decideReply(conversation: Conversation): Reply {
  const { schema, userTurns } = conversation;
  // Obeying directives in a side question would double every delay and hide the error of the real request.
  if (schema) return { delayMs: 0, drop: false, say: JSON.stringify(sampleOf(schema)) };
  const text = userTurns.at(-1) ?? '';
  return {
    status: numberAfter('STATUS', text),
    delayMs: numberAfter('DELAY', text) ?? 0,
    drop: /\bDROP:/.test(text),
    ...answerTo(text, conversation),
  };
}

function answerTo(text: string, { userTurns, toolResult, tools }: Conversation): Answer {
  if (toolResult !== undefined) return { say: `PONG tool said: ${toolResult}` };
  const structured = tools.find(({ name }) => name === 'StructuredOutput');
  if (structured) return { toolCall: { name: structured.name, args: objectOf(sampleOf(structured.parameters)) } };

  const file = /^Your task is in the file (\S+)\. Read/.exec(text)?.[1];
  const reader = tools.find(({ name }) => READ_TOOL.test(name));
  if (file !== undefined && reader) return { toolCall: { name: reader.name, args: { [pathKeyOf(reader)]: file } } };

  const [, name, args] = /\bUSE:(\w+) (\{.*\})/.exec(text) ?? [];
  if (name !== undefined && args !== undefined) return { toolCall: { name, args: objectOf(JSON.parse(args)) } };

  const [, directive, command] = /\b(TOOL|CALL):(.+)/.exec(text) ?? [];
  if (command !== undefined) return callShell(command.trim(), tools, directive === 'CALL');

  const turns = restAfter('TURNS', text)?.split('|');
  if (turns) return { say: unescaped(turns[Math.min(userTurns.length, turns.length) - 1] ?? '') };

  const said = restAfter('SAY', text);
  return { say: said === undefined ? `PONG ${text}` : unescaped(said) };
}

function numberAfter(directive: string, text: string): number | undefined {
  const digits = new RegExp(`\\b${directive}:(\\d+)`).exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Qwen adds newlines behind what it read. */
function restAfter(directive: string, text: string): string | undefined {
  return new RegExp(`\\b${directive}:([^]*)`).exec(text)?.[1]?.trimEnd();
}

function unescaped(text: string): string {
  return text.replaceAll('\\n', '\n');
}

/** Names of the tool that reads a file. */
const READ_TOOL = /^(read|read_file)$/i;

function pathKeyOf({ parameters }: Tool): string {
  return Object.keys(objectOf(parameters.properties)).find((key) => /path/i.test(key)) ?? 'file_path';
}

/** Names of the shell tool: claude and opencode, gemini and qwen, codex, and older versions of these. */
const SHELL_TOOL = /^(bash|run_shell_command|exec_command|shell|shell_command)$/i;

function callShell(command: string, tools: readonly Tool[], inAnyCase: boolean): Answer {
  const shell = tools.find(({ name }) => SHELL_TOOL.test(name));
  if (!shell && inAnyCase) return { toolCall: { name: 'run_shell_command', args: { command } } };
  if (!shell) return { say: 'PONG no shell tool was offered' };
  const properties = objectOf(shell.parameters.properties);
  const required = Array.isArray(shell.parameters.required) ? shell.parameters.required.map(String) : [];
  const commandKey = 'cmd' in properties ? 'cmd' : 'command';
  const others = required.filter((key) => key !== commandKey).map((key) => [key, sampleOf(objectOf(properties[key]))]);
  return { toolCall: { name: shell.name, args: { [commandKey]: command, ...Object.fromEntries(others) } } };
}

/** The simplest value that fits a JSON schema. Gemini writes the type names in capitals. */
function sampleOf(schema: JsonObject): unknown {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (String(schema.type).toLowerCase()) {
    case 'object': {
      const properties = objectOf(schema.properties);
      const keys = Array.isArray(schema.required) ? schema.required.map(String) : Object.keys(properties);
      return Object.fromEntries(keys.map((key) => [key, sampleOf(objectOf(properties[key]))]));
    }
    case 'array':
      return [];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    default:
      return 'fake';
  }
}
