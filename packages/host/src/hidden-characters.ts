/** Characters that are there and not seen: what is shown for approval must be what runs (C07, A02). */

// Format characters (zero width, bidirectional, tags), private use, variation selectors other than the two of emoji,
// fillers that look like a space or like nothing, controls other than tab and line ends.
const invisible = /[\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]|(?![\t\n\r])\p{Cc}/u;
const emojiJoin = /(?<=\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)\u200d(?=\p{Extended_Pictographic})/gu;

/** True when the text holds a character a reader would not notice. Joined emoji are no such thing. */
export function hasHiddenCharacters(text: string): boolean {
  return invisible.test(text.replaceAll(emojiJoin, ''));
}
