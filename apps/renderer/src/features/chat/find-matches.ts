/** Finding a text in a conversation. Over what was said, not over what is drawn: most of a long chat is not on the screen. */
import type { MessageView } from '@portolan/contract/conversations';

export interface Match {
  /** Index of the message. */
  at: number;
  /** Which occurrence in that message, from 0. */
  nth: number;
}

/** More than these are not counted. */
const most = 2_000;

/** In order. Case does not count; a query of blanks finds nothing. */
export function findMatches(messages: readonly MessageView[], query: string): Match[] {
  const wanted = query.toLocaleLowerCase();
  const matches: Match[] = [];
  if (wanted.trim() === '') return matches;
  for (const [at, message] of messages.entries()) {
    let nth = 0;
    for (const part of message.parts) {
      if (part.type !== 'text') continue;
      const text = part.text.toLocaleLowerCase();
      for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
        if (matches.length >= most) return matches;
        matches.push({ at, nth: nth++ });
      }
    }
  }
  return matches;
}
