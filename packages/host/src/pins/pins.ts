/** What every server's tools were when they were first seen, and which of them are suspended for being something else now (H03). */
import type { ActivityEvent } from '@portolan/contract/activity';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { PinCounts, ToolPin } from '@portolan/contract/tool-pin';
import { noActivity } from '../activity/activity-port.ts';
import type { ActivityAbout, ActivityPort } from '../activity/activity-port.ts';
import type { NoticesPort } from '../ports.ts';
import { compareWithPins } from './drift.ts';
import type { Drift } from './drift.ts';
import { PackagePins } from './package-pins.ts';
import type { FetchedPackage, PackageStore } from './package-store.ts';
import type { PinStore, SaidOfItself, StoredPin } from './pin-store.ts';
import { fingerprint } from './pinned-definition.ts';
import type { ListedTool } from './pinned-definition.ts';
import type { PinnedServer, PinsPort } from './pins-port.ts';

export interface PinsOptions {
  store: PinStore;
  packages: PackageStore;
  notices: NoticesPort;
  /** Whether a server of this id is configured. */
  isConfigured: (id: ServerId) => boolean;
  /** After tools of this server were suspended, or are so no longer. */
  onChange: (id: ServerId) => void;
  /** Hears what changed and what was decided about it. */
  activity?: ActivityPort;
  onError?: (error: unknown) => void;
}

/** A server that keeps inventing names is not remembered without end: beyond this, names it no longer lists are forgotten. */
const maxPins = 2000;
const maxNamed = 6;
const maxSaid = 20_000;

/** One server as far as this run of the host has heard of it. */
interface Known {
  server: PinnedServer | null;
  stored: StoredPin[];
  said: SaidOfItself | null;
  /** What it says now; null until it was connected. */
  saysNow: SaidOfItself | null;
  tools: readonly ListedTool[];
  isComplete: boolean;
  drift: Drift;
  /** Comparisons of other lists, such as what was kept of the last connection. */
  others: WeakMap<readonly ListedTool[], Drift>;
  /** What the last notice was about. */
  noticed: string;
}

export class Pins implements PinsPort {
  /** Packages that became another one; public for the routes that show and accept it. */
  readonly packages: PackagePins;
  readonly #options: PinsOptions;
  readonly #known = new Map<ServerId, Known>();

  constructor(options: PinsOptions) {
    this.#options = options;
    this.packages = new PackagePins(options.packages, options.notices);
  }

