/** The one door to the three kinds of file. */
import type { ChatFormat } from '@portolan/contract/chat-export';
import { chatHtml } from './chat-html.ts';
import { chatJson } from './chat-json.ts';
import { chatMarkdown } from './chat-markdown.ts';
import type { ChatSource } from './chat-source.ts';

const writers: Readonly<Record<ChatFormat, (source: ChatSource) => Generator<string>>> = { markdown: chatMarkdown, html: chatHtml, json: chatJson };

/** The file in pieces, a message each, so that no chat is held as a whole. */
export function chatFile(format: ChatFormat, source: ChatSource): Generator<string> {
  return writers[format](source);
}
