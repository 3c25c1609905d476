/**
 * A chat as one web page that needs nothing else: no script, no frame, no address that is loaded. Its own policy says the
 * same to the browser that opens it, so that a fault in the writing could still load and run nothing (T:B01–B17).
 */
import { createHash } from 'node:crypto';
import type { ContentView, ResourceContentView, ToolResultView } from '@portolan/contract/content';
import type { MessageView, PartView, ToolCallView } from '@portolan/contract/conversations';
import type { ChatSource } from './chat-source.ts';
import { escapeHtml, visibleHtml } from './escape-html.ts';
import { exportWords } from './export-words.ts';
import type { ExportWords } from './export-words.ts';
import { markdownHtml } from './html-blocks.ts';
import { bytesOf, dataAddress } from './media.ts';
import { pageStyle } from './page-style.ts';
import { writtenIn } from './written.ts';

/** Only the style sheet of this very file, and bytes that stand in it. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'; img-src data:; media-src data:; base-uri 'none'; form-action 'none'`;

export function* chatHtml({ conversation, project, messages, exportedAt, locale }: ChatSource): Generator<string> {
  const words = exportWords(locale);
  const title = conversation.title === '' ? words.untitled : conversation.title;
  yield `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(pagePolicy)}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<header><h1>${visibleHtml(title, 'strict')}</h1><p>${escapeHtml(words.about(conversation.createdAt, exportedAt, conversation.messageCount))}</p>${project ? projectHtml(project, words) : ''}</header>
<main>
`;
  for (const message of messages) yield messageHtml(message, words);
  yield '</main>\n</body>\n</html>\n';
}

function projectHtml({ name, instructions }: NonNullable<ChatSource['project']>, words: ExportWords): string {
  const title = `<p>${visibleHtml(words.project(name), 'strict')}</p>`;
  return instructions.trim() === '' ? title : `${title}<details><summary>${escapeHtml(words.instructions)}</summary><pre>${visibleHtml(instructions, 'prose')}</pre></details>`;
}

function messageHtml(message: MessageView, words: ExportWords): string {
  const status = words.status(message.status, message.problem);
  const note = status === null ? '' : `<p class="note">${visibleHtml(status, 'strict')}</p>`;
  const time = `<time datetime="${new Date(message.createdAt).toISOString()}">${escapeHtml(words.time(message.createdAt))}</time>`;
  return `<article class="${message.role}">
<h2>${visibleHtml(words.author(message.role, message.model), 'strict')} ${time}</h2>
${message.parts.map((part) => partHtml(part, words)).join('\n')}
${note}</article>
`;
}

function partHtml(part: PartView, words: ExportWords): string {
  switch (part.type) {
    case 'text':
      return `<div class="text">${markdownHtml(part.text, words)}</div>`;
    case 'reasoning':
      return folded(escapeHtml(words.reasoning), markdownHtml(part.text, words));
    case 'attachment':
      return folded(visibleHtml(words.attachment(part), 'strict'), contentHtml(part.content, words));
    case 'tool-call':
      return folded(visibleHtml(words.call(part), 'strict'), callHtml(part, words));
  }
}

function folded(summary: string, content: string): string {
  return `<details><summary>${summary}</summary>\n${content}\n</details>`;
}

function callHtml(call: ToolCallView, words: ExportWords): string {
  const sections: string[] = [];
  const written = writtenIn(call).text;
  if (written !== '{}') sections.push(`<h3>${escapeHtml(words.arguments)}</h3>`, pre(written));
  if (call.problem) sections.push(`<p class="note">${visibleHtml(words.problem(call.problem), 'strict')}</p>`);
  if (call.denyReason !== undefined) sections.push(`<p class="note">${visibleHtml(call.denyReason, 'strict')}</p>`);
  if (call.review?.state === 'withheld') sections.push(`<p class="note">${escapeHtml(words.withheld)}</p>`);
  if (call.review?.state === 'edited') sections.push(`<p class="note">${escapeHtml(words.edited)}</p>`);
  if (call.result) sections.push(`<h3>${escapeHtml(words.result)}</h3>`, resultHtml(call.result, words));
  return sections.join('\n');
}

function resultHtml(result: ToolResultView, words: ExportWords): string {
  const blocks = result.content.map((block) => contentHtml(block, words));
  if (result.structuredContent !== undefined) blocks.push(pre(JSON.stringify(result.structuredContent, null, 2)));
  return blocks.join('\n');
}

function contentHtml(block: ContentView, words: ExportWords): string {
  switch (block.type) {
    case 'text':
      return pre(block.text);
    case 'image':
    case 'audio':
      return mediaHtml(block.mimeType, block.data, words);
    case 'resource':
      return resourceHtml(block.resource, words);
    case 'resource_link':
      return `<p>${visibleHtml(words.link(block), 'strict')}</p>`;
    case 'unknown':
      return `<p class="note">${visibleHtml(words.unknownBlock(block.originalType), 'strict')}</p>`;
  }
}

function resourceHtml(resource: ResourceContentView, words: ExportWords): string {
  const title = `<p>${visibleHtml(words.resource(resource.uri), 'strict')}</p>`;
  if (resource.kind === 'blob' && resource.isLeftOut === true) return `${title}<p class="note">${visibleHtml(words.leftOut(resource.mimeType ?? 'application/octet-stream', resource.bytes), 'strict')}</p>`;
  return title + (resource.kind === 'text' ? pre(resource.text) : mediaHtml(resource.mimeType ?? 'application/octet-stream', resource.blob, words));
}

function mediaHtml(mimeType: string, base64: string, words: ExportWords): string {
  const media = dataAddress(mimeType, base64);
  if (media?.element === 'img') return `<img src="${media.address}" alt="">`;
  if (media?.element === 'audio') return `<audio controls preload="none" src="${media.address}"></audio>`;
  return `<p class="note">${visibleHtml(words.leftOut(mimeType, bytesOf(base64)), 'strict')}</p>`;
}

function pre(text: string): string {
  return `<pre>${visibleHtml(text, 'strict')}</pre>`;
}
