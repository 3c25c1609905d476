/** What servers asked of models and what that cost, on disk. Never among the conversations (F02). */
import * as z from 'zod/mini';
import type { ServerId } from '@portolan/contract/ids';
import { SamplingEntry, SamplingTranscript } from '@portolan/contract/samplings';
import type { Database } from './database.ts';

/** Transcripts kept for one server. */
const mostKept = 200;
/** What a run cost is kept this long, milliseconds: longer than any day that it counts for. */
const runsKept = 40 * 24 * 3_600_000;

export interface SamplingRun {
  serverId: ServerId;
  tokens: number;
  /** US dollars; null when it has no known price. */
  cost: number | null;
}

export interface SamplingStore {
  /** Counts one more request that was put before the person. */
  addRequest(serverId: ServerId): void;
  addRun(run: SamplingRun): void;
  /** Of all runs since then. */
  spent(serverId: ServerId, since: number): { tokens: number; cost: number; unpriced: number };
  requests(serverId: ServerId, since: number): number;
  add(serverId: ServerId, entry: Omit<SamplingEntry, 'id' | 'at'>, transcript: SamplingTranscript): void;
  /** Newest first. */
  list(serverId: ServerId): SamplingEntry[];
  get(serverId: ServerId, id: number): SamplingTranscript | null;
  clear(serverId: ServerId): void;
  /** Forgets what servers asked that are there no more. */
  keepOnly(serverIds: readonly ServerId[]): void;
}

const Sums = z.object({ tokens: z.number(), cost: z.number(), unpriced: z.number() });

export class SqliteSamplingStore implements SamplingStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  addRequest(serverId: ServerId): void {
    this.#insert(serverId, 1, 0, null);
  }

  addRun({ serverId, tokens, cost }: SamplingRun): void {
    this.#insert(serverId, 0, tokens, cost);
  }

  #insert(serverId: ServerId, requests: number, tokens: number, cost: number | null): void {
    const now = this.#now();
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM sampling_spent WHERE at < ?', now - runsKept);
      this.#db.run('INSERT INTO sampling_spent (server_id, at, requests, tokens, cost) VALUES (?, ?, ?, ?, ?)', serverId, now, requests, tokens, cost);
    });
  }

  spent(serverId: ServerId, since: number): { tokens: number; cost: number; unpriced: number } {
    const row = this.#db.get('SELECT coalesce(sum(tokens), 0) AS tokens, coalesce(sum(cost), 0.0) AS cost, count(*) - count(cost) AS unpriced FROM sampling_spent WHERE server_id = ? AND at >= ? AND requests = 0', serverId, since);
    return Sums.parse(row);
  }

  requests(serverId: ServerId, since: number): number {
    return z.object({ count: z.number() }).parse(this.#db.get('SELECT count(*) AS count FROM sampling_spent WHERE server_id = ? AND at >= ? AND requests = 1', serverId, since)).count;
  }

  add(serverId: ServerId, entry: Omit<SamplingEntry, 'id' | 'at'>, transcript: SamplingTranscript): void {
    const { outcome, model, tokens, cost, about } = entry;
    this.#db.transaction(() => {
      this.#db.run('INSERT INTO samplings (server_id, at, outcome, model, tokens, cost, about, transcript) VALUES (?, ?, ?, ?, ?, ?, ?, ?)', serverId, this.#now(), outcome, model, tokens, cost, about, JSON.stringify(transcript));
      this.#db.run('DELETE FROM samplings WHERE server_id = ? AND id NOT IN (SELECT id FROM samplings WHERE server_id = ? ORDER BY id DESC LIMIT ?)', serverId, serverId, mostKept);
    });
  }

  list(serverId: ServerId): SamplingEntry[] {
    return this.#db.all('SELECT id, at, outcome, model, tokens, cost, about FROM samplings WHERE server_id = ? ORDER BY id DESC LIMIT ?', serverId, mostKept).flatMap((row) => {
      const entry = SamplingEntry.safeParse(row);
      return entry.success ? [entry.data] : [];
    });
  }

  get(serverId: ServerId, id: number): SamplingTranscript | null {
    const row = this.#db.get('SELECT transcript FROM samplings WHERE server_id = ? AND id = ?', serverId, id);
    if (typeof row?.['transcript'] !== 'string') return null;
    const transcript = SamplingTranscript.safeParse(JSON.parse(row['transcript']));
    return transcript.success ? transcript.data : null;
  }

  clear(serverId: ServerId): void {
    this.#db.run('DELETE FROM samplings WHERE server_id = ?', serverId);
  }

  keepOnly(serverIds: readonly ServerId[]): void {
    const kept = JSON.stringify(serverIds);
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM samplings WHERE server_id NOT IN (SELECT value FROM json_each(?))', kept);
      this.#db.run('DELETE FROM sampling_spent WHERE server_id NOT IN (SELECT value FROM json_each(?))', kept);
    });
  }
}
