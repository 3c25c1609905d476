/**
 * Packages that became another one between two starts (A14). What they say of their tools may be what it always was: all tools
 * of such a server wait until the person has seen which version runs now.
 */
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { PackageDrift } from '@portolan/contract/pins';
import type { ToolPin } from '@portolan/contract/tool-pin';
import type { NoticesPort } from '../ports.ts';
import type { FetchedPackage, PackageStore } from './package-store.ts';
import type { ListedTool } from './pinned-definition.ts';

interface Change {
  before: FetchedPackage;
  after: FetchedPackage;
}

export class PackagePins {
  readonly #store: PackageStore;
  readonly #notices: NoticesPort;
  /** Found by the last start of this run of the host; a server runs nothing before it was started. */
  readonly #changes = new Map<ServerId, Change>();
  readonly #held = new WeakMap<ReadonlyMap<string, ToolPin>, ReadonlyMap<string, ToolPin>>();

  constructor(store: PackageStore, notices: NoticesPort) {
    this.#store = store;
    this.#notices = notices;
  }

  /** What a server that was just connected to runs; null when it is pinned by its launch or cannot be told. */
  ran(server: { id: ServerId; name: string }, fetched: FetchedPackage | null): void {
    const { id, name } = server;
    const before = fetched === null ? null : this.#store.find(id);
    if (fetched === null || before === null || before.spec !== fetched.spec || isSame(before, fetched)) {
      this.#forget(id);
      // One that was known by its version alone is known by its content from now on.
      if (fetched !== null) this.#store.keep(id, fetched);
      return;
    }
    this.#changes.set(id, { before, after: fetched });
    this.#notices.add({ id: noticeOf(id), kind: 'package-changed', problem: null, details: { serverId: id, server: name, package: fetched.spec, before: before.version, after: fetched.version } });
  }

  /** What the person has to look at; null while there is nothing. */
  change(serverId: ServerId): PackageDrift | null {
    const change = this.#changes.get(serverId);
    if (change === undefined) return null;
    const { before, after } = change;
    return { spec: after.spec, before: { version: before.version, integrity: before.integrity }, after: { version: after.version, integrity: after.integrity } };
  }

  /** The tools as they stand while the package waits to be looked at; the same map for the same list. */
  held(serverId: ServerId, tools: readonly ListedTool[], pins: ReadonlyMap<string, ToolPin>): ReadonlyMap<string, ToolPin> {
    if (!this.#changes.has(serverId)) return pins;
    let held = this.#held.get(pins);
    if (held === undefined) {
      held = new Map(tools.map(({ name }) => [name, waiting(pins.get(name))]));
      this.#held.set(pins, held);
    }
    return held;
  }

  /** @throws {HostError} `server-changed` when it is not the one that was shown any more */
  accept(server: { id: ServerId; name: string }, shown: { version: string; integrity: string | null }): void {
    const change = this.#changes.get(server.id);
    if (change === undefined || change.after.version !== shown.version || change.after.integrity !== shown.integrity) throw new HostError('server-changed', { server: server.name });
    this.#store.keep(server.id, change.after);
    this.#forget(server.id);
  }

  #forget(id: ServerId): void {
    if (this.#changes.delete(id)) this.#notices.dismiss?.(noticeOf(id));
  }
}

function waiting(pin: ToolPin | undefined): ToolPin {
  if (pin?.state === 'suspended') return { ...pin, reasons: [...pin.reasons, 'package'] };
  return { state: 'suspended', reasons: ['package'], other: null, isKeptOff: false };
}

function isSame(before: FetchedPackage, now: FetchedPackage): boolean {
  return before.version === now.version && (before.integrity === null || before.integrity === now.integrity);
}

function noticeOf(id: ServerId): string {
  return `package-changed ${id}`;
}
