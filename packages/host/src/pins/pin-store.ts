/** Pinned definitions on disk, beside the standing permissions: outside of anything a tool may be able to write (H03, A18). */
import * as z from 'zod/mini';
import { JsonObject } from '@portolan/contract/json';
import { ServerId } from '@portolan/contract/ids';
import type { Database } from '../storage/database.ts';
import type { Fingerprint } from './pinned-definition.ts';

export interface StoredPin {
  tool: string;
  /** The pinned fields; empty when nothing was ever accepted of this tool. */
  definition: JsonObject;
  /** Null when the tool was only ever kept off. */
  hash: string | null;
  bodyHash: string;
  /** `new`: it came after the others and was neither used nor looked at. */
  state: 'known' | 'new';
  /** Hash of the definition that the person wants to stay off. */
  keptOff: string | null;
  pinnedAt: number;
}

/** What a server says of itself, kept beside its pins. */
export interface SaidOfItself {
  name: string;
  version: string;
  instructions: string;
}

/** Pins as `Pins` needs them; every method has committed when it returns. */
export interface PinStore {
  find(serverId: ServerId): StoredPin[];
  /** What the server said; null when it is not known here. */
  said(serverId: ServerId): SaidOfItself | null;
  /** Pins these, in place of what was pinned under their names. */
  pin(serverId: ServerId, tools: readonly { tool: string; print: Fingerprint; state: StoredPin['state'] }[]): void;
  keepOff(serverId: ServerId, tools: readonly { tool: string; hash: string }[]): void;
  /** Everything that is new is known from now on, or only one tool of it. */
  markKnown(serverId: ServerId, tool?: string): void;
  forget(serverId: ServerId, tools: readonly string[]): void;
  saySince(serverId: ServerId, launchHash: string, said: SaidOfItself): void;
  /** Servers that were started in this way, the last one first. */
  serversOf(launchHash: string): ServerId[];
  /** Everything pinned of one server is from now on another's. */
  move(from: ServerId, to: ServerId): void;
}

const PinRow = z.object({
  tool: z.string(),
  definition: z.string(),
  hash: z.nullable(z.string()),
  body_hash: z.string(),
  state: z.enum(['known', 'new']),
  kept_off: z.nullable(z.string()),
  pinned_at: z.number(),
});
const Said = z.object({ name: z.string(), version: z.string(), instructions: z.string() });

export class SqlitePinStore implements PinStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  find(serverId: ServerId): StoredPin[] {
    return this.#db.all('SELECT * FROM pins WHERE server_id = ? ORDER BY tool', serverId).flatMap((row): StoredPin[] => {
      const parsed = PinRow.safeParse(row);
      if (!parsed.success) return [];
      const { tool, definition, hash, body_hash: bodyHash, state, kept_off: keptOff, pinned_at: pinnedAt } = parsed.data;
      return [{ tool, definition: read(definition), hash, bodyHash, state, keptOff, pinnedAt }];
    });
  }

  said(serverId: ServerId): SaidOfItself | null {
    const row = this.#db.get('SELECT said FROM pinned_servers WHERE server_id = ?', serverId);
    const parsed = Said.safeParse(typeof row?.['said'] === 'string' ? read(row['said']) : null);
    return parsed.success ? parsed.data : null;
  }

  pin(serverId: ServerId, tools: readonly { tool: string; print: Fingerprint; state: StoredPin['state'] }[]): void {
    this.#db.transaction(() => {
      for (const { tool, print, state } of tools) {
        this.#db.run(
          'INSERT OR REPLACE INTO pins (server_id, tool, definition, hash, body_hash, state, kept_off, pinned_at) VALUES (?, ?, ?, ?, ?, ?, NULL, ?)',
          serverId,
          tool,
          print.definition,
          print.hash,
          print.bodyHash,
          state,
          this.#now(),
        );
      }
    });
  }

  keepOff(serverId: ServerId, tools: readonly { tool: string; hash: string }[]): void {
    this.#db.transaction(() => {
      for (const { tool, hash } of tools) {
        this.#db.run(
          `INSERT INTO pins (server_id, tool, definition, hash, body_hash, state, kept_off, pinned_at) VALUES (?, ?, '{}', NULL, '', 'known', ?, ?)
           ON CONFLICT (server_id, tool) DO UPDATE SET kept_off = excluded.kept_off`,
          serverId,
          tool,
          hash,
          this.#now(),
        );
      }
    });
  }

  markKnown(serverId: ServerId, tool?: string): void {
    if (tool === undefined) this.#db.run("UPDATE pins SET state = 'known' WHERE server_id = ?", serverId);
    else this.#db.run("UPDATE pins SET state = 'known' WHERE server_id = ? AND tool = ?", serverId, tool);
  }

  forget(serverId: ServerId, tools: readonly string[]): void {
    this.#db.transaction(() => {
      for (const tool of tools) this.#db.run('DELETE FROM pins WHERE server_id = ? AND tool = ?', serverId, tool);
    });
  }

  saySince(serverId: ServerId, launchHash: string, said: SaidOfItself): void {
    this.#db.run('INSERT OR REPLACE INTO pinned_servers (server_id, launch_hash, said, seen_at) VALUES (?, ?, ?, ?)', serverId, launchHash, JSON.stringify(said), this.#now());
  }

  serversOf(launchHash: string): ServerId[] {
    const rows = this.#db.all('SELECT server_id FROM pinned_servers WHERE launch_hash = ? ORDER BY seen_at DESC', launchHash);
    return rows.flatMap((row) => {
      const parsed = ServerId.safeParse(row['server_id']);
      return parsed.success ? [parsed.data] : [];
    });
  }

  move(from: ServerId, to: ServerId): void {
    this.#db.transaction(() => {
      this.#db.run('DELETE FROM pinned_servers WHERE server_id = ?', to);
      this.#db.run('UPDATE pins SET server_id = ? WHERE server_id = ?', to, from);
      this.#db.run('UPDATE OR REPLACE pinned_packages SET server_id = ? WHERE server_id = ?', to, from);
      this.#db.run('UPDATE pinned_servers SET server_id = ? WHERE server_id = ?', to, from);
    });
  }
}

function read(json: string): JsonObject {
  try {
    const parsed = JsonObject.safeParse(JSON.parse(json));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}
