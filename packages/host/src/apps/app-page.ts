/** The page of an app, out of what `resources/read` gave. */
import { maxAppBytes } from '@portolan/contract/apps';
import { HostError } from '@portolan/contract/errors';
import type { ResourceContentView } from '@portolan/contract/content';
import type { JsonObject } from '@portolan/contract/json';
import { isAppMimeType } from './ui-meta.ts';

/** Contents with what the server says of them in `_meta`. */
export interface WireContent {
  content: ResourceContentView;
  meta?: JsonObject;
}

/** @throws {HostError} `app-unusable` with `reason`: empty, mime-type, too-large, not-text */
export function pageOf(contents: readonly WireContent[], about: { server: string; uri: string }): { html: string; meta: JsonObject | undefined } {
  const refuse = (reason: string, details: Record<string, string | number> = {}): HostError => new HostError('app-unusable', { ...about, reason, ...details });
  const [first] = contents;
  if (first === undefined) throw refuse('empty');
  // Several may come back for one address; the page is the one that says it is one.
  const { content, meta } = contents.find((each) => isAppMimeType(each.content.mimeType)) ?? first;
  if (!isAppMimeType(content.mimeType)) throw refuse('mime-type', { type: (content.mimeType ?? '').slice(0, 100) });
  if (content.kind === 'blob' && content.bytes > maxAppBytes) throw refuse('too-large', { limit: maxAppBytes });
  const html = content.kind === 'text' ? content.text : decode(content.blob);
  if (html === null) throw refuse('not-text');
  if (html.length > maxAppBytes || Buffer.byteLength(html) > maxAppBytes) throw refuse('too-large', { limit: maxAppBytes });
  if (html.trim() === '') throw refuse('empty');
  return { html, meta };
}

function decode(blob: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(blob, 'base64'));
  } catch {
    return null;
  }
}
