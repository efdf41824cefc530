import type { AdapterHost, AgentObserver, AgentVerdict, ProcessExit } from '@agentflow/plugin-sdk';

/** The events of `codex exec --json` that matter here, one on each line. */
interface CodexEvent {
  readonly type?: string;
  readonly thread_id?: string;
  readonly item?: { readonly type?: string; readonly text?: string; readonly command?: string };
  readonly usage?: { readonly input_tokens?: number; readonly output_tokens?: number };
  readonly error?: { readonly message?: string };
  readonly message?: string;
}

/** Reads the events of one run, and judges it by them: an exit code of 0 alone is not success. */
export class CodexObserver implements AgentObserver {
  #answer = '';
  #error: string | undefined;
  #isComplete = false;

  onLine(line: string, host: AdapterHost): void {
    const event = parse(line);
    switch (event?.type) {
      case 'thread.started':
        return host.emit({ type: 'session', conversationId: event.thread_id ?? '' });
      case 'item.completed':
        return this.#onItem(event, host);
      case 'turn.completed':
        this.#isComplete = true;
        return host.emit({
          type: 'usage',
          counts: 'increment',
          inputTokens: event.usage?.input_tokens ?? null,
          outputTokens: event.usage?.output_tokens ?? null,
          costUsd: null,
        });
      case 'turn.failed':
      case 'error':
        this.#error = event.error?.message ?? event.message ?? 'Codex reported an error.';
        return;
      default:
    }
  }

  judge({ exitCode, signal }: ProcessExit): AgentVerdict {
    if (this.#error !== undefined) return { ok: false, reason: 'agent-error', message: this.#error };
    if (signal !== null) return { ok: false, reason: 'signal', message: `Codex was ended by ${signal}.` };
    if (exitCode !== 0) return { ok: false, reason: 'exit-code', message: `Codex exited with ${exitCode}.` };
    if (!this.#isComplete) return { ok: false, reason: 'bad-output', message: 'Codex ended before its turn was over.' };
    return { ok: true, answer: this.#answer };
  }

  #onItem({ item }: CodexEvent, host: AdapterHost): void {
    if (item?.type === 'agent_message') {
      this.#answer = item.text ?? '';
      host.emit({ type: 'message', text: this.#answer });
    }
    if (item?.type === 'command_execution')
      host.emit({ type: 'tool', name: 'shell', state: 'finished', ...(item.command && { detail: item.command }) });
  }
}

/** A line that is no event, such as a warning of the program, is nothing. */
function parse(line: string): CodexEvent | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as CodexEvent;
  } catch {
    return undefined;
  }
}
