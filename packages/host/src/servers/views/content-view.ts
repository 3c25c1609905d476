/** Content blocks, resources and results as a window shows them. */
import type { ContentView, ResourceContentView, ToolResultView } from '@portolan/contract/content';
import type { ContentBlock, ResourceContents, ToolResult } from '@portolan/mcp-client/client';

/** A block with more base64 than this is described instead of carried: 24 million characters are 18 MB of bytes. */
const dataLimit = 24_000_000;

export function toContentView(block: ContentBlock): ContentView {
  const annotations = block.type !== 'unknown' && block.annotations !== undefined ? { annotations: block.annotations } : {};
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text, ...annotations };
    case 'image':
    case 'audio': {
      if (block.data.length > dataLimit) return tooLarge(block.type, block.mimeType, block.data.length);
      return { type: block.type, data: block.data, mimeType: block.mimeType, ...annotations };
    }
    case 'resource': {
      const { resource } = block;
      if (resource.kind === 'blob' && resource.blob.length > dataLimit) return tooLarge('resource', resource.mimeType, resource.blob.length);
      return { type: 'resource', resource: toResourceView(resource), ...annotations };
    }
    case 'resource_link': {
      const { uri, name, title, description, mimeType, size } = block.resource;
      return {
        type: 'resource_link',
        uri,
        name,
        ...(title === undefined ? {} : { title }),
        ...(description === undefined ? {} : { description }),
        ...(mimeType === undefined ? {} : { mimeType }),
        ...(size === undefined ? {} : { size }),
        ...annotations,
      };
    }
    case 'unknown':
      return { type: 'unknown', originalType: block.originalType, reason: block.reason, raw: block.raw };
  }
}

export function toResourceView(contents: ResourceContents): ResourceContentView {
  const { uri, mimeType } = contents;
  const base = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
  if (contents.kind === 'text') return { kind: 'text', ...base, text: contents.text };
  return { kind: 'blob', ...base, blob: contents.blob, bytes: bytesOf(contents.blob) };
}

/** Longest `_meta` that is kept of a result, in characters of JSON. */
const metaLimit = 500_000;

/** @param keepsMeta for the app of the tool: no model reads `_meta` */
export function toToolResultView(result: ToolResult, { keepsMeta = false }: { keepsMeta?: boolean } = {}): ToolResultView {
  const meta = keepsMeta && result.meta !== undefined && JSON.stringify(result.meta).length <= metaLimit ? { meta: result.meta } : {};
  return {
    content: result.content.map(toContentView),
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
    isError: result.isError,
    repairs: result.repairs,
    ...meta,
  };
}

function bytesOf(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}

function tooLarge(type: string, mimeType: string | undefined, length: number): ContentView {
  const bytes = Math.floor((length * 3) / 4);
  return { type: 'unknown', originalType: type, reason: `too large to show: ${bytes} bytes`, raw: { type, ...(mimeType === undefined ? {} : { mimeType }), bytes } };
}
