/** What of a project's files goes with every message, and how a model reads in the others (C10). */
import type { ToolResultView } from '@portolan/contract/content';
import type { FileHash } from '@portolan/contract/files';
import type { JsonObject } from '@portolan/contract/json';
import { HostError } from '@portolan/contract/errors';
import type { FrameFile } from '../context/chat-frame.ts';
import { estimateTokens } from '../context/estimate.ts';
import { totalOf, weighMessage } from '../context/weigh.ts';
import { textOf } from '../files/file-facts.ts';
import type { FileLibrary } from '../files/file-library.ts';
import { FileParts } from '../files/file-parts.ts';
import type { AttachmentPart } from '../files/file-parts.ts';
import { failed } from '../resources/host-tools.ts';
import type { KeptFile } from './project-store.ts';

/** What a file is, as often as it is asked for; by the hash of its bytes, so it never becomes another. */
interface Known {
  part: AttachmentPart;
  tokens: number;
  mimeType: string;
  bytes: number;
  /** Null for what is no text. */
  characters: number | null;
}

export interface SortedFile extends FrameFile {
  hash: FileHash;
  bytes: number;
  mimeType: string;
  /** Null where its bytes are gone. */
  part: AttachmentPart | null;
}

/** Held in memory: a message holds the beginning of a text, up to 100,000 characters. */
const mostKnown = 60;

export class ProjectFiles {
  readonly #library: FileLibrary;
  readonly #parts: FileParts;
  readonly #known = new Map<string, Known>();

  constructor(library: FileLibrary) {
    this.#library = library;
    this.#parts = new FileParts(library);
  }

  /** In the order in which they were added: whole as long as there is room, the others on demand. @param room in tokens */
  async sorted(files: readonly KeptFile[], room: number): Promise<SortedFile[]> {
    let left = room;
    const sorted: SortedFile[] = [];
    for (const { hash, name } of files) {
      // oxlint-disable-next-line no-await-in-loop -- in order, and a few at most are read
      const known = await this.#facts(hash, name);
      if (known === null) {
        sorted.push({ hash, name, bytes: 0, mimeType: '', tokens: 0, way: 'told', part: null });
        continue;
      }
      const { tokens, bytes, mimeType, characters, part } = known;
      const isWhole = tokens <= left;
      if (isWhole) left -= tokens;
      sorted.push({ hash, name, bytes, mimeType, tokens, way: isWhole ? 'whole' : characters === null ? 'told' : 'on-demand', ...(characters === null ? {} : { characters }), part });
    }
    return sorted;
  }

  /** A piece of a text, or where words stand in it. Null where no file has that name. @param most characters of one result */
  async read(files: readonly KeptFile[], args: JsonObject, most: number): Promise<ToolResultView | null> {
    const file = files.find(({ name }) => name === args['file']);
    if (file === undefined) return null;
    const text = await this.#text(file.hash);
    if (text === null) return failed('This file can\'t be read: it is no text, or it is kept no longer.');
    const wanted = typeof args['find'] === 'string' ? args['find'].trim() : '';
    return told(wanted !== '' ? findIn(text, wanted, most) : pieceOf(text, args['offset'], args['length'], most));
  }

  async #facts(hash: FileHash, name: string): Promise<Known | null> {
    const key = `${hash} ${name}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    try {
      const part = await this.#parts.part({ type: 'file', hash, name });
      const isText = part.content.type === 'resource' && part.content.resource.kind === 'text';
      const text = isText ? await this.#text(hash) : null;
      // No model is given more of one file than an attachment may hold; what is longer is read in pieces, so all of it counts.
      const tokens = text === null ? totalOf(weighMessage({ parts: [part] }, 0)) : estimateTokens(text);
      const made: Known = { part, tokens, mimeType: part.file.mimeType, bytes: part.file.bytes, characters: text?.length ?? null };
      if (this.#known.size >= mostKnown) this.#known.clear();
      this.#known.set(key, made);
      return made;
    } catch (error) {
      if (error instanceof HostError && error.problem.code === 'file-gone') return null;
      throw error;
    }
  }

  async #text(hash: FileHash): Promise<string | null> {
    try {
      return textOf(await this.#library.store.load(hash));
    } catch (error) {
      if (error instanceof HostError && error.problem.code === 'file-gone') return null;
      throw error;
    }
  }
}

const told = (text: string): ToolResultView => ({ content: [{ type: 'text', text }], isError: false, repairs: [] });
/** Words around what is told; the answer is not to be cut itself. */
const around = 300;
const shownAround = 160;
const mostPlaces = 40;

function pieceOf(text: string, from: unknown, length: unknown, most: number): string {
  const offset = wholeNumber(from) ?? 0;
  if (offset >= text.length) return `The file has ${text.length} characters; there is nothing at ${offset}.`;
  const room = Math.max(500, most - around);
  const start = isInsideLetter(text, offset) ? offset - 1 : offset;
  const wanted = Math.min(text.length, start + Math.max(2, Math.min(room, wholeNumber(length) ?? room)));
  const end = isInsideLetter(text, wanted) ? wanted - 1 : wanted;
  return `[Characters ${start} to ${end} of ${text.length}.${end < text.length ? ` It goes on at offset ${end}.` : ' This is its end.'}]\n${text.slice(start, end)}`;
}

/** Every place where the first of the words stands with all others near it, in order, as many as fit. */
function findIn(text: string, wanted: string, most: number): string {
  const words = wanted.toLowerCase().split(/\s+/u).filter(Boolean).slice(0, 12);
  const lower = text.toLowerCase();
  // Lower case can change lengths (`İ`); then offsets would lead elsewhere.
  const folded = lower.length === text.length ? lower : text;
  const first = words[0];
  if (first === undefined) return 'Nothing was looked for.';
  const places: string[] = [];
  let room = Math.max(500, most - around);
  let last = -1;
  for (let at = folded.indexOf(first); at >= 0 && places.length < mostPlaces; at = folded.indexOf(first, at + first.length)) {
    const [from, to] = [Math.max(0, at - shownAround), Math.min(text.length, at + first.length + shownAround)];
    if (from < last || !words.every((word) => folded.slice(from, to).includes(word))) continue;
    const place = `[offset ${from}] ${text.slice(from, to).toWellFormed().replaceAll(/\s+/gu, ' ')}`;
    if (place.length > room) break;
    room -= place.length;
    places.push(place);
    last = to;
  }
  return places.length === 0 ? `None of its ${text.length} characters hold these words near each other. Other words may stand there.` : `${places.join('\n')}\n[To read more around a place, ask again with its offset. The file has ${text.length} characters.]`;
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null;
}

function isInsideLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff;
}
