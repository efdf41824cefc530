import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Files = Readonly<Record<string, string>>;

interface Version {
  readonly packageJson: Readonly<Record<string, unknown>>;
  tarball: Buffer;
  /** What the registry says; it differs from the tarball where somebody tampered with it. */
  integrity: string;
}

/** A small npm registry on this machine: packages, tarballs, and the power to keep a request waiting. */
export class NpmRegistry implements AsyncDisposable {
  readonly #server: Server;
  readonly #packages = new Map<string, Map<string, Version>>();
  readonly #held = new Map<string, () => void>();
  /** The paths that were asked for. */
  readonly requests: string[] = [];
  /** The credentials that came with them. */
  readonly authorizations: (string | undefined)[] = [];

  private constructor() {
    this.#server = createServer((request, response) => this.#answer(request, response));
  }

  static async listen(): Promise<NpmRegistry> {
    const registry = new NpmRegistry();
    await new Promise<void>((resolve) => registry.#server.listen(0, '127.0.0.1', resolve));
    return registry;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** What npm needs to use this registry and no other. */
  get env(): Readonly<Record<string, string>> {
    return { npm_config_registry: this.url };
  }

  publish(files: Files): void {
    const packageJson = JSON.parse(files['package.json'] ?? '{}') as { name: string; version: string };
    const tarball = pack(files);
    this.publishTarball(packageJson, tarball);
  }

  publishTarball(packageJson: { readonly name: string; readonly version: string }, tarball: Buffer): void {
    const versions = this.#packages.get(packageJson.name) ?? new Map<string, Version>();
    versions.set(packageJson.version, { packageJson, tarball, integrity: integrityOf(tarball) });
    this.#packages.set(packageJson.name, versions);
  }

  /** Changes a published tarball; `admits` its new integrity, or still names the old. */
  tamper(name: string, version: string, { files, admits }: { files: Files; admits: boolean }): void {
    const found = this.#packages.get(name)?.get(version);
    if (!found) throw new Error(`${name}@${version} is not published.`);
    found.tarball = pack(files);
    if (admits) found.integrity = integrityOf(found.tarball);
  }

  /** Never answers requests of this path; resolves when one has come. */
  hold(path: string): Promise<void> {
    return new Promise((resolve) => this.#held.set(path, resolve));
  }

  /** Answers requests of this path again. */
  release(path: string): void {
    this.#held.delete(path);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent(new URL(request.url ?? '/', this.url).pathname).slice(1);
    this.requests.push(path);
    this.authorizations.push(request.headers.authorization);
    const held = this.#held.get(path);
    if (held) return held();
    const [name = '', file] = path.split('/-/');
    const versions = this.#packages.get(name);
    if (!versions)
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"Not found"}');
    if (file === undefined)
      return void response.setHeader('content-type', 'application/json').end(this.#describe(name, versions));
    const tarball = versions.get(file.replace(/\.tgz$/, ''))?.tarball;
    if (tarball) response.end(tarball);
    else response.writeHead(404).end();
  }

  #describe(name: string, versions: ReadonlyMap<string, Version>): string {
    const described = [...versions].map(([version, { packageJson, integrity }]) => {
      const dist = { tarball: `${this.url}${name}/-/${version}.tgz`, integrity };
      const scripts = packageJson.scripts as Record<string, string> | undefined;
      return [version, { ...packageJson, dist, ...(scripts?.postinstall && { hasInstallScript: true }) }];
    });
    const latest = [...versions.keys()].at(-1);
    return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(described) });
  }
}

/** The tarball of some files, as npm makes it. */
function pack(files: Files): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'agentflow-pack-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      const file = join(folder, 'package', name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
    return readFileSync(join(folder, 'package.tgz'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function integrityOf(tarball: Buffer): string {
  return `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
}
