/** A chat as Markdown: readable as it is, and harmless in whatever opens it. */
import type { ContentView, ResourceContentView, ToolResultView } from '@portolan/contract/content';
import type { MessageView, PartView, ToolCallView } from '@portolan/contract/conversations';
import { asSeen } from '@portolan/markdown/hidden-characters';
import type { ChatSource } from './chat-source.ts';
import { exportWords } from './export-words.ts';
import type { ExportWords } from './export-words.ts';
import { fenced, plainMarkdown, quoted, safeMarkdown } from './markdown-blocks.ts';
import { bytesOf } from './media.ts';
import { writtenIn } from './written.ts';

export function* chatMarkdown({ conversation, project, messages, exportedAt, locale }: ChatSource): Generator<string> {
  const words = exportWords(locale);
  yield `# ${plainMarkdown(conversation.title) || words.untitled}\n\n${plainMarkdown(words.about(conversation.createdAt, exportedAt, conversation.messageCount))}\n`;
  if (project) yield `\n${projectText(project, words)}\n`;
  for (const message of messages) yield `\n${messageText(message, words)}\n`;
}

function projectText({ name, instructions }: NonNullable<ChatSource['project']>, words: ExportWords): string {
  const title = plainMarkdown(words.project(name));
  return instructions.trim() === '' ? title : `${title}\n\n${quoted(`**${words.instructions}**\n\n${fenced(asSeen(instructions))}`)}`;
}

function messageText(message: MessageView, words: ExportWords): string {
  const status = words.status(message.status, message.problem);
  return [
    `## ${plainMarkdown(words.author(message.role, message.model))} · ${plainMarkdown(words.time(message.createdAt))}`,
    ...message.parts.map((part) => partText(part, words)),
    ...(status === null ? [] : [`*${plainMarkdown(status)}*`]),
  ]
    .filter((each) => each !== '')
    .join('\n\n');
}

function partText(part: PartView, words: ExportWords): string {
  switch (part.type) {
    case 'text':
      return safeMarkdown(part.text, words);
    case 'reasoning':
      return quoted(`**${words.reasoning}**\n\n${safeMarkdown(part.text, words)}`);
    case 'attachment':
      return quoted(`**${plainMarkdown(words.attachment(part))}**\n\n${contentText(part.content, words)}`);
    case 'tool-call':
      return quoted(callText(part, words));
  }
}

function callText(call: ToolCallView, words: ExportWords): string {
  const sections = [`**${plainMarkdown(words.call(call))}**`];
  const written = writtenIn(call);
  if (written.text !== '{}') sections.push(`${words.arguments}:\n\n${fenced(asSeen(written.text), written.language)}`);
  if (call.problem) sections.push(plainMarkdown(words.problem(call.problem)));
  if (call.denyReason !== undefined) sections.push(plainMarkdown(call.denyReason));
  if (call.review?.state === 'withheld') sections.push(plainMarkdown(words.withheld));
  if (call.review?.state === 'edited') sections.push(plainMarkdown(words.edited));
  if (call.result) sections.push(`${words.result}:\n\n${resultText(call.result, words)}`);
  return sections.join('\n\n');
}

function resultText(result: ToolResultView, words: ExportWords): string {
  const blocks = result.content.map((block) => contentText(block, words));
  if (result.structuredContent !== undefined) blocks.push(fenced(asSeen(JSON.stringify(result.structuredContent, null, 2)), 'json'));
  return blocks.join('\n\n');
}

function contentText(block: ContentView, words: ExportWords): string {
  switch (block.type) {
    case 'text':
      return fenced(asSeen(block.text));
    case 'image':
    case 'audio':
      return plainMarkdown(words.leftOut(block.mimeType, bytesOf(block.data)));
    case 'resource':
      return resourceText(block.resource, words);
    case 'resource_link':
      return plainMarkdown(words.link(block));
    case 'unknown':
      return plainMarkdown(words.unknownBlock(block.originalType));
  }
}

function resourceText(resource: ResourceContentView, words: ExportWords): string {
  const title = plainMarkdown(words.resource(resource.uri));
  if (resource.kind === 'text') return `${title}\n\n${fenced(asSeen(resource.text))}`;
  return `${title}\n\n${plainMarkdown(words.leftOut(resource.mimeType ?? 'application/octet-stream', resource.bytes))}`;
}
