/** Finding a text in a conversation. Over what was said, not over what is drawn: most of a long chat is not on the screen. */
import type { ContentView } from '@portolan/contract/content';
import type { MessageView, PartView } from '@portolan/contract/conversations';
import type { CallId } from '@portolan/contract/ids';
import { textOfArgument } from './changed-argument.tsx';

export interface Match {
  /** Index of the message. */
  at: number;
  /** Which occurrence in that call, or else in the texts of that message, from 0. */
  nth: number;
  /** The call it is in, where it is in one. */
  callId: CallId | null;
}

/** More than these are not counted. */
const most = 2_000;

/** In order. Case does not count; a query of blanks finds nothing. */
export function findMatches(messages: readonly MessageView[], query: string): Match[] {
  const wanted = query.toLocaleLowerCase();
  const matches: Match[] = [];
  if (wanted.trim() === '') return matches;
  for (const [at, message] of messages.entries()) {
    let inTexts = 0;
    for (const part of message.parts) {
      const callId = part.type === 'tool-call' ? part.callId : null;
      let inCall = 0;
      for (const found of textsOf(part)) {
        const text = found.toLocaleLowerCase();
        for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
          if (matches.length >= most) return matches;
          matches.push({ at, nth: callId === null ? inTexts++ : inCall++, callId });
        }
      }
    }
  }
  return matches;
}

/** What a person can read of a part: what was said, and of a call its arguments and its result, folded or not. */
function textsOf(part: PartView): string[] {
  if (part.type === 'text') return [part.text];
  if (part.type !== 'tool-call') return [];
  const result = part.result === null ? [] : [...part.result.content.flatMap(textsOfBlock), ...(part.result.structuredContent === undefined ? [] : [JSON.stringify(part.result.structuredContent)])];
  return [part.title ?? part.tool, ...Object.entries(part.arguments).flatMap(([name, value]) => [name, textOfArgument(value)]), ...result];
}

function textsOfBlock(block: ContentView): string[] {
  if (block.type === 'text') return [block.text];
  return block.type === 'resource' && block.resource.kind === 'text' ? [block.resource.text] : [];
}
