/** Attached files as parts of messages: the part names the file and holds the beginning of its text; the bytes come in where they are read. */
import type { AttachmentInput, PartView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { FileFacts, FileHash } from '@portolan/contract/files';
import type { StoredMessage } from '../ports.ts';
import { textOf } from './file-facts.ts';
import type { FileLibrary } from './file-library.ts';

export type FileInput = Extract<AttachmentInput, { type: 'file' }>;
export type AttachmentPart = Extract<PartView, { type: 'attachment' }>;
type WithFile = AttachmentPart & { file: NonNullable<AttachmentPart['file']> };

/** Characters of a text that stand in the message itself: they are found by a search, and shown without asking for more. */
const textInMessage = 100_000;
/** Base64 characters of all files of one request; services take no more (20 MB is the lowest reported limit). Older ones are left out first. */
export const filesOfRequest = 26_000_000;

export interface FilesPort {
  /** Errors: `file-gone`. */
  part(input: FileInput): Promise<WithFile>;
  /** With the bytes in them. What is gone is said to be gone. */
  withBytes(messages: readonly StoredMessage[]): Promise<StoredMessage[]>;
}

export class FileParts implements FilesPort {
  readonly #library: FileLibrary;

  constructor(library: FileLibrary) {
    this.#library = library;
  }

  async part({ hash, name, forModel, asWords }: FileInput): Promise<WithFile> {
    const facts = await this.#facts(hash, name);
    const small = forModel === undefined ? undefined : await this.#facts(forModel, name);
    const text = facts.mimeType.startsWith('text/') || facts.mimeType === 'image/svg+xml' ? textOf(await this.#library.store.load(hash)) : null;
    const content: AttachmentPart['content'] =
      text === null
        ? { type: 'resource', resource: { kind: 'blob', uri: name, mimeType: facts.mimeType, blob: '', bytes: facts.bytes, isLeftOut: true } }
        : { type: 'resource', resource: { kind: 'text', uri: name, mimeType: facts.mimeType, text: text.slice(0, textInMessage), ...(text.length > textInMessage ? { isLeftOut: true as const } : {}) } };
    return {
      type: 'attachment',
      serverId: null,
      serverName: '',
      uri: name,
      name,
      content,
      file: { ...facts, ...(small === undefined ? {} : { forModel: small }), ...(asWords === undefined ? {} : { asWords }) },
    };
  }

  async withBytes(messages: readonly StoredMessage[]): Promise<StoredMessage[]> {
    let room = filesOfRequest;
    const filled: StoredMessage[] = [];
    for (const message of messages.toReversed()) {
      const parts: PartView[] = [];
      for (const part of message.parts.toReversed()) {
        if (!hasFile(part)) {
          parts.push(part);
          continue;
        }
        // oxlint-disable-next-line no-await-in-loop -- newest first, as long as there is room
        const content = await this.#content(part, room);
        if (content.type === 'resource' && content.resource.kind === 'blob') room -= content.resource.blob.length;
        parts.push({ ...part, content });
      }
      filled.push({ ...message, parts: parts.toReversed() });
    }
    return filled.toReversed();
  }

  async #content(part: WithFile, room: number): Promise<AttachmentPart['content']> {
    const { file, name, content } = part;
    const told = (why: string): AttachmentPart['content'] => ({ type: 'text', text: `[The user attached the file ${JSON.stringify(name)} (${file.mimeType}, ${file.bytes} bytes). ${why}]` });
    if (file.asWords === true) return told('You cannot be given it.');
    if (content.type !== 'resource' || (content.resource.kind === 'text' && content.resource.isLeftOut !== true)) return content;
    const { hash, mimeType, bytes } = file.forModel ?? file;
    if (content.resource.kind === 'blob' && bytes * 4 > room * 3) return told('It is left out here, because the files of this chat are too large together.');
    try {
      const loaded = await this.#library.store.load(hash);
      if (content.resource.kind === 'blob') return { type: 'resource', resource: { kind: 'blob', uri: name, mimeType, blob: loaded.toString('base64'), bytes } };
      const { isLeftOut: _cut, ...resource } = content.resource;
      return { type: 'resource', resource: { ...resource, text: textOf(loaded) ?? resource.text } };
    } catch (error) {
      if (error instanceof HostError && error.problem.code === 'file-gone') return told('It is no longer kept.');
      throw error;
    }
  }

  async #facts(hash: FileHash, name: string): Promise<FileFacts> {
    try {
      const { tokens: _estimate, ...facts } = await this.#library.facts(hash);
      return { hash, ...facts };
    } catch (error) {
      throw error instanceof HostError && error.problem.code === 'file-gone' ? new HostError('file-gone', { name }) : error;
    }
  }
}

export function hasFile(part: PartView): part is WithFile {
  return part.type === 'attachment' && part.file !== undefined;
}
