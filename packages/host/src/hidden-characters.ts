/** Characters that are there and not seen: what is shown for approval must be what runs (C07, A02). */

// Format characters (zero width, bidirectional, tags), private use, variation selectors other than the two of emoji,
// fillers that look like a space or like nothing, controls other than tab and line ends.
const invisible = /[\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]|(?![\t\n\r])\p{Cc}/u;
const everyInvisible = new RegExp(invisible.source, 'gu');
const emojiJoin = /(?<=\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)\u200d(?=\p{Extended_Pictographic})/gu;

/** True when the text holds a character a reader would not notice. Joined emoji are no such thing. */
export function hasHiddenCharacters(text: string): boolean {
  return invisible.test(text.replaceAll(emojiJoin, ''));
}

const joinsNothing = /(?<=^|[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Han}\p{N}\p{P}\s])[\u200c\u200d]+/gu;
const everyOther = new RegExp(`(?![\\u200c\\u200d])(?:${invisible.source})`, 'gu');

/** A name as it is read: two that look the same are the same. What joins emoji, and letters of scripts that are joined, stays. */
export function readableName(name: string): string {
  return name.toWellFormed().replaceAll(everyOther, '').replaceAll(joinsNothing, '').replaceAll(/\s+/gu, ' ').trim();
}

// The three flags that are written with tag characters; anything else in them is text that only models read.
const flags = /\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}/gu;
const tags = /[\u{e0000}-\u{e007f}]/u;

/** True when the text holds Unicode tag characters: invisible letters, in which orders to models are written (C07). */
export function hasTagCharacters(text: string): boolean {
  return tags.test(text) && tags.test(text.replaceAll(flags, ''));
}

/** How many characters of the text a reader would not notice. */
export function countHiddenCharacters(text: string): number {
  return text.replaceAll(emojiJoin, '').match(everyInvisible)?.length ?? 0;
}
