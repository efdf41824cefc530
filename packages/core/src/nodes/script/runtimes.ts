/** The programs that run scripts. */
export const RUNTIMES = {
  bun: { language: 'javascript', inline: '.ts', named: ['.ts', '.js', '.mjs'], install: 'npm install -g bun' },
  uv: {
    language: 'python',
    inline: '.py',
    named: ['.py'],
    install: 'curl -LsSf https://astral.sh/uv/install.sh | sh',
  },
  node: {
    language: 'javascript',
    inline: '.mjs',
    named: ['.mjs', '.js', '.ts'],
    install: 'see https://nodejs.org/en/download',
  },
} as const;

export type Runtime = keyof typeof RUNTIMES;

export function installHint(runtime: Runtime): string {
  return `Install it: ${RUNTIMES[runtime].install}`;
}
