/** A line of a server's log as it is shown: our own in the person's language, the rest as the server wrote it. */
import type { LogLine } from '@portolan/contract/servers';
import type { Catalogue } from '@portolan/i18n/catalogue';

export function logText(t: Catalogue, { note, text }: LogLine): string {
  return note === undefined ? text : t.serverLog[note.code](note.details);
}
