import type { KnownFailure } from '@agentflow/plugin-sdk';

/** Failures whose words are known, the most telling first. */
export const KNOWN_FAILURES: readonly KnownFailure[] = [
  {
    pattern: /no conversation found/i,
    reason: 'agent-error',
    summary: 'Claude Code does not know the conversation to continue',
    hint: 'A conversation belongs to the folder it began in: use the same cwd, or start a fresh one.',
    conversationLost: true,
  },
  {
    pattern: /error_max_turns|error_max_budget|maximum (number of turns|budget)/i,
    reason: 'limit-reached',
    summary: 'Claude Code reached the limit it was given',
    hint: 'Raise --max-turns or --max-budget-usd in extraArgs, or ask for less in one prompt.',
  },
  {
    pattern: /error_max_structured_output_retries/,
    reason: 'bad-output',
    summary: 'Claude Code found no answer that fits output_format',
    hint: 'Simplify the schema, or say in the prompt what each field means.',
  },
  {
    pattern: /billing_error|credit balance is too low/i,
    reason: 'agent-error',
    summary: 'The Anthropic account cannot pay for the request',
    hint: 'Add credit to the account of this key, or use another key.',
  },
  {
    pattern:
      /authentication_(failed|error)|invalid (api key|bearer token|authentication)|\/login\b|not logged in|oauth token|API Error: 40[13]\b/i,
    reason: 'bad-credentials',
    summary: 'Claude Code could not log in',
    hint: 'Run "claude" and log in with /login, or set a valid ANTHROPIC_API_KEY.',
  },
  {
    pattern: /rate.?limit|usage limit|hit your .*limit|limit (is )?reached|API Error: .*\b429\b/i,
    reason: 'rate-limited',
    summary: 'Claude Code reached a rate limit',
    hint: 'Wait until the limit resets, or let the task try again later with "retry".',
  },
  {
    pattern:
      /API Error: 5\d\d\b|server_error|overloaded|connection (error|closed|refused|reset)|unable to connect|fetch failed|timed out|terminated|socket|E(CONN(REFUSED|RESET)|NOTFOUND|TIMEDOUT|PIPE)/i,
    reason: 'transport',
    summary: 'Claude Code could not reach the model',
    hint: 'Check the network and ANTHROPIC_BASE_URL, or let the task try again with "retry".',
  },
];
