/** A configuration in memory, for tests of what reads one. */
import { randomUUID } from 'node:crypto';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import { serverHash } from '../../launch-hash.ts';
import type { ConfigState, ConfigStore, LaunchConfig, ServerChange, ServerConfig } from '../../ports.ts';

type Listener = (state: ConfigState, cause: 'self' | 'outside') => void;

export class MemoryConfig implements ConfigStore {
  readonly path = '/nowhere/config.json';
  #state: ConfigState = { servers: [], providers: [], defaultModel: null, settings: { theme: 'system', locale: 'system', isOnboarded: false } };
  readonly #listeners = new Set<Listener>();
  readonly #removed = new Map<string, ServerConfig>();

  current(): ConfigState {
    return this.#state;
  }

  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** As if the file had been edited by another program. */
  editOutside(id: ServerId, change: ServerChange): void {
    this.#replace(id, change, 'outside');
  }

  addServer(server: Omit<ServerConfig, 'id'>, replace?: ServerId): Promise<ServerConfig> {
    const added = { ...server, id: replace ?? ServerId.parse(randomUUID()) };
    const others = this.#state.servers.filter(({ id }) => id !== replace);
    this.#set([...others, added], 'self');
    return Promise.resolve(added);
  }

  async updateServer(id: ServerId, change: ServerChange | ((standing: ServerConfig) => ServerChange)): Promise<ServerConfig> {
    // The file waits for the disk: what stands by then is not what stood when the change was asked for.
    await new Promise(setImmediate);
    return this.#replace(id, typeof change === 'function' ? change(this.#get(id)) : change, 'self');
  }

  removeServer(id: ServerId): Promise<{ undo: string }> {
    const undo = randomUUID();
    this.#removed.set(undo, this.#get(id));
    this.#set(this.#state.servers.filter((server) => server.id !== id), 'self');
    return Promise.resolve({ undo });
  }

  restoreServer(undo: string): Promise<ServerConfig> {
    const server = this.#removed.get(undo);
    if (server === undefined) return Promise.reject(new HostError('server-unknown'));
    this.#set([...this.#state.servers, server], 'self');
    return Promise.resolve(server);
  }

  saveProvider(): Promise<void> {
    return Promise.resolve();
  }

  removeProvider(): Promise<void> {
    return Promise.resolve();
  }

  setDefaultModel(): Promise<void> {
    return Promise.resolve();
  }

  updateSettings(): Promise<ConfigState['settings']> {
    return Promise.resolve(this.#state.settings);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #get(id: ServerId): ServerConfig {
    const server = this.#state.servers.find((each) => each.id === id);
    if (server === undefined) throw new HostError('server-unknown', { serverId: id });
    return server;
  }

  #replace(id: ServerId, change: ServerChange, cause: 'self' | 'outside'): ServerConfig {
    const changed = { ...this.#get(id), ...change };
    this.#set(this.#state.servers.map((server) => (server.id === id ? changed : server)), cause);
    return changed;
  }

  #set(servers: ServerConfig[], cause: 'self' | 'outside'): void {
    this.#state = { ...this.#state, servers };
    for (const listener of this.#listeners) listener(this.#state, cause);
  }
}

/** A server that is enabled and, unless told otherwise, reviewed as it stands. */
export function serverConfig(name: string, launch: LaunchConfig, more: Partial<Omit<ServerConfig, 'id' | 'name' | 'launch'>> = {}): Omit<ServerConfig, 'id'> {
  return { name, launch, isEnabled: true, reviewedHash: serverHash({ launch, ...(more.sandbox === undefined ? {} : { sandbox: more.sandbox }) }), disabledTools: [], inputs: [], ...more };
}
