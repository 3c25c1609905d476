/** Reading content blocks. A block that cannot be understood is kept as `unknown`, with its reason, among the others. */
import type { ContentBlock } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { readAnnotations } from './metadata.ts';
import { kindOf } from './reader.ts';
import type { Reader } from './reader.ts';
import { readContents, readResource } from './resources.ts';

/** The blocks under `key`; a single object or a string there is read as the one block it was meant to be. */
export function readContentList(reader: Reader, key: string): ContentBlock[] {
  const raw = reader.get(key);
  if (raw === undefined || raw === null) return [];
  if (Array.isArray(raw)) return raw.map((item, index) => readContent(reader, `${key}[${index}]`, item));
  if (typeof raw !== 'string' && !isJsonObject(raw)) {
    reader.note(key, `left out: ${kindOf(raw)} instead of a list of blocks`);
    return [];
  }
  reader.note(key, `${kindOf(raw)} was read as a list of one block`);
  return [readContent(reader, key, raw)];
}

export function readContent(parent: Reader, key: string, raw: Json | undefined): ContentBlock {
  if (typeof raw === 'string') {
    parent.note(key, 'a string was read as a text block');
    return { type: 'text', text: raw, raw: { type: 'text', text: raw } };
  }
  if (!isJsonObject(raw)) return unknown({}, '', `It is ${kindOf(raw)} instead of a content block.`);
  // The overwhelming case, without a reader.
  if (raw['type'] === 'text' && typeof raw['text'] === 'string' && raw['annotations'] === undefined) {
    return { type: 'text', text: raw['text'], raw };
  }
  const reader = parent.child(key, raw);
  const block = readKnown(reader, raw);
  if (block.type === 'unknown') return block;
  const annotations = readAnnotations(reader);
  return annotations === undefined ? block : { ...block, annotations };
}

function readKnown(reader: Reader, raw: JsonObject): ContentBlock {
  const { type } = raw;
  if (typeof type !== 'string') return unknown(raw, '', `Its type is ${kindOf(type)}.`);
  switch (type) {
    case 'text':
      if (typeof raw['text'] === 'string') return { type: 'text', text: raw['text'], raw };
      return unknown(raw, 'text', `Its text is ${kindOf(raw['text'])} instead of a string.`);
    case 'image':
    case 'audio':
      return readMedia(reader, raw, type);
    case 'resource':
      return readEmbedded(reader, raw);
    case 'resource_link': {
      const reading = readResource(raw, reader);
      return 'refused' in reading ? unknown(raw, type, reading.refused) : { type, resource: reading.item, raw };
    }
    default:
      return unknown(raw, type, `This client does not know content of the type "${type.slice(0, 60)}".`);
  }
}

function readMedia(reader: Reader, raw: JsonObject, type: 'image' | 'audio'): ContentBlock {
  const data = raw['data'];
  if (typeof data !== 'string') return unknown(raw, type, `Its data is ${kindOf(data)} instead of base64 text.`);
  const inline = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w=-]+)*;base64,/.exec(data.slice(0, 200));
  const base64 = inline === null ? data : data.slice(inline[0].length);
  if (inline !== null) reader.note('data', 'a data: URL was read as its base64 part');
  const declared = reader.string('mimeType') ?? inline?.[1];
  if (declared !== undefined) return { type, data: base64, mimeType: declared, raw };
  const sniffed = sniff(base64);
  if (sniffed === undefined) return unknown(raw, type, 'It has no mimeType, and its first bytes are of no known format.');
  reader.note('mimeType', `missing: taken as ${sniffed} from its first bytes`);
  return { type, data: base64, mimeType: sniffed, raw };
}

/** Formats by how their first bytes look in base64. */
function sniff(base64: string): string | undefined {
  if (base64.startsWith('iVBORw0KGgo')) return 'image/png';
  if (base64.startsWith('/9j/')) return 'image/jpeg';
  if (base64.startsWith('R0lGOD')) return 'image/gif';
  // RIFF holds two of them; characters 11 to 15 are bytes 8.25 to 12, enough to tell WAVE from WEBP.
  if (base64.startsWith('UklGR') && base64.startsWith('XQVZF', 11)) return 'audio/wav';
  if (base64.startsWith('UklGR') && base64.startsWith('XRUJQ', 11)) return 'image/webp';
  if (base64.startsWith('SUQz')) return 'audio/mpeg';
  return undefined;
}

function readEmbedded(reader: Reader, raw: JsonObject): ContentBlock {
  const resource = raw['resource'];
  if (!isJsonObject(resource)) return unknown(raw, 'resource', `Its resource is ${kindOf(resource)} instead of an object.`);
  const contents = readContents(resource, reader.child('resource', resource));
  return 'refused' in contents ? unknown(raw, 'resource', contents.refused) : { type: 'resource', resource: contents, raw };
}

function unknown(raw: JsonObject, originalType: string, reason: string): ContentBlock {
  return { type: 'unknown', originalType, reason, raw };
}
