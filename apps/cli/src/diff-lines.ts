/** A comparison of two texts, as on paper. */
import type { TextDiff } from '@portolan/contract/configuration';
import type { Context } from './command.ts';
import { visible } from './output/visible.ts';

const mark = { same: '  ', added: '+ ', removed: '- ' } as const;

export function diffLines({ shared, out }: Pick<Context, 'shared' | 'out'>, { hunks, isTooLarge }: TextDiff): string[] {
  if (isTooLarge) return [shared.configuration.diff.tooLarge];
  return hunks.flatMap(({ before, after, lines }) => [
    out.style('cyan', `@@ -${before} +${after} @@`),
    ...lines.map(({ kind, text }) => (kind === 'same' ? `${mark[kind]}${visible(text)}` : out.style(kind === 'added' ? 'green' : 'red', `${mark[kind]}${visible(text)}`))),
  ]);
}
