/** Files of a message with their bytes, for a chat that is saved as a file: read where that is written, away from the host's thread. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChatFormat } from '@portolan/contract/chat-export';
import type { PartView } from '@portolan/contract/conversations';
import { textOf } from './file-facts.ts';
import { hasFile } from './file-parts.ts';

/** Bytes of all files of one chat: a page is opened as a whole, JSON is read by programs. Markdown holds texts alone. */
export const mostBytes: Readonly<Record<ChatFormat, number>> = { markdown: 0, html: 40_000_000, json: 400_000_000 };

export class FilesToSave {
  readonly #folder: string;
  readonly #format: ChatFormat;
  #room: number;

  /** @param folder where the host keeps files */
  constructor(folder: string, format: ChatFormat, room: number = mostBytes[format]) {
    this.#folder = folder;
    this.#format = format;
    this.#room = room;
  }

  /** What there is no room for, or is kept no longer, is left out; the file that is written says so. */
  fill(parts: readonly PartView[]): PartView[] {
    return parts.map((part): PartView => {
      if (!hasFile(part) || part.content.type !== 'resource' || part.content.resource.isLeftOut !== true) return part;
      const { resource } = part.content;
      // In a page the smaller copy is shown; JSON holds what was attached.
      const { hash, mimeType, bytes } = this.#format === 'html' ? (part.file.forModel ?? part.file) : part.file;
      if (resource.kind === 'blob' && bytes > this.#room) return part;
      const whole = this.#read(hash);
      if (whole === null) return part;
      if (resource.kind === 'blob') {
        this.#room -= bytes;
        return { ...part, content: { ...part.content, resource: { kind: 'blob', uri: resource.uri, mimeType, blob: whole.toString('base64'), bytes } } };
      }
      const { isLeftOut: _cut, ...rest } = resource;
      return { ...part, content: { ...part.content, resource: { ...rest, text: textOf(whole) ?? rest.text } } };
    });
  }

  #read(hash: string): Buffer | null {
    try {
      return readFileSync(join(this.#folder, hash.slice(0, 2), hash));
    } catch {
      return null;
    }
  }
}
