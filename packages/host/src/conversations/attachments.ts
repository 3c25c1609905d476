/** What a person attaches to a message: resources, read when it is sent, and messages of a prompt as the person saw them. */
import type { AttachmentInput, PartView } from '@portolan/contract/conversations';
import type { ContentView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { ServersPort } from '../ports.ts';

/** Characters of all attachments of one message, base64 included. */
const maxCharacters = 40_000_000;
const readWithinMs = 60_000;

export interface MessageParts {
  role: 'user' | 'assistant';
  parts: PartView[];
}

/**
 * The messages to append, in order. Messages of a prompt keep their roles; everything else goes into the person's own
 * message at the end. Fails with the server's problem when a resource can't be read: then nothing is sent.
 */
export async function composeMessages(servers: ServersPort, text: string, attachments: readonly AttachmentInput[], signal: AbortSignal): Promise<MessageParts[]> {
  const messages: MessageParts[] = [];
  const own: PartView[] = [];
  let characters = text.length;
  const add = (parts: PartView[], part: PartView) => {
    characters += part.type === 'attachment' ? size(part.content) : 0;
    if (characters > maxCharacters) throw new HostError('invalid-input', { where: 'attachments', limit: maxCharacters });
    parts.push(part);
  };
  for (const attachment of attachments) {
    const serverName = servers.serverName(attachment.serverId) ?? '';
    const common = { type: 'attachment' as const, serverId: attachment.serverId, serverName, name: attachment.name };
    if (attachment.type === 'prompt') {
      const last = messages.at(-1);
      const target = last?.role === attachment.role ? last : { role: attachment.role, parts: [] };
      if (target !== last) messages.push(target);
      add(target.parts, { ...common, uri: `prompt:${attachment.name}`, content: attachment.content });
    } else {
      const contents = await servers.readResource(attachment.serverId, attachment.uri, AbortSignal.any([signal, AbortSignal.timeout(readWithinMs)]));
      for (const content of contents) add(own, { ...common, uri: attachment.uri, content });
    }
  }
  if (text.trim() !== '') own.push({ type: 'text', text });
  if (own.length > 0) {
    const last = messages.at(-1);
    if (last?.role === 'user') last.parts.push(...own);
    else messages.push({ role: 'user', parts: own });
  }
  if (messages.length === 0) throw new HostError('invalid-input', { where: 'text' });
  return messages;
}

function size(content: ContentView): number {
  if (content.type === 'text') return content.text.length;
  if (content.type === 'image' || content.type === 'audio') return content.data.length;
  if (content.type === 'resource') return content.resource.kind === 'text' ? content.resource.text.length : content.resource.blob.length;
  return 1_000;
}
