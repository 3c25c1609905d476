/** How much of a model's attention a content block takes: an estimate, for nobody here knows its tokenizer. */
import type { ContentView, ResourceContentView } from './content.ts';

/** What most services count for a picture of usual size. */
const tokensOfPicture = 1_500;
/** Characters of one attached text that a model is given at most. */
const mostCharacters = 200_000;

export interface ContentSize {
  /** Of texts as UTF-8, of everything else decoded. */
  bytes: number;
  /** Null where only the service itself could tell: sounds, documents, other bytes. */
  tokens: number | null;
}

export function sizeOfContent(block: ContentView): ContentSize {
  switch (block.type) {
    case 'text':
      return sizeOfText(block.text);
    case 'image':
      return { bytes: bytesOfBase64(block.data), tokens: tokensOfPicture };
    case 'audio':
      return { bytes: bytesOfBase64(block.data), tokens: null };
    case 'resource':
      return sizeOfResource([block.resource]);
    case 'resource_link':
      return { bytes: block.size ?? 0, tokens: sizeOfText(block.uri).tokens };
    case 'unknown':
      return { bytes: 0, tokens: null };
    default:
      return block satisfies never;
  }
}

/** Of all contents of a resource together. */
export function sizeOfResource(contents: readonly ResourceContentView[]): ContentSize {
  let bytes = 0;
  let tokens: number | null = 0;
  for (const content of contents) {
    const size: ContentSize = content.kind === 'text' ? sizeOfText(content.text) : { bytes: content.bytes, tokens: content.mimeType?.startsWith('image/') === true ? tokensOfPicture : null };
    bytes += size.bytes;
    tokens = tokens === null || size.tokens === null ? null : tokens + size.tokens;
  }
  return { bytes, tokens };
}

/** Four characters of a Latin text are about a token; of a Chinese, Japanese or Korean one, each. */
function sizeOfText(text: string): { bytes: number; tokens: number } {
  let bytes = 0;
  let wide = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code >= 0xd800 && code <= 0xdfff ? 2 : 3;
    if (code >= 0x2e80) wide++;
  }
  const kept = text.length === 0 ? 0 : Math.min(1, mostCharacters / text.length);
  return { bytes, tokens: Math.ceil(((text.length - wide) / 4 + wide) * kept) };
}

function bytesOfBase64(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((base64.length * 3) / 4) - padding);
}
