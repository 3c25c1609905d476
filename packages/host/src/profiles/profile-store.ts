/** Profiles in SQLite, and which of them new chats begin with. */
import * as z from 'zod/mini';
import { ProfileId } from '@portolan/contract/ids';
import { ProfileInput } from '@portolan/contract/profiles';
import type { Database } from '../storage/database.ts';
import { SqliteNamedStore } from '../storage/named-store.ts';
import type { Named } from '../storage/named-store.ts';

/** What is kept of one beside its name. */
export const ProfileContent = z.omit(ProfileInput, { name: true });
export type ProfileContent = z.infer<typeof ProfileContent>;
export type StoredProfile = Named<ProfileId, ProfileContent>;

export class SqliteProfileStore extends SqliteNamedStore<ProfileId, ProfileContent> {
  constructor(database: Database, now?: () => number) {
    super(database, now, { table: 'chat_profiles', id: ProfileId, value: ProfileContent });
  }

  /** Null where there is none, or where it was removed. */
  defaultId(): ProfileId | null {
    const id = ProfileId.safeParse(this.db.get('SELECT id FROM chat_profiles WHERE is_default = 1 AND removed_at IS NULL')?.['id']);
    return id.success ? id.data : null;
  }

  setDefault(id: ProfileId | null): void {
    this.db.transaction(() => {
      this.db.run('UPDATE chat_profiles SET is_default = 0 WHERE is_default = 1');
      if (id !== null) this.db.run('UPDATE chat_profiles SET is_default = 1 WHERE id = ?', id);
    });
  }

  /** Deletes for good what was removed before that moment (ms since the epoch) and no chat has. */
  emptyRemoved(before: number): void {
    this.db.run('DELETE FROM chat_profiles WHERE removed_at < ? AND id NOT IN (SELECT profile_id FROM conversations WHERE profile_id IS NOT NULL)', before);
  }
}
