/** Replacing text in a file, all or nothing, with what changed shown line by line. */
import { Refusal } from '../tool-result.ts';

export interface Edit {
  find: string;
  replace: string;
}

/** @throws {Refusal} when a text to be found is not there, or more than once: a guess would change the wrong place */
export function applyEdits(content: string, edits: readonly Edit[]): string {
  let edited = content;
  for (const [index, { find, replace }] of edits.entries()) {
    if (find === '') throw new Refusal(`Edit ${index + 1} looks for nothing.`);
    const at = edited.indexOf(find);
    if (at === -1) throw new Refusal(`The text of edit ${index + 1} is not in the file. Nothing was changed.`);
    if (edited.includes(find, at + 1)) throw new Refusal(`The text of edit ${index + 1} is in the file more than once; give more of what is around it. Nothing was changed.`);
    edited = edited.slice(0, at) + replace + edited.slice(at + find.length);
  }
  return edited;
}

const context = 2;

/** The changed stretch with a few lines around it: `-` what was, `+` what is. */
export function describeChange(before: string, after: string): string {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  if (start === a.length && start === b.length) return 'Nothing changes.';
  const from = Math.max(0, start - context);
  return [
    `@@ line ${start + 1} @@`,
    ...a.slice(from, start).map((line) => ` ${line}`),
    ...a.slice(start, a.length - end).map((line) => `-${line}`),
    ...b.slice(start, b.length - end).map((line) => `+${line}`),
    ...a.slice(a.length - end, a.length - end + context).map((line) => ` ${line}`),
  ].join('\n').slice(0, 50_000);
}
