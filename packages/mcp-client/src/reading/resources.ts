/** Reading resources and templates (https://modelcontextprotocol.io/specification/2026-07-28/server/resources). */
import type { Resource, ResourceContents, ResourceTemplate } from '../client.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { ItemReading } from './listing.ts';
import { readAnnotations, readIcons } from './metadata.ts';
import { defined, kindOf, Reader } from './reader.ts';

/** @param reader of the block that holds the resource, when it is not one of a list */
export function readResource(raw: JsonObject, reader = new Reader(raw)): ItemReading<Resource> {
  const uri = raw['uri'];
  if (typeof uri !== 'string' || uri === '') return { refused: `A resource needs a URI; its URI is ${uri === '' ? 'empty' : kindOf(uri)}.` };
  const item = defined<Resource>({
    uri,
    name: readName(reader, uri),
    title: reader.string('title'),
    description: reader.string('description'),
    mimeType: reader.string('mimeType'),
    size: readSize(reader),
    annotations: readAnnotations(reader),
    icons: readIcons(reader),
    repairs: reader.repairs,
    raw,
  });
  return { item };
}

export function readResourceTemplate(raw: JsonObject): ItemReading<ResourceTemplate> {
  const reader = new Reader(raw);
  const uriTemplate = raw['uriTemplate'];
  if (typeof uriTemplate !== 'string' || uriTemplate === '') {
    return { refused: `A resource template needs a uriTemplate; its uriTemplate is ${uriTemplate === '' ? 'empty' : kindOf(uriTemplate)}.` };
  }
  const item = defined<ResourceTemplate>({
    uriTemplate,
    name: readName(reader, uriTemplate),
    title: reader.string('title'),
    description: reader.string('description'),
    mimeType: reader.string('mimeType'),
    annotations: readAnnotations(reader),
    icons: readIcons(reader),
    repairs: reader.repairs,
    raw,
  });
  return { item };
}

/** What `resources/read` returns, or a block embeds. */
export function readContents(raw: JsonObject, reader: Reader): ResourceContents | { refused: string } {
  const uri = reader.get('uri');
  if (typeof uri !== 'string') reader.note('uri', `${kindOf(uri)}: shown without a URI`);
  const common = defined<{ uri: string; mimeType?: string; raw: JsonObject }>({
    uri: typeof uri === 'string' ? uri : '',
    mimeType: reader.string('mimeType'),
    raw,
  });
  const text = raw['text'];
  const blob = raw['blob'];
  if (typeof text === 'string') return { kind: 'text', text, ...common };
  if (typeof blob === 'string') return { kind: 'blob', blob, ...common };
  return { refused: `It holds neither a text nor a blob (text is ${kindOf(text)}, blob is ${kindOf(blob)}).` };
}

function readName(reader: Reader, fallback: string): string {
  const name = reader.string('name');
  if (name !== undefined && name !== '') return name;
  reader.note('name', 'missing: the URI is shown instead');
  return fallback;
}

function readSize(reader: Reader): number | undefined {
  const size = reader.get('size');
  if (typeof size === 'string' && /^\d{1,15}$/.test(size)) {
    reader.note('size', 'a string was read as a number');
    return Number(size);
  }
  const number = reader.number('size');
  if (number === undefined || (number >= 0 && number <= Number.MAX_SAFE_INTEGER)) return number;
  reader.note('size', 'left out: not a size');
  return undefined;
}
