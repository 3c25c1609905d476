/** Reading on in a result that was too long to be given whole (C13, try-out 26). The message has all of it. */
import type { ToolResultView } from '@portolan/contract/content';
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import type { JsonObject } from '@portolan/contract/json';
import { wholeResult } from '../models/lower/tool-result.ts';
import { textAlone } from '../models/lower/traits.ts';
import { failed } from '../resources/host-tools.ts';

/** Words around what is read; the answer is not to be cut itself. */
const around = 200;

/** The call that an id names, among those of this chat. */
export function callOfId(messages: readonly { parts: readonly PartView[] }[], id: unknown): ToolCallView | undefined {
  for (const { parts } of messages) {
    // What a script called is the script's to read, not the model's (C17).
    for (const part of parts) if (part.type === 'tool-call' && part.callId === id && part.script === undefined) return part;
  }
  return undefined;
}

/** @param most characters of one result that the model is given */
export function readOn(messages: readonly { parts: readonly PartView[] }[], args: JsonObject, most: number): ToolResultView {
  const call = callOfId(messages, args['id']);
  const text = call === undefined ? null : wholeResult(call, textAlone);
  if (text === null) return failed('There is no result of this id that you may read in this conversation.');
  const offset = wholeNumber(args['offset']) ?? 0;
  const room = Math.max(500, most - around);
  const length = Math.min(room, Math.max(1, wholeNumber(args['length']) ?? room));
  if (offset >= text.length) return failed(`The result has ${text.length} characters; there is nothing at ${offset}.`);
  const from = isInsideLetter(text, offset) ? offset - 1 : offset;
  const until = isInsideLetter(text, offset + length) ? offset + length - 1 : Math.min(text.length, offset + length);
  // A single half of a letter is no length at all.
  const to = until > from ? until : Math.min(text.length, from + 2);
  const more = to < text.length ? ` It goes on at offset ${to}.` : ' This is its end.';
  return { content: [{ type: 'text', text: `[Characters ${from} to ${to} of ${text.length}.${more}]\n${text.slice(from, to)}` }], isError: false, repairs: [] };
}

function wholeNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.floor(value) : null;
}

function isInsideLetter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at > 0 && at < text.length && code >= 0xdc00 && code <= 0xdfff;
}

/** Characters of the longest result of these messages, without looking at it closely. */
export function longestResult(messages: readonly { parts: readonly PartView[] }[]): number {
  let longest = 0;
  for (const { parts } of messages) for (const part of parts) if (part.type === 'tool-call' && part.result !== null && part.script === undefined) longest = Math.max(longest, sizeOf(part.result));
  return longest;
}

function sizeOf({ content, structuredContent }: ToolResultView): number {
  const texts = content.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : block.type === 'resource' && block.resource.kind === 'text' ? block.resource.text.length : 0), 0);
  return texts > 0 || structuredContent === undefined ? texts : JSON.stringify(structuredContent).length;
}
