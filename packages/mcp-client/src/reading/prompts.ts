/** Reading prompts (https://modelcontextprotocol.io/specification/2026-07-28/server/prompts). */
import type { Prompt, PromptArgument, PromptMessage } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { readContent, readContentList } from './content.ts';
import type { ItemReading } from './listing.ts';
import { readIcons } from './metadata.ts';
import { defined, kindOf, Reader } from './reader.ts';

export function readPrompt(raw: JsonObject): ItemReading<Prompt> {
  const reader = new Reader(raw);
  const name = raw['name'];
  if (typeof name !== 'string' || name === '') return { refused: `A prompt needs a name; its name is ${name === '' ? 'empty' : kindOf(name)}.` };
  const item = defined<Prompt>({
    name,
    title: reader.string('title'),
    description: reader.string('description'),
    arguments: readArguments(reader),
    icons: readIcons(reader),
    repairs: reader.repairs,
    raw,
  });
  return { item };
}

function readArguments(reader: Reader): PromptArgument[] {
  const list: PromptArgument[] = [];
  // null is what several languages make of "no arguments", so it is not worth a note.
  const raw = reader.get('arguments') === null ? undefined : reader.array('arguments');
  for (const [index, item] of (raw ?? []).entries()) {
    const key = `arguments[${index}]`;
    const name = isJsonObject(item) ? item['name'] : undefined;
    if (!isJsonObject(item) || typeof name !== 'string' || name === '') {
      reader.note(key, 'left out: an argument needs a name');
      continue;
    }
    if (list.some((argument) => argument.name === name)) {
      reader.note(key, `left out: the argument "${name.slice(0, 60)}" is there twice`);
      continue;
    }
    const inner = reader.child(key, item);
    list.push(defined<PromptArgument>({ name, title: inner.string('title'), description: inner.string('description'), required: inner.boolean('required') }));
  }
  return list;
}

/** The messages of `prompts/get`. A message whose content is a list becomes one message per block. */
export function readPromptMessages(reader: Reader): PromptMessage[] {
  const messages: PromptMessage[] = [];
  for (const [index, item] of (reader.array('messages') ?? []).entries()) {
    const key = `messages[${index}]`;
    if (!isJsonObject(item)) {
      reader.note(key, `left out: ${kindOf(item)} instead of a message`);
      continue;
    }
    const inner = reader.child(key, item);
    const role = readRole(inner);
    for (const content of readMessageContent(inner, item['content'])) messages.push({ role, content });
  }
  return messages;
}

function readMessageContent(reader: Reader, content: Json | undefined): PromptMessage['content'][] {
  if (Array.isArray(content)) {
    reader.note('content', 'a list of blocks was split into one message for each');
    return readContentList(reader, 'content');
  }
  return [readContent(reader, 'content', content)];
}

function readRole(reader: Reader): 'user' | 'assistant' {
  const role = reader.get('role');
  if (role === 'user' || role === 'assistant') return role;
  reader.note('role', 'neither user nor assistant: taken as user');
  return 'user';
}
