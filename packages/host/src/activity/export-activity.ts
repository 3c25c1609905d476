/** The activity log as a file: JSON for programs, CSV for tables. */
import type { ActivityEntry } from '@portolan/contract/activity';

const columns = ['time', 'id', 'by', 'event', 'server', 'serverId', 'conversationId', 'callId', 'details'] as const;

/** So that programs for tables read Chinese as Chinese. */
const byteOrderMark = '\uFEFF';

/** Text pieces of one file, in order: what comes before, each entry, what comes after. */
export interface ActivityFormat {
  head: string;
  entry(entry: ActivityEntry, isFirst: boolean): string;
  tail: string;
}

export const activityFormats: Record<'json' | 'csv', ActivityFormat> = {
  json: { head: '[', entry: (entry, isFirst) => `${isFirst ? '\n' : ',\n'}${JSON.stringify({ time: new Date(entry.at).toISOString(), ...entry })}`, tail: '\n]\n' },
  csv: { head: `${byteOrderMark}${columns.join(',')}\r\n`, entry: (entry) => `${row(entry).map(csvCell).join(',')}\r\n`, tail: '' },
};

function row({ at, id, by, event, serverName, serverId, conversationId, callId }: ActivityEntry): string[] {
  const { type, ...details } = event;
  const written = Object.entries(details).map(([name, value]: [string, unknown]) => `${name}=${Array.isArray(value) ? value.join(' | ') : String(value)}`);
  return [new Date(at).toISOString(), String(id), by, type, serverName, serverId ?? '', conversationId ?? '', callId ?? '', written.join('; ')];
}

/**
 * RFC 4180. A cell that a program for tables would take for a formula gets an apostrophe in front: server and tool names are
 * written by strangers (OWASP CSV injection).
 */
export function csvCell(text: string): string {
  const isFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