  seen(server: PinnedServer, tools: readonly ListedTool[], isComplete: boolean): void {
    const known = this.#of(server.id, server);
    const state = known.stored.length === 0 ? 'known' : 'new';
    const { unpinned } = compareWithPins(known.stored, tools, isComplete);
    known.tools = tools;
    known.isComplete = isComplete;
    this.#guarded(() => {
      if (unpinned.length > 0) {
        this.#options.store.pin(server.id, unpinned.map(({ name, raw }) => ({ tool: name, print: fingerprint(raw), state })));
        known.stored = this.#options.store.find(server.id);
      }
      this.#forgetOldest(server.id, known);
    });
    this.#compare(server.id, known);
  }

  heard(server: PinnedServer, said: SaidOfItself, fetched: FetchedPackage | null): void {
    const known = this.#of(server.id, server);
    known.saysNow = { name: said.name, version: said.version, instructions: said.instructions.slice(0, maxSaid) };
    const first = known.said ?? known.saysNow;
    known.said = first;
    // The launch it runs by is kept with it, so that the same server is known under another id.
    this.#guarded(() => this.#options.store.saySince(server.id, server.launchHash, first));
    this.#guarded(() => this.packages.ran(server, fetched));
    this.#tell(server.id, known);
  }

  of(serverId: ServerId, tools: readonly ListedTool[]): ReadonlyMap<string, ToolPin> {
    const known = this.#of(serverId);
    return this.packages.held(serverId, tools, this.#compared(known, tools));
  }

  #compared(known: Known, tools: readonly ListedTool[]): ReadonlyMap<string, ToolPin> {
    if (known.tools === tools) return known.drift.pins;
    let drift = known.others.get(tools);
    if (drift === undefined) {
      drift = compareWithPins(known.stored, tools, true);
      known.others.set(tools, drift);
    }
    return drift.pins;
  }

  counts(serverId: ServerId): PinCounts | undefined {
    const known = this.#known.get(serverId);
    if (known === undefined) return undefined;
    const { suspended, keptOff, added } = inState(known.drift);
    const { removed } = known.drift;
    const isServerChanged = isOther(known);
    const isPackageChanged = this.packages.change(serverId) !== null;
    if (suspended.length + keptOff.length + added.length + removed.length === 0 && !isServerChanged && !isPackageChanged) return undefined;
    return { suspended: suspended.length, keptOff: keptOff.length, added: added.length, removed: removed.length, isServerChanged, isPackageChanged };
  }

  areInstructionsHeld(serverId: ServerId): boolean {
    const known = this.#known.get(serverId);
    return known?.said != null && known.saysNow !== null && known.said.instructions !== known.saysNow.instructions;
  }

  used(serverId: ServerId, tool: string): void {
    const known = this.#of(serverId);
    if (known.drift.pins.get(tool)?.state !== 'new') return;
    this.#guarded(() => {
      this.#options.store.markKnown(serverId, tool);
      this.#read(serverId, known);
    });
  }

  /** For the page that shows what changed. */
  state(serverId: ServerId): Pick<Known, 'stored' | 'said' | 'saysNow' | 'tools' | 'drift'> {
    return this.#of(serverId);
  }

  /** @throws {HostError} `server-changed` when a definition is not the one that was read */
  accept(serverId: ServerId, chosen: readonly { tool: string; hash: string }[]): void {
    const known = this.#of(serverId);
    const accepted = this.#chosen(known, chosen);
    this.#record(serverId, { type: 'definitions-accepted', tools: accepted.map(({ name }) => name) });
    this.#options.store.pin(serverId, accepted.map(({ name, raw }) => ({ tool: name, print: fingerprint(raw), state: 'known' })));
    // A tool that was renamed is no longer to be had under its former name.
    const former = accepted.flatMap(({ name }) => {
      const pin = known.drift.pins.get(name);
      return pin?.state === 'suspended' && pin.reasons.includes('renamed') && pin.other !== null ? [pin.other] : [];
    });
    if (former.length > 0) this.#options.store.forget(serverId, former);
    this.#read(serverId, known);
  }

  /** @throws {HostError} `server-changed` */
  keepOff(serverId: ServerId, chosen: readonly { tool: string; hash: string }[]): void {
    const known = this.#of(serverId);
    this.#chosen(known, chosen);
    this.#record(serverId, { type: 'definitions-kept-off', tools: chosen.map(({ tool }) => tool) });
    this.#options.store.keepOff(serverId, chosen);
    this.#read(serverId, known);
  }

  /** @throws {HostError} `server-changed` */
  acceptPackage(serverId: ServerId, shown: { version: string; integrity: string | null }): void {
    const known = this.#of(serverId);
    this.packages.accept({ id: serverId, name: known.server?.name ?? '' }, shown);
    this.#options.onChange(serverId);
  }

  acknowledge(serverId: ServerId): void {
    const known = this.#of(serverId);
    const { store } = this.#options;
    this.#record(serverId, { type: 'definitions-acknowledged' });
    store.markKnown(serverId);
    store.forget(serverId, known.drift.removed);
    if (known.server !== null && known.saysNow !== null) {
      store.saySince(serverId, known.server.launchHash, known.saysNow);
      known.said = known.saysNow;
    }
    this.#read(serverId, known);
  }

  #record(serverId: ServerId, event: ActivityEvent, about: ActivityAbout = {}): void {
    (this.#options.activity ?? noActivity).record(event, { serverId, ...about });
  }

  /** The tools as they are now, which have to be as they were shown. */
  #chosen(known: Known, chosen: readonly { tool: string; hash: string }[]): ListedTool[] {
    return chosen.map(({ tool, hash }) => {
      const now = known.tools.find(({ name }) => name === tool);
      if (now === undefined || fingerprint(now.raw).hash !== hash) throw new HostError('server-changed', { server: known.server?.name ?? '', tool });
      return now;
    });
  }

  #of(serverId: ServerId, server?: PinnedServer): Known {
    let known = this.#known.get(serverId);
    // Its tools may be looked at, from the lists of the last time, before it has been started: only then is it known how it is.
    if (server !== undefined && (known?.server ?? null) === null && this.#adopt(server)) known = undefined;
    if (known === undefined) {
      known = {
        server: server ?? null,
        stored: this.#options.store.find(serverId),
        said: this.#options.store.said(serverId),
        saysNow: null,
        tools: [],
        isComplete: false,
        drift: { pins: new Map(), unpinned: [], removed: [] },
        others: new WeakMap(),
        noticed: '',
      };
      this.#known.set(serverId, known);
    }
    if (server !== undefined) known.server = server;
    return known;
  }

  /** A server that was taken out and put in again is known by the way it is started. Whether it is one. */
  #adopt({ id, launchHash }: PinnedServer): boolean {
    const { store, isConfigured } = this.#options;
    if (store.find(id).length > 0 || store.said(id) !== null) return false;
    const former = store.serversOf(launchHash).find((each) => each !== id && !isConfigured(each));
    if (former === undefined) return false;
    store.move(former, id);
    return true;
  }

  #forgetOldest(serverId: ServerId, known: Known): void {
    const tooMany = known.stored.length - maxPins;
    if (tooMany <= 0) return;
    const listed = new Set(known.tools.map(({ name }) => name));
    const oldest = known.stored.filter(({ tool }) => !listed.has(tool)).toSorted((a, b) => a.pinnedAt - b.pinnedAt);
    this.#options.store.forget(serverId, oldest.slice(0, tooMany).map(({ tool }) => tool));
    known.stored = this.#options.store.find(serverId);
  }

  #read(serverId: ServerId, known: Known): void {
    known.stored = this.#options.store.find(serverId);
    this.#compare(serverId, known);
  }

  #compare(serverId: ServerId, known: Known): void {
    known.drift = compareWithPins(known.stored, known.tools, known.isComplete);
    known.others = new WeakMap();
    this.#tell(serverId, known);
  }

  /** A notice once for each thing that is not as it was, and gone when the person has decided. */
  #tell(serverId: ServerId, known: Known): void {
    const { suspended } = inState(known.drift);
    const isHeld = this.areInstructionsHeld(serverId);
    const about = JSON.stringify([suspended.map((tool) => [tool, hashOf(known, tool)]), isHeld ? known.saysNow?.instructions : null]);
    if (about !== known.noticed) {
      known.noticed = about;
      const id = `tools-changed ${serverId}`;
      if (suspended.length === 0 && !isHeld) this.#options.notices.dismiss?.(id);
      else {
        this.#record(serverId, { type: 'definitions-changed', tools: suspended }, { by: 'server', isOfServer: true });
        const named = `${suspended.slice(0, maxNamed).join(', ')}${suspended.length > maxNamed ? ' …' : ''}`;
        this.#options.notices.add({
          id,
          kind: 'tools-changed',
          problem: null,
          details: { serverId, server: known.server?.name ?? '', count: String(suspended.length), tools: named.slice(0, 400), ...(isHeld ? { instructions: 'held' } : {}) },
        });
      }
    }
    this.#options.onChange(serverId);
  }

  /** A disk that takes nothing must not keep a server from being used; what is suspended stays so. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError?.(error);
    }
  }
}

/** Names of the tools that wait for a decision, that were decided to stay off, and that are new. */
export function inState({ pins }: Drift): { suspended: string[]; keptOff: string[]; added: string[] } {
  const result: ReturnType<typeof inState> = { suspended: [], keptOff: [], added: [] };
  for (const [tool, pin] of pins) {
    if (pin.state === 'new') result.added.push(tool);
    if (pin.state === 'suspended') (pin.isKeptOff ? result.keptOff : result.suspended).push(tool);
  }
  return result;
}

function isOther({ said, saysNow }: Known): boolean {
  return said !== null && saysNow !== null && JSON.stringify(said) !== JSON.stringify(saysNow);
}

function hashOf(known: Known, tool: string): string {
  const now = known.tools.find(({ name }) => name === tool);
  return now === undefined ? '' : fingerprint(now.raw).hash;
}
