/** A stretch of text as it should be shown: ordinary, or characters that would not be seen. */
export type TextPart = { kind: 'text'; text: string } | { kind: 'hidden'; codes: string[]; more: number };

/** Longest run of badges drawn before it is folded into "+n". */
const maxBadgesInRun = 32;

/*
 * Controls (C0, C1), soft hyphen, joiners and fillers, bidi marks and overrides, zero-width and
 * invisible operators, variation selectors, tag characters, braille blank, private use and lone surrogates.
 */
const hidden =
  // eslint-disable-next-line no-control-regex, no-misleading-character-class
  /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\u{f0000}-\u{10ffff}]/u;
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|[#*0-9]/u;

export interface HiddenOptions {
  /** Line feed and tab are layout in a text of several lines, and hidden characters in a name. */
  multiline?: boolean | undefined;
}

/**
 * Splits a text into what can be seen and what cannot. Joiners and selectors inside an emoji sequence
 * stay as they are; everywhere else they are reported.
 */
export function splitHidden(text: string, { multiline = false }: HiddenOptions = {}): { parts: TextPart[]; count: number } {
  if (!hasHidden(text, { multiline })) return { parts: text === '' ? [] : [{ kind: 'text', text }], count: 0 };
  const parts: TextPart[] = [];
  let plain = '';
  let run: Extract<TextPart, { kind: 'hidden' }> | null = null;
  let count = 0;
  const characters = Array.from(text);
  for (let index = 0; index < characters.length; index += 1) {
    const character = characters[index] ?? '';
    if (!isHidden(character, characters[index - 1], characters[index + 1], multiline)) {
      plain += character;
      run = null;
      continue;
    }
    count += 1;
    if (!run) {
      if (plain !== '') parts.push({ kind: 'text', text: plain });
      plain = '';
      run = { kind: 'hidden', codes: [], more: 0 };
      parts.push(run);
    }
    if (run.codes.length < maxBadgesInRun) run.codes.push(codePointName(character));
    else run.more += 1;
  }
  if (plain !== '') parts.push({ kind: 'text', text: plain });
  return { parts, count };
}

/** Whether {@link splitHidden} could find anything; cheap, for long texts. */
export function hasHidden(text: string, { multiline = false }: HiddenOptions = {}): boolean {
  if (!multiline) return hidden.test(text);
  for (const character of text) if (hidden.test(character) && character !== '\n' && character !== '\t') return true;
  return false;
}

/** `U+202E` for a right-to-left override. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

function isHidden(character: string, before: string | undefined, after: string | undefined, multiline: boolean): boolean {
  if (!hidden.test(character)) return false;
  if (multiline && (character === '\n' || character === '\t')) return false;
  if (character === '\ufe0f' || character === '\ufe0e') return before === undefined || !emoji.test(before);
  if (character === '\u200d') return !(before !== undefined && after !== undefined && (emoji.test(before) || before === '\ufe0f') && emoji.test(after));
  return true;
}

/** Characters of a name that are drawn: what is longer is cut, and never pushes a button out of view. */
export const maxName = 64;

/**
 * A name or line of text from outside for where only plain text can stand: an accessible name, a title of a window, a notice.
 * Hidden characters are written out as ‹U+202E›, so that nothing turns the sentence around it.
 */
export function revealed(text: string, limit = maxName): string {
  const characters = Array.from(text.slice(0, 4 * limit));
  const cut = characters.length > limit ? characters.slice(0, limit).join('') : characters.join('');
  const { parts } = splitHidden(cut);
  const shown = parts.map((part) => (part.kind === 'text' ? part.text : part.codes.map((code) => `‹${code}›`).join('') + (part.more > 0 ? `‹+${part.more}›` : ''))).join('');
  return cut.length < text.length ? `${shown}…` : shown;
}

// The three flags that are written with tag characters stay; then controls, what turns the text, tag characters.
// eslint-disable-next-line no-control-regex
const unseen = /(\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f})|(?![\t\n\r])[\u0000-\u001f\u007f-\u009f]|[\u202a-\u202e\u2066-\u2069]|[\u{e0000}-\u{e007f}]/gu;

/**
 * A text as it may be put on the clipboard: what a terminal would obey, what turns the text around it, and letters that only
 * models read are written out as they were shown; the rest is as it was (C06, C07, J05).
 */
export function withoutControls(text: string): string {
  return text.replace(unseen, (found: string, flag: string | undefined) => flag ?? `‹${codePointName(found)}›`);
}
