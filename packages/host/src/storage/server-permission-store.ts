/** What is kept of a server beside its configuration, so that it is there again when the same one is put in anew. */
import * as z from 'zod/mini';
import { ServerId } from '@portolan/contract/ids';
import { PermissionProfile } from '@portolan/contract/rules';
import type { Database, Row } from './database.ts';

export interface ServerPermissions {
  serverId: ServerId;
  name: string;
  launchHash: string;
  profile: PermissionProfile;
  /** What its profile allows at first was allowed, or there was nothing of it. */
  isBegun: boolean;
  disabledTools: string[];
}

export interface ServerPermissionStore {
  /** The one that was seen last first. */
  list(): ServerPermissions[];
  save(server: ServerPermissions): void;
  remove(id: ServerId): void;
  /** What servers start with that are added. */
  profile(): PermissionProfile;
  setProfile(profile: PermissionProfile): void;
}

const ServerRow = z.object({ server_id: ServerId, name: z.string(), launch_hash: z.string(), profile: PermissionProfile, is_begun: z.number(), disabled_tools: z.string() });

/** Of servers that are gone, so that adding and removing without end fills nothing. */
const mostKept = 1000;

export class SqliteServerPermissionStore implements ServerPermissionStore {
  readonly #db: Database;
  readonly #now: () => number;

  constructor(database: Database, options: { now?: () => number } = {}) {
    this.#db = database;
    this.#now = options.now ?? Date.now;
  }

  list(): ServerPermissions[] {
    return this.#db.all('SELECT * FROM server_permissions ORDER BY seen_at DESC, rowid DESC').flatMap(toServer);
  }

  save({ serverId, name, launchHash, profile, isBegun, disabledTools }: ServerPermissions): void {
    this.#db.transaction(() => {
      this.#db.run(
        'INSERT OR REPLACE INTO server_permissions (server_id, name, launch_hash, profile, is_begun, disabled_tools, seen_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        serverId,
        name,
        launchHash,
        profile,
        isBegun ? 1 : 0,
        JSON.stringify(disabledTools),
        this.#now(),
      );
      this.#db.run('DELETE FROM server_permissions WHERE server_id NOT IN (SELECT server_id FROM server_permissions ORDER BY seen_at DESC LIMIT ?)', mostKept);
    });
  }

  remove(id: ServerId): void {
    this.#db.run('DELETE FROM server_permissions WHERE server_id = ?', id);
  }

  profile(): PermissionProfile {
    const found = PermissionProfile.safeParse(this.#db.get('SELECT profile FROM permission_profile')?.['profile']);
    return found.success ? found.data : 'ask';
  }

  setProfile(profile: PermissionProfile): void {
    this.#db.run('INSERT OR REPLACE INTO permission_profile (id, profile) VALUES (1, ?)', profile);
  }
}

function toServer(row: Row): ServerPermissions[] {
  const parsed = ServerRow.safeParse(row);
  if (!parsed.success) return [];
  const { server_id: serverId, name, launch_hash: launchHash, profile, is_begun: isBegun, disabled_tools: disabled } = parsed.data;
  return [{ serverId, name, launchHash, profile, isBegun: isBegun !== 0, disabledTools: textsOf(disabled) }];
}

function textsOf(json: string): string[] {
  try {
    return z.array(z.string()).parse(JSON.parse(json));
  } catch {
    return [];
  }
}
