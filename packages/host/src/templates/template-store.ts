/** Prompt templates in SQLite. */
import * as z from 'zod/mini';
import { ServerId, TemplateId } from '@portolan/contract/ids';
import { TemplateInput } from '@portolan/contract/templates';
import type { Database } from '../storage/database.ts';
import { SqliteNamedStore } from '../storage/named-store.ts';
import type { Named } from '../storage/named-store.ts';

/**
 * `bound`: which server each reference meant when the template was saved, by the reference as written. Another server that offers
 * something under the same address later is not taken for it.
 */
const TemplateContent = z.object({ description: TemplateInput.shape.description, text: TemplateInput.shape.text, bound: z.record(z.string(), ServerId) });
export type TemplateContent = z.infer<typeof TemplateContent>;
export type StoredTemplate = Named<TemplateId, TemplateContent>;

export class SqliteTemplateStore extends SqliteNamedStore<TemplateId, TemplateContent> {
  constructor(database: Database, now?: () => number) {
    super(database, now, { table: 'prompt_templates', id: TemplateId, value: TemplateContent });
  }

  /** Deletes for good what was removed before that moment (ms since the epoch). */
  emptyRemoved(before: number): void {
    this.db.run('DELETE FROM prompt_templates WHERE removed_at < ?', before);
  }
}
