/**
 * Characters that are not seen. `strict` is for code, links and addresses; `prose` leaves what ordinary writing in
 * some languages and emoji need (joiners, selectors, soft hyphens, direction marks) and still shows what can deceive.
 */
export type HiddenMode = 'strict' | 'prose';

/* oxlint-disable no-control-regex, no-misleading-character-class */
const strict =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const prose = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufffb\ud800-\udfff\u{e0000}-\u{e0fff}]/u;
/* oxlint-enable no-control-regex, no-misleading-character-class */

/** Badges drawn in one run before the rest is counted. */
const maxRun = 32;

export type VisiblePart = { isHidden: false; text: string } | { isHidden: true; text: string };

/** Whether {@link visibleParts} would find something. */
export function hasHidden(text: string, mode: HiddenMode = 'strict'): boolean {
  return (mode === 'strict' ? strict : prose).test(text);
}

/** The text in pieces; each hidden character becomes a piece such as `‹U+202E›`. */
export function visibleParts(text: string, mode: HiddenMode = 'strict'): VisiblePart[] {
  const pattern = mode === 'strict' ? strict : prose;
  const parts: VisiblePart[] = [];
  let plain = '';
  let run = 0;
  const flushRun = (): void => {
    if (run > maxRun) parts.push({ isHidden: true, text: `‹+${run - maxRun}›` });
    run = 0;
  };
  for (const character of text) {
    if (!pattern.test(character)) {
      flushRun();
      plain += character;
      continue;
    }
    if (plain !== '') parts.push({ isHidden: false, text: plain });
    plain = '';
    run += 1;
    if (run <= maxRun) parts.push({ isHidden: true, text: `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›` });
  }
  flushRun();
  if (plain !== '') parts.push({ isHidden: false, text: plain });
  return parts;
}

/** How many hidden characters a text holds. */
export function countHidden(text: string, mode: HiddenMode = 'strict'): number {
  if (!hasHidden(text, mode)) return 0;
  const pattern = mode === 'strict' ? strict : prose;
  let count = 0;
  for (const character of text) if (pattern.test(character)) count += 1;
  return count;
}

/** The text as it is seen, badges written out: what the copy buttons put on the clipboard. */
export function asSeen(text: string): string {
  if (!hasHidden(text)) return text;
  return visibleParts(text)
    .map((part) => part.text)
    .join('');
}
