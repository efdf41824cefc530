import { recordOf, recordsOf, type StreamRecord, textOf } from '@agentflow/plugin-sdk';

/** Call id → tool name: claude's tool results name only the id. */
export type ToolNames = ReadonlyMap<string, string>;

/** The tool calls that a record starts, as `[call id, tool name]`. */
export function toolCallsOf(record: StreamRecord): [string, string][] {
  if (record.type !== 'assistant') return [];
  return contentOf(record)
    .filter((block) => block.type === 'tool_use')
    .map((block) => [textOf(block.id), textOf(block.name)]);
}

/** The blocks of an `assistant` or `user` record. */
export function contentOf(record: StreamRecord): StreamRecord[] {
  return recordsOf(recordOf(record.message).content);
}

/** What a call is about, in one short line. */
export function describeInput(input: unknown): { detail?: string } {
  const fields = recordOf(input);
  return shortDetail(TELLING_FIELDS.map((name) => textOf(fields[name])).find(Boolean) ?? '');
}

/** What a tool said, in one short line; its content is a text or a list of blocks. */
export function describeOutput(content: unknown): { detail?: string } {
  const text = typeof content === 'string' ? content : recordsOf(content).map((block) => textOf(block.text));
  return shortDetail([text].flat().join('\n'));
}

const TELLING_FIELDS = ['command', 'file_path', 'notebook_path', 'path', 'pattern', 'query', 'url', 'description'];
const DETAIL_LENGTH = 200;

function shortDetail(text: string): { detail?: string } {
  const detail = text.trim().slice(0, DETAIL_LENGTH);
  return detail === '' ? {} : { detail };
}
