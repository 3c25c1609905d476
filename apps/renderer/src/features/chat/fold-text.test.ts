import { expect, it } from 'vitest';
import { fold, lineCount, mostCharacters, mostLines } from './fold-text.ts';

const lines = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `line ${index + from}`);

it('leaves a text of few lines and characters as it is', () => {
  expect(fold(lines(mostLines).join('\n'))).toBeNull();
  expect(fold('x'.repeat(mostCharacters))).toBeNull();
});

it('shows both ends of many lines (T:C10)', () => {
  expect(fold([...lines(400), 'rm -rf ~'].join('\n'))).toEqual({ head: lines(4).join('\n'), tail: [...lines(3, 398), 'rm -rf ~'].join('\n') });
});

it('is not led astray by empty lines before and after (T:C10)', () => {
  const folded = fold(`${'\n \t'.repeat(300)}\n  first${'\n'.repeat(300)}rm -rf ~${'\n\u00A0'.repeat(300)}`);
  expect(folded?.head).toMatch(/^ {2}first/);
  expect(folded?.tail).toMatch(/rm -rf ~$/);
});

it('shows both ends of one long line, and cuts no character in two (T:C10)', () => {
  const folded = fold(`begin ${'😀'.repeat(30_000)}x end`);
  expect(folded?.head).toMatch(/^begin 😀/u);
  expect(folded?.tail).toMatch(/😀x end$/u);
  expect(`${folded?.head}${folded?.tail}`.isWellFormed()).toBe(true);
});

it('takes a text of nothing but space', () => {
  expect(fold('\n'.repeat(500))?.tail).toHaveLength(4);
});

it('counts lines', () => {
  expect(['', 'a', 'a\n', 'a\r\nb\n\nc'].map(lineCount)).toEqual([1, 1, 2, 4]);
});
