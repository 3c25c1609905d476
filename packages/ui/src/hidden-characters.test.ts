import { describe, expect, it } from 'vitest';
import { hasHidden, revealed, splitHidden, withoutControls } from './hidden-characters.ts';

const shown = (text: string, multiline = false): string =>
  splitHidden(text, { multiline })
    .parts.map((part) => (part.kind === 'text' ? part.text : part.codes.map((code) => `‹${code}›`).join('') + (part.more > 0 ? `+${part.more}` : '')))
    .join('');

describe('characters that are not seen (A02, C06, C07)', () => {
  it.each([
    ['a right-to-left override', 'gpj\u202eexe', 'gpj‹U+202E›exe'],
    ['isolates', 'a\u2066b\u2069', 'a‹U+2066›b‹U+2069›'],
    ['zero width', 'pay\u200bpal\ufeff', 'pay‹U+200B›pal‹U+FEFF›'],
    ['tags', 'hi\u{e0041}\u{e0042}', 'hi‹U+E0041›‹U+E0042›'],
    ['escape sequences', '\u001b[2J', '‹U+001B›[2J'],
    ['C1', 'a\u009bb', 'a‹U+009B›b'],
    ['line breaks in a name', 'a\r\nb\tc', 'a‹U+000D›‹U+000A›b‹U+0009›c'],
    ['fillers', 'a\u3164b\u115f\u2800', 'a‹U+3164›b‹U+115F›‹U+2800›'],
    ['private use', '\ue000\u{f0000}', '‹U+E000›‹U+F0000›'],
    ['half a surrogate', 'a\ud800b', 'a‹U+D800›b'],
    ['variation selectors after a letter', 'a\ufe0f', 'a‹U+FE0F›'],
    ['a joiner between letters', 'a\u200db', 'a‹U+200D›b'],
  ])('shows %s', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
    expect(hasHidden(text)).toBe(true);
  });

  it.each(['search_issues', '天气服务', '👨‍👩‍👧', '❤️', '1️⃣', 'naïve — “quoted”', 'مرحبا'])('leaves %s as it is', (text) => {
    expect(shown(text)).toBe(text);
    expect(splitHidden(text).count).toBe(0);
  });

  it('keeps line breaks and tabs of a text of several lines', () => {
    expect(shown('a\n\tb\r', true)).toBe('a\n\tb‹U+000D›');
  });

  it('counts all and draws a bounded number', () => {
    const { parts, count } = splitHidden(`x${'\u{e0061}'.repeat(400)}y`);
    expect(count).toBe(400);
    expect(parts[1]).toMatchObject({ kind: 'hidden', more: 368 });
  });

  it('writes a name for a screen reader with what turns the sentence around it, and no longer than 64 characters (T:J01, T:J12)', () => {
    expect(revealed('pay\u202ellap')).toBe('pay‹U+202E›llap');
    expect(revealed('two\nlines')).toBe('two‹U+000A›lines');
    expect(revealed('x'.repeat(300))).toBe(`${'x'.repeat(64)}…`);
    expect(revealed('short')).toBe('short');
  });

  it('copies a text with what a terminal would obey and what is not seen written out, and otherwise as it is (T:C06, T:C07, T:J05)', () => {
    expect(withoutControls('photo_\u202egpj.exe a\u{e0041}b 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🏴\u{e0041} שלום\u200f')).toBe('photo_‹U+202E›gpj.exe a‹U+E0041›b 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f} 🏴‹U+E0041› שלום\u200f');
    expect(withoutControls('\u001b]52;c;cHduZWQ=\u0007\u009b31m\n\ttext 👨‍👩‍👧')).toBe('‹U+001B›]52;c;cHduZWQ=‹U+0007›‹U+009B›31m\n\ttext 👨‍👩‍👧');
  });
});
