/** One MCP content block for a model: text, or a file the wire format takes, or a note in words (table of blocks). */
import type { ContentView, ResourceContentView } from '@portolan/contract/content';
import { maxPdfBytes, maxPictureBytes, maxSoundBytes, takesSound } from './fit.ts';
import type { WireTraits } from './traits.ts';

export type Lowered = { type: 'text'; text: string } | { type: 'file'; mediaType: string; data: string; filename?: string };

/** Base64 characters of that many bytes. */
const characters = (bytes: number): number => Math.ceil(bytes / 3) * 4;

export function lowerBlock(block: ContentView, traits: WireTraits): Lowered {
  switch (block.type) {
    case 'text':
      return text(block.text);
    case 'image':
      return image(block.data, traits);
    case 'audio':
      return audio(block.data, block.mimeType, traits);
    case 'resource':
      return resource(block.resource, traits);
    case 'resource_link': {
      const kind = block.mimeType ? ` (${inline(block.mimeType)})` : '';
      return text(`[resource ${inline(block.uri)} "${inline(block.title ?? block.name)}"${kind}]`);
    }
    case 'unknown':
      return text(`[A block of the type "${inline(block.originalType)}", which this app does not know, is not shown to you.]`);
    default:
      return block satisfies never;
  }
}

/** False when the server meant it for the person alone. */
export function isForModel(block: ContentView): boolean {
  const audience = block.type === 'unknown' ? undefined : block.annotations?.audience;
  return !audience || audience.length === 0 || audience.includes('assistant');
}

function resource(content: ResourceContentView, traits: WireTraits): Lowered {
  if (content.kind === 'text') {
    const kind = content.mimeType ? ` mimeType="${inline(content.mimeType)}"` : '';
    return text(`<resource uri="${inline(content.uri)}"${kind}>\n${content.text.replaceAll('</resource', '<\\/resource')}\n</resource>`);
  }
  const mimeType = content.mimeType ?? '';
  if (mimeType.startsWith('image/')) return image(content.blob, traits);
  if (mimeType.startsWith('audio/')) return audio(content.blob, mimeType, traits);
  if (mimeType === 'application/pdf' && traits.pdf && isPdf(content.blob) && content.blob.length <= characters(maxPdfBytes)) {
    return { type: 'file', mediaType: 'application/pdf', data: content.blob, filename: 'document.pdf' };
  }
  return text(`[The resource ${inline(content.uri)} holds ${content.bytes} bytes of ${inline(mimeType) || 'data'}, which this model can't be given.]`);
}

/** The bytes decide what kind of picture it is: a service that meets another kind than named refuses the request. */
function image(data: string, traits: WireTraits): Lowered {
  if (!traits.images) return text('[A picture, which this model does not take. The person sees it.]');
  const mediaType = imageType(data);
  if (!mediaType) return text('[A picture of a kind that models do not take. The person sees it.]');
  if (data.length > characters(maxPictureBytes)) return text(`[A picture of ${Math.round((data.length * 3) / 4_000_000)} MB, too big for models. The person sees it.]`);
  return { type: 'file', mediaType, data };
}

function audio(data: string, mimeType: string, traits: WireTraits): Lowered {
  const named = mimeType.toLowerCase().split(';')[0]?.trim().replace('audio/x-wav', 'audio/wav').replace('audio/wave', 'audio/wav') ?? '';
  if (!takesSound(named, traits) || data.length > characters(maxSoundBytes)) return text("[A sound recording, which this model can't be given. The person can hear it.]");
  return { type: 'file', mediaType: named, data };
}

/** From the first bytes, base64 as they come. */
export function imageType(base64: string): string | null {
  const bytes = Buffer.from(base64.slice(0, 32), 'base64');
  const ascii = bytes.toString('latin1');
  if (ascii.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return 'image/gif';
  if (ascii.startsWith('RIFF') && ascii.slice(8, 12) === 'WEBP') return 'image/webp';
  return null;
}

const isPdf = (base64: string) => Buffer.from(base64.slice(0, 12), 'base64').toString('latin1').startsWith('%PDF-');
const text = (value: string): Lowered => ({ type: 'text', text: sendable(value) });

/** Half characters and NULs make services refuse the whole request. */
export function sendable(value: string): string {
  return value.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Short, on one line, without quotes or brackets that could end what it stands in. */
const inline = (value: string) => value.replace(/[\s"<>[\]]+/g, ' ').slice(0, 500).trim();
