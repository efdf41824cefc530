import type { KnownFailure } from '@agentflow/plugin-sdk';
import { RATE_LIMIT } from './rate-limits.js';

export interface GeminiFailure extends KnownFailure {
  /** Codes that mean this whatever is said; gemini exits with an HTTP status modulo 256. */
  readonly exitCodes: readonly number[];
}

/** Since June 2026 personal log-ins are refused, with the exit code of any failed log-in. */
export const CLIENT_NOT_SUPPORTED: GeminiFailure = {
  pattern: /client is no longer supported|UNSUPPORTED_CLIENT|IneligibleTier/i,
  exitCodes: [],
  reason: 'bad-credentials',
  summary: 'Google no longer serves personal log-ins in Gemini CLI',
  hint: 'Set GEMINI_API_KEY, and security.auth.selectedType to "gemini-api-key" in ~/.gemini/settings.json.',
};

/** Failures whose words or exit codes are known, the most telling first. */
export const KNOWN_FAILURES: readonly GeminiFailure[] = [
  CLIENT_NOT_SUPPORTED,
  {
    // Behind it comes the whole text of --help, with words in it that other failures are known by.
    pattern: /^(unknown arguments?: |argument: |not enough arguments )/i,
    exitCodes: [],
    reason: 'agent-error',
    summary: 'Gemini CLI does not take an argument that it was given',
    hint: 'Look at "extraArgs", "model" and the version: "agentflow adapters" tells which one was tested.',
  },
  {
    pattern: /not running in a trusted (directory|folder)/i,
    exitCodes: [55],
    reason: 'agent-error',
    summary: 'Gemini CLI does not trust this folder',
    hint: 'Run "gemini" in the folder once and trust it, or add "--skip-trust" to extraArgs.',
  },
  {
    pattern: /error resuming session|invalid session identifier|no previous sessions/i,
    exitCodes: [],
    reason: 'agent-error',
    summary: 'Gemini CLI does not know the conversation to continue',
    hint: 'A conversation belongs to the folder it began in: use the same cwd, or start a fresh one.',
    conversationLost: true,
  },
  {
    pattern: /max(imum)? session turns/i,
    exitCodes: [53],
    reason: 'limit-reached',
    summary: 'Gemini CLI reached its limit of turns',
    hint: 'Raise model.maxSessionTurns in ~/.gemini/settings.json, or ask for less in one prompt.',
  },
  {
    pattern:
      /api key not valid|API_KEY_INVALID|UNAUTHENTICATED|PERMISSION_DENIED|set an auth method|failed to sign in|error authenticating|FatalAuthenticationError|"?code"?: ?40[13]\b/i,
    exitCodes: [41, 401 % 256, 403 % 256],
    reason: 'bad-credentials',
    summary: 'Gemini CLI could not log in',
    hint: 'Set a valid GEMINI_API_KEY, or run "gemini" and choose how to log in.',
  },
  {
    pattern: RATE_LIMIT,
    exitCodes: [429 % 256],
    reason: 'rate-limited',
    summary: 'Gemini CLI reached a rate limit',
    hint: 'Wait until the quota resets, or let the task try again later with "retry".',
  },
  {
    pattern:
      /UNAVAILABLE|"INTERNAL"|overloaded|fetch failed|terminated|socket|"?code"?: ?5\d\d\b|E(CONN(REFUSED|RESET)|NOTFOUND|TIMEDOUT|PIPE)/i,
    exitCodes: [500, 502, 503, 504].map((status) => status % 256),
    reason: 'transport',
    summary: 'Gemini CLI could not reach the model',
    hint: 'Check the network and GOOGLE_GEMINI_BASE_URL, or let the task try again with "retry".',
  },
];
