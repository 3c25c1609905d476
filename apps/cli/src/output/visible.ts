/**
 * Text of servers, files and people on a terminal: nothing in it can move the cursor, change colours, set a title or hide.
 * Everything that is not a letter to be seen is written as an escape that reads the same to everybody.
 */

// Controls but line feed and tab; format characters (zero width, bidirectional, tags); private use; lone surrogates;
// variation selectors, fillers that look like nothing, and the separators that some terminals break lines at.
const unseen = /(?![\n\t])\p{Cc}|[\p{Cf}\p{Co}\p{Cs}\u2028\u2029\u115f\u1160\u2800\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0d]|[\u{e0100}-\u{e01ef}]/gu;
const emojiJoin = /(?<=\p{Extended_Pictographic}(?:\ufe0f|[\u{1f3fb}-\u{1f3ff}])?)\u200d(?=\p{Extended_Pictographic})/gu;
/** Stands for a joiner between emoji while the others are escaped; cannot come from outside, for it is escaped itself. */
const keep = '\ue000';

/** For a block of text: line ends and tabs stay, a carriage return before a line end goes. */
export function visibleBlock(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(keep, escaped)
    .replaceAll(emojiJoin, keep)
    .replace(unseen, (character) => (character === keep ? '\u200d' : escaped(character)));
}

/** For a name or a value within a line: line ends and tabs are escaped too. */
export function visible(text: string): string {
  return visibleBlock(text.replaceAll('\r\n', '\r\n'.split('').map(escaped).join(''))).replace(/[\n\t]/g, escaped);
}

function escaped(character: string): string {
  if (character === '\n') return String.raw`\n`;
  if (character === '\t') return String.raw`\t`;
  if (character === '\r') return String.raw`\r`;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * JSON that is safe on a terminal and pure ASCII where it is not plain letters: the same value to every parser. `indent` 0
 * gives one line.
 */
export function jsonText(value: unknown, indent = 0): string {
  // Outside of strings JSON has none of these characters, but the line ends of an indented text.
  return jsonLinesText(JSON.stringify(value, null, indent));
}

/** Lines of JSON that others made, as safe as `jsonText`: only strings can hold these characters. */
export function jsonLinesText(lines: string): string {
  return lines.replace(unseen, (character) => [...Array(character.length).keys()].map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`).join(''));
}
