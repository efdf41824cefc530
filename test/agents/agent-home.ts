import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentName } from './pinned-agents.js';

export interface HomeOptions {
  readonly home: string;
  /** Where the agent works; it becomes trusted unless `trusted` is false. */
  readonly cwd: string;
  readonly modelUrl: string;
  /** Keeps the CLI's own retries; opencode and qwen have no switch against them. */
  readonly retry?: boolean;
  readonly trusted?: boolean;
  /** Only gemini asks how to log in. */
  readonly loggedIn?: boolean;
}

/**
 * Writes the configuration with which a CLI uses the fake model, asks no first-run question and sends no telemetry.
 * Returns the environment it needs for that, beside HOME.
 */
export function prepareHome(agent: AgentName, options: HomeOptions): Record<string, string> {
  // The CLIs litter the temporary folder (opencode with 5 to 19 MB at every start); here it goes with the home.
  const temporary = join(options.home, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return { TMPDIR: temporary, ...PREPARE[agent]({ retry: false, trusted: true, loggedIn: true, ...options }) };
}

const KEY = 'sk-fake-key-for-offline-tests';
const MODEL = 'fake-model';
/** A second one, to be chosen. */
export const OTHER_MODEL = 'other-model';

type Prepare = (options: Required<HomeOptions>) => Record<string, string>;

const PREPARE: Readonly<Record<AgentName, Prepare>> = {
  claude: ({ home, cwd, modelUrl, retry, trusted }) => {
    writeJson(join(home, '.claude.json'), {
      hasCompletedOnboarding: true, // the onboarding asks the real service and exits when it cannot
      theme: 'dark',
      customApiKeyResponses: { approved: [KEY.slice(-20)], rejected: [] }, // else it asks whether to use the key
      ...(trusted && { projects: { [cwd]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } } }),
    });
    return {
      ANTHROPIC_BASE_URL: modelUrl,
      ANTHROPIC_API_KEY: KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL: '1',
      DISABLE_AUTOUPDATER: '1',
      ...(!retry && { CLAUDE_CODE_MAX_RETRIES: '0' }),
    };
  },

  gemini: ({ home, cwd, modelUrl, retry, trusted, loggedIn }) => {
    writeJson(join(home, '.gemini', 'settings.json'), {
      // Without it a base URL selects the method "gateway", which gemini then rejects.
      security: { auth: loggedIn ? { selectedType: 'gemini-api-key' } : {}, folderTrust: { enabled: true } },
      general: {
        enableAutoUpdate: false,
        enableAutoUpdateNotification: false,
        ...(!retry && { maxAttempts: 1, retryFetchErrors: false }),
      },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      ui: { hideTips: true },
    });
    if (trusted) writeJson(join(home, '.gemini', 'trustedFolders.json'), { [cwd]: 'TRUST_FOLDER' });
    return { GOOGLE_GEMINI_BASE_URL: modelUrl, GEMINI_API_KEY: KEY };
  },

  codex: ({ home, cwd, modelUrl, retry }) => {
    const config = [
      `model = "${MODEL}"`,
      'model_provider = "fake"',
      'check_for_update_on_startup = false',
      '[model_providers.fake]',
      'name = "fake"',
      `base_url = "${modelUrl}/v1"`,
      'env_key = "FAKE_MODEL_KEY"',
      'wire_api = "responses"',
      ...(retry ? [] : ['request_max_retries = 0', 'stream_max_retries = 0']),
      '[features]',
      'plugins = false', // else it asks two servers on the internet for plugins at every start
      'daemon_auto_start = false', // else the interactive mode leaves daemons behind
      ...(retry ? [] : ['unbounded_connection_retries = false']),
      '[analytics]',
      'enabled = false',
      `[projects.${JSON.stringify(cwd)}]`,
      'trust_level = "trusted"',
    ];
    writeText(join(home, '.codex', 'config.toml'), config.join('\n'));
    return { CODEX_HOME: join(home, '.codex'), FAKE_MODEL_KEY: KEY };
  },

  opencode: ({ home, modelUrl }) => {
    const model = { name: 'Fake', limit: { context: 200_000, output: 8_000 } };
    writeJson(join(home, '.config', 'opencode', 'opencode.json'), {
      autoupdate: false,
      share: 'disabled',
      model: `fake/${MODEL}`,
      small_model: `fake/${MODEL}`,
      provider: {
        fake: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Fake',
          options: { baseURL: `${modelUrl}/v1`, apiKey: KEY },
          models: { [MODEL]: model, [OTHER_MODEL]: model },
        },
      },
    });
    return {
      XDG_CONFIG_HOME: join(home, '.config'),
      XDG_DATA_HOME: join(home, '.local', 'share'),
      XDG_STATE_HOME: join(home, '.local', 'state'),
      XDG_CACHE_HOME: join(home, '.cache'),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      npm_config_offline: 'true', // at every start opencode installs a plugin of 60 MB into its configuration
    };
  },

  qwen: ({ home, modelUrl, retry }) => {
    writeJson(join(home, '.qwen', 'settings.json'), {
      security: { auth: { selectedType: 'openai' } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      memory: { enableManagedAutoMemory: false }, // a second request behind every answer, which doubles the usage
      model: { name: MODEL, ...(!retry && { generationConfig: { maxRetries: 0 } }) },
    });
    return { OPENAI_BASE_URL: `${modelUrl}/v1`, OPENAI_API_KEY: KEY, OPENAI_MODEL: MODEL };
  },
};

function writeJson(path: string, value: object): void {
  writeText(path, JSON.stringify(value, null, 2));
}

function writeText(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${text}\n`);
}
