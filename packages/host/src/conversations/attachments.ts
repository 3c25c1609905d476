/** What a person attaches to a message: resources in the version they were attached in, and messages of a prompt as the person saw them. */
import type { AttachmentInput, PartView } from '@portolan/contract/conversations';
import type { AnnotationsView, ContentView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';
import type { FilesPort } from '../files/file-parts.ts';
import { isForModel } from '../models/lower/blocks.ts';
import type { ServersPort } from '../ports.ts';
import type { ResourceVersions } from '../resources/resource-versions.ts';

/** Characters of all attachments of one message, base64 included. */
const maxCharacters = 40_000_000;
const readWithinMs = 60_000;

export interface MessageParts {
  role: 'user' | 'assistant';
  parts: PartView[];
}

/** Where the versions come from that a message takes along. */
export type VersionsPort = Pick<ResourceVersions, 'take'>;

export interface AttachmentSources {
  servers: Pick<ServersPort, 'serverName'>;
  versions: VersionsPort;
  /** Absent where no files are kept. */
  files?: Pick<FilesPort, 'part'> | undefined;
}

/**
 * The messages to append, in order. Messages of a prompt keep their roles; everything else goes into the person's own
 * message at the end. Fails with the server's problem when a resource can't be read: then nothing is sent.
 */
export async function composeMessages({ servers, versions, files }: AttachmentSources, text: string, attachments: readonly AttachmentInput[], signal: AbortSignal): Promise<MessageParts[]> {
  const messages: MessageParts[] = [];
  const own: PartView[] = [];
  let characters = text.length;
  const add = (parts: PartView[], part: PartView) => {
    characters += part.type === 'attachment' ? size(part) : 0;
    if (characters > maxCharacters) throw new HostError('invalid-input', { where: 'attachments', limit: maxCharacters });
    parts.push(part);
  };
  for (const attachment of attachments) {
    if (attachment.type === 'file') {
      if (files === undefined) throw new HostError('file-gone', { name: attachment.name });
      // oxlint-disable-next-line no-await-in-loop -- in order
      add(own, await files.part(attachment));
      continue;
    }
    const serverName = servers.serverName(attachment.serverId) ?? '';
    const common = { type: 'attachment' as const, serverId: attachment.serverId, serverName, name: attachment.name };
    if (attachment.type === 'prompt') {
      const last = messages.at(-1);
      const target = last?.role === attachment.role ? last : { role: attachment.role, parts: [] };
      if (target !== last) messages.push(target);
      add(target.parts, { ...common, uri: `prompt:${attachment.name}`, content: attachment.content });
    } else {
      const { contents, hash, annotations } = await versions.take(attachment, AbortSignal.any([signal, AbortSignal.timeout(readWithinMs)]));
      const told = toldOf(annotations, attachment.despiteAudience === true);
      for (const resource of contents) add(own, { ...common, uri: attachment.uri, content: { type: 'resource', resource, ...(told === undefined ? {} : { annotations: told }) }, version: hash });
    }
  }
  if (text.trim() !== '') own.push({ type: 'text', text });
  if (own.length > 0) {
    const last = messages.at(-1);
    if (last?.role === 'user') last.parts.push(...own);
    else messages.push({ role: 'user', parts: own });
  }
  // What the model may not read is no question to it.
  if (!messages.some(({ parts }) => parts.some((part) => part.type !== 'attachment' || isForModel(part.content)))) throw new HostError('invalid-input', { where: 'text' });
  return messages;
}

/** What is meant for people alone goes to the model only where the person said so of this very attachment (P08). */
function toldOf(annotations: AnnotationsView | undefined, despiteAudience: boolean): AnnotationsView | undefined {
  if (annotations === undefined || !despiteAudience) return annotations;
  const { audience: _meantFor, ...others } = annotations;
  return others;
}

/** Characters that it will have towards a model. */
function size({ content, file }: Extract<PartView, { type: 'attachment' }>): number {
  if (file === undefined) return sizeOf(content);
  if (file.asWords === true) return 0;
  // Of a text no model is given more than what stands in the message by now, twice over.
  return content.type === 'resource' && content.resource.kind === 'text' ? 2 * content.resource.text.length : Math.ceil(((file.forModel ?? file).bytes * 4) / 3);
}

function sizeOf(content: ContentView): number {
  if (content.type === 'text') return content.text.length;
  if (content.type === 'image' || content.type === 'audio') return content.data.length;
  if (content.type === 'resource') return content.resource.kind === 'text' ? content.resource.text.length : content.resource.blob.length;
  return 1_000;
}
