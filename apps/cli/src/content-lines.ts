/** Content of tools, resources and prompts as lines of text. Bytes are named and measured, never poured onto a terminal. */
import type { ContentView, ResourceContentView } from '@portolan/contract/content';
import { formatOf } from '@portolan/i18n/format';
import type { Context } from './command.ts';
import { visible } from './output/visible.ts';

type Part = Pick<Context, 't' | 'locale'>;

export function contentLines(content: ContentView, context: Part): string[] {
  const { t, locale } = context;
  switch (content.type) {
    case 'text':
      return [content.text];
    case 'image':
    case 'audio':
      return [`[${t.content[content.type]} ${visible(content.mimeType)}, ${formatOf(locale).bytes(sizeOf(content.data))}]`];
    case 'resource':
      return resourceLines(content.resource, context);
    case 'resource_link':
      return [`[${t.content.link} ${visible(content.name)}: ${visible(content.uri)}]`];
    case 'unknown':
      return [`[${t.content.unknown} ${visible(content.originalType)}]`];
  }
}

export function resourceLines(resource: ResourceContentView, { t, locale }: Part): string[] {
  if (resource.kind === 'text') return [resource.text];
  return [`[${t.content.bytes} ${visible(resource.mimeType ?? '')} ${visible(resource.uri)}, ${formatOf(locale).bytes(resource.bytes)}]`];
}

/** Bytes that base64 stands for. */
function sizeOf(base64: string): number {
  return Math.floor((base64.length * 3) / 4) - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
}
