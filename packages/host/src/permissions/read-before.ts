/** What of servers a chat has read (H10): found in its stored messages, so that a restart forgets nothing of it. */
import type { ConversationView, PartView } from '@portolan/contract/conversations';
import { ServerId } from '@portolan/contract/ids';
import type { ReadBefore } from '@portolan/contract/rules';
import type { AvailableTool, StoredMessage } from '../ports.ts';

/** Named on a card; that there is anything at all is what counts. */
const mostNamed = 20;

/** Stands for whoever wrote the file of an imported chat: no server of ours has this id. */
const stranger = ServerId.parse('imported');

/**
 * One entry a server and thing read, the latest first. Everything that came from a server counts, whatever became of it; of a chat
 * that came from a file every word does (C12).
 */
export function readIn(messages: readonly Pick<StoredMessage, 'parts'>[], chat: Pick<ConversationView, 'title' | 'importedFrom'>): ReadBefore[] {
  const found = new Map<string, ReadBefore>();
  if (chat.importedFrom !== undefined) found.set('', { serverId: stranger, serverName: chat.importedFrom, kind: 'chat', name: chat.title });
  for (const { parts } of messages) {
    for (const part of parts) {
      const read = readFrom(part);
      if (read === null) continue;
      const key = JSON.stringify([read.serverId, read.kind, read.name]);
      found.delete(key);
      found.set(key, read);
    }
  }
  return [...found.values()].toReversed();
}

/**
 * What of it makes a call to this tool one to ask about: what other servers said, unless the tool is known to do nothing
 * but read. Known is what comes with the app; what other servers say of themselves is a claim (C09).
 */
export function readOfOthers(read: readonly ReadBefore[], tool: Pick<AvailableTool, 'serverId' | 'view'>, isOwnServer: boolean): ReadBefore[] {
  if (isOwnServer && onlyReads(tool.view.annotations)) return [];
  return read.filter(({ serverId }) => serverId !== tool.serverId).slice(0, mostNamed);
}

/** Reading from the open world sends something there, too: an address alone can carry a secret out. */
function onlyReads(annotations: AvailableTool['view']['annotations']): boolean {
  return annotations?.readOnlyHint === true && annotations.destructiveHint !== true && annotations.openWorldHint === false;
}

function readFrom(part: PartView): ReadBefore | null {
  if (part.type === 'tool-call') {
    // An error's words come from the server, too.
    const wasAnswered = part.result !== null || (part.problem !== null && part.startedAt !== null);
    return part.serverId === null || !wasAnswered ? null : { serverId: part.serverId, serverName: part.serverName, kind: 'tool', name: part.title ?? part.tool };
  }
  if (part.type !== 'attachment' || part.serverId === null) return null;
  return { serverId: part.serverId, serverName: part.serverName, kind: part.uri.startsWith('prompt:') ? 'prompt' : 'resource', name: part.name };
}
