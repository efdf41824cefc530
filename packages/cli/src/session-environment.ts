import { join } from 'node:path';
import { collectSecrets, createRedactor, FileSessionStore, type OrchestratorEnvironment } from '@agentflow/core';
import { checkoutLock } from './checkout-lock.js';
import type { Project } from './project.js';

/** Where the sessions of a project are kept. */
export function sessionStore(folder: string): FileSessionStore {
  return new FileSessionStore({ root: join(folder, '.agentflow', 'sessions') });
}

/** What sessions of a project are run with. */
export function sessionEnvironment(project: Project): OrchestratorEnvironment {
  const { folder } = project;
  return { ...project, store: sessionStore(folder), env: process.env, checkout: checkoutLock(folder) };
}

/** Takes secrets out of what a command writes into a session: those of this environment, and of the named variables. */
export function secretsRedactor(names: readonly string[]): (text: string) => string {
  const redactor = createRedactor(collectSecrets(process.env, names));
  return (text) => redactor.text(text);
}

/** The size of the terminal that interactive tasks get. */
export function terminalSize() {
  return { columns: process.stderr.columns ?? 80, rows: process.stderr.rows ?? 24 };
}
