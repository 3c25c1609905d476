/**
 * Makes a tool's inputSchema fit a kind of provider, saying in plain sentences what was changed, or why the tool has to be
 * left out. The original stays what servers are called with; only models see this one.
 */
import type { JsonObject } from '@portolan/contract/json';
import type { ProviderKind } from '@portolan/contract/providers';
import { ChangeLog } from './change-log.ts';
import { dialectOf, schemaFor } from './for-kind.ts';
import { inlineReferences } from './inline.ts';
import { repairSchema } from './repair.ts';
import { plainRoot } from './root.ts';

const maxBytes = 64_000;

export type FitSchema =
  | { excluded: null; schema: JsonObject; hint: string; changes: string[]; log: ChangeLog }
  /** Why no model of this kind is offered the tool. */
  | { excluded: string; changes: string[]; log: ChangeLog };

/** Never throws: a schema that can't be made to fit excludes its tool and nothing else (try-out 18). */
export function fitSchema(inputSchema: JsonObject, kind: ProviderKind): FitSchema {
  const log = new ChangeLog();
  const exclude = (reason: string): FitSchema => ({ excluded: reason, changes: log.list(), log });
  log.why = 'reference';
  const inlined = inlineReferences(inputSchema, log);
  log.why = 'form';
  const repaired = repairSchema(inlined, '', log);
  log.why = 'top';
  const root = plainRoot(repaired, log);
  log.why = 'service';
  if (!root) return exclude('Its arguments are not an object, and models can only give objects.');
  const schema = schemaFor(dialectOf[kind], root.schema, log);
  if (!schema) return exclude('A required argument has a name that this kind of model does not allow.');
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > maxBytes) return exclude(`Its schema takes ${Math.round(bytes / 1000)} KB; more than ${maxBytes / 1000} KB are not sent to models.`);
  return { excluded: null, schema, hint: root.hint, changes: log.list(), log };
}
