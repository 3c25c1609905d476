/** Notes which version of an unpinned package each server ran with, and tells the person when it became another (A14). */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import type { EventOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import { replaceFile } from '../../durable-file.ts';
import { launchHash } from '../../launch-hash.ts';
import type { ConfigStore, NoticesPort, ServerConfig } from '../../ports.ts';
import { resolvedPackage } from './resolved-version.ts';
import type { ResolvedPackage } from './resolved-version.ts';

const Seen = z.record(z.string(), z.object({ launchHash: z.string(), version: z.string(), before: z.nullable(z.string()) }));
type Seen = z.infer<typeof Seen>;

export interface PackageWatchDeps {
  config: ConfigStore;
  notices: NoticesPort;
  /** `state/packages.json` is kept here. */
  dataDir: string;
  /** Folders in which npm keeps what it fetched, for one server. */
  caches: (serverId: ServerId) => string[];
  watch: (signal: AbortSignal) => AsyncIterable<EventOf<'servers/watch'>>;
}

export class PackageWatch implements AsyncDisposable {
  readonly #deps: PackageWatchDeps;
  readonly #path: string;
  readonly #ending = new AbortController();
  readonly #done: Promise<void>;
  #seen: Seen;

  constructor(deps: PackageWatchDeps, onError: (error: unknown) => void) {
    this.#deps = deps;
    this.#path = path.join(deps.dataDir, 'state', 'packages.json');
    this.#seen = load(this.#path);
    this.#done = this.#follow().catch(onError);
  }

  /** What ran last, and what ran before it. */
  async resolved(server: ServerConfig): Promise<(ResolvedPackage & { before: string | null }) | null> {
    const found = await resolvedPackage(server.launch, this.#deps.caches(server.id));
    if (!found) return null;
    const seen = this.#seen[server.id];
    return { ...found, before: seen && seen.launchHash === launchHash(server.launch) && seen.version === found.version ? seen.before : null };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.#done;
  }

  async #follow(): Promise<void> {
    const running = new Set<ServerId>();
    for await (const event of this.#deps.watch(this.#ending.signal)) {
      const views = event.type === 'snapshot' ? event.servers : event.type === 'changed' ? [event.server] : [];
      for (const { id, state } of views) {
        const isNew = state === 'ready' && !running.has(id);
        if (state === 'ready') running.add(id);
        else if (state !== 'degraded') running.delete(id);
        // oxlint-disable-next-line no-await-in-loop -- in the order of what happened
        if (isNew) await this.#note(id);
      }
    }
  }

  async #note(id: ServerId): Promise<void> {
    const server = this.#deps.config.current().servers.find((each) => each.id === id);
    const found = server && (await resolvedPackage(server.launch, this.#deps.caches(id)));
    if (!server || !found) return;
    const hash = launchHash(server.launch);
    const last = this.#seen[id];
    if (last?.launchHash === hash && last.version === found.version) return;
    const before = last?.launchHash === hash ? last.version : null;
    this.#seen = { ...this.#seen, [id]: { launchHash: hash, version: found.version, before } };
    mkdirSync(path.dirname(this.#path), { recursive: true, mode: 0o700 });
    await replaceFile(this.#path, JSON.stringify(this.#seen), { mode: 0o600 });
    if (before !== null) this.#deps.notices.add({ id: `package-changed-${id}`, kind: 'package-changed', problem: null, details: { server: server.name, package: found.name, before, after: found.version } });
  }
}

function load(file: string): Seen {
  try {
    return Seen.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data ?? {};
  } catch {
    return {};
  }
}
