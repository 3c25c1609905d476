/** A line of a server's log as it is shown: our own in the person's language, the rest as the server wrote it. */
import type { LogLine } from '@portolan/contract/servers';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { lifecycleText } from '@portolan/i18n/lifecycle-text';

export function logText(t: Catalogue, { note, text }: LogLine): string {
  return note === undefined ? text : lifecycleText(t, note.code, note.details);
}
