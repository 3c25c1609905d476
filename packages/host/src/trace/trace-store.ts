/** The trace of all servers, in memory only: what is kept, within which bounds, and who watches it. */
import type { CallId, ServerId } from '@portolan/contract/ids';
import type { TraceState } from '@portolan/contract/trace';
import { Entry } from './entry.ts';
import type { NewEntry } from './entry.ts';
import { Recorder } from './recorder.ts';
import type { RecorderSink } from './recorder.ts';
import { Ring } from './ring.ts';

export interface TraceLimits {
  /** Of one server. */
  entries: number;
  bytes: number;
  /** Of all servers together; the biggest gives way. */
  totalBytes: number;
}

export const defaultTraceLimits: TraceLimits = { entries: 20_000, bytes: 20_000_000, totalBytes: 100_000_000 };

/** Told of every change; must be quick and never throw. */
export interface TraceListener {
  added(entry: Entry): void;
  changed(entry: Entry): void;
  /** A server's entries were cleared, or its recording was switched. */
  reset(serverId: ServerId, isCleared: boolean): void;
}

/** One server's part. It outlives connections, so that what led to a failed start can still be seen. */
export class ServerTrace implements RecorderSink {
  readonly serverId: ServerId;
  readonly ring: Ring;
  readonly #store: TraceStore;
  isRecording = true;

  constructor(serverId: ServerId, store: TraceStore, limits: TraceLimits) {
    this.serverId = serverId;
    this.ring = new Ring(limits);
    this.#store = store;
  }

  /** For one connection; `tap` goes to the engine. */
  connection(): Recorder {
    return new Recorder(this);
  }

  add(from: NewEntry): Entry {
    return this.#store.add(this, new Entry(this.serverId, from));
  }

  changed(entry: Entry): void {
    if (entry.isGone) return;
    this.ring.resize(entry);
    this.#store.changed(entry);
  }

  get state(): TraceState {
    const { ring } = this;
    return { serverId: this.serverId, isRecording: this.isRecording, count: ring.count, bytes: ring.bytes, dropped: ring.dropped, oldestId: ring.oldest?.id ?? 0 };
  }
}

export class TraceStore {
  readonly #limits: TraceLimits;
  readonly #servers = new Map<ServerId, ServerTrace>();
  readonly #calls = new Map<CallId, Entry>();
  readonly #listeners = new Set<TraceListener>();
  #lastId = 0;

  constructor(limits: Partial<TraceLimits> = {}) {
    this.#limits = { ...defaultTraceLimits, ...limits };
  }

  /** The part of a server, made when it is first asked for. */
  of(serverId: ServerId): ServerTrace {
    let trace = this.#servers.get(serverId);
    if (trace === undefined) {
      trace = new ServerTrace(serverId, this, this.#limits);
      this.#servers.set(serverId, trace);
    }
    return trace;
  }

  /** One server, or all of them in no order. */
  traces(serverId?: ServerId): ServerTrace[] {
    if (serverId === undefined) return [...this.#servers.values()];
    const one = this.#servers.get(serverId);
    return one === undefined ? [] : [one];
  }

  states(serverId?: ServerId): TraceState[] {
    return this.traces(serverId).map((trace) => trace.state);
  }

  get lastId(): number {
    return this.#lastId;
  }

  find(serverId: ServerId, id: number): Entry | null {
    return this.#servers.get(serverId)?.ring.find(id) ?? null;
  }

  /** The newest request that made this call. */
  findCall(callId: CallId): Entry | null {
    const entry = this.#calls.get(callId);
    return entry === undefined || entry.isGone ? null : entry;
  }

  /** At most `limit` entries with an id above `id`, oldest first. */
  after(id: number, limit: number, serverId?: ServerId): Entry[] {
    const found = this.traces(serverId).map((trace) => trace.ring.after(id, limit));
    const [only] = found;
    if (found.length === 1 && only !== undefined) return only;
    return found.flat().toSorted((a, b) => a.id - b.id).slice(0, limit);
  }

  /** The id below the newest `count` entries. */
  idBeforeNewest(count: number, serverId?: ServerId): number {
    const rings = this.traces(serverId).map(({ ring }) => ring);
    let low = 0;
    let high = this.#lastId;
    while (low < high) {
      const middle = (low + high) >>> 1;
      let above = 0;
      for (const ring of rings) above += ring.countAfter(middle);
      if (above <= count) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  clear(serverId?: ServerId): void {
    for (const trace of this.traces(serverId)) {
      trace.ring.clear();
      for (const listener of this.#listeners) listener.reset(trace.serverId, true);
    }
    this.#dropGoneCalls();
  }

  setRecording(serverId: ServerId, isRecording: boolean): void {
    const trace = this.of(serverId);
    if (trace.isRecording === isRecording) return;
    trace.isRecording = isRecording;
    for (const listener of this.#listeners) listener.reset(serverId, false);
  }

  /** Lets go of servers that are no longer configured. */
  keepOnly(serverIds: Iterable<ServerId>): void {
    const kept = new Set(serverIds);
    for (const serverId of this.#servers.keys()) {
      if (kept.has(serverId)) continue;
      this.clear(serverId);
      this.#servers.delete(serverId);
    }
  }

  /** Returns a function that stops it. */
  listen(listener: TraceListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Only for `ServerTrace`. */
  add(trace: ServerTrace, entry: Entry): Entry {
    this.#lastId += 1;
    entry.id = this.#lastId;
    trace.ring.push(entry);
    this.#shrink();
    for (const listener of this.#listeners) listener.added(entry);
    return entry;
  }

  /** Only for `ServerTrace`. */
  changed(entry: Entry): void {
    if (entry.callId !== null && this.#calls.get(entry.callId) !== entry && entry.status === 'pending') {
      this.#calls.set(entry.callId, entry);
      if (this.#calls.size > 2 * this.#limits.entries) this.#dropGoneCalls();
    }
    this.#shrink();
    for (const listener of this.#listeners) listener.changed(entry);
  }

  #dropGoneCalls(): void {
    for (const [callId, entry] of this.#calls) if (entry.isGone) this.#calls.delete(callId);
  }

  /** The biggest gives way: a quiet server keeps its entries beside one that floods. */
  #shrink(): void {
    for (;;) {
      let total = 0;
      let biggest: Ring | undefined;
      for (const { ring } of this.#servers.values()) {
        total += ring.bytes;
        if (biggest === undefined || ring.bytes > biggest.bytes) biggest = ring;
      }
      if (total <= this.#limits.totalBytes || biggest === undefined || biggest.count === 0) return;
      biggest.dropOldest();
    }
  }
}
