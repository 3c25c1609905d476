import { describe, expect, it } from 'vitest';
import type { ResourceContentView } from '@portolan/contract/content';
import { readResult } from './host-tools.ts';

const text = (value: string, uri = 'file:///a'): ResourceContentView => ({ kind: 'text', uri, text: value });
/** The text of each part, and what is said of the whole. */
const seen = (...args: Parameters<typeof readResult>) => readResult(...args).content.map((block) => (block.type === 'resource' && block.resource.kind === 'text' ? block.resource.text : block.type === 'text' ? block.text : block.type));

describe('a resource that a model reads (P08)', () => {
  it('is read on from a place, through all of its texts, until it says that it ends', () => {
    const long = Array.from({ length: 30_000 }, (_, i) => String(i % 10)).join('');
    const contents = [text(long), { kind: 'blob', uri: 'file:///p', blob: 'AAAA', bytes: 3 } as const, text(long, 'file:///b')];
    expect(seen('file:///a', contents, undefined)).toHaveLength(3);
    const [first, second, said] = seen('file:///a', contents, undefined, 0);
    expect([first?.length, second?.length, said]).toEqual([30_000, 10_000, '[Characters 0 to 40000 of 60000. To read on, ask again with offset 40000.]']);
    expect(seen('file:///a', contents, undefined, 40_000)).toEqual([long.slice(10_000), '[Characters 40000 to 60000 of 60000. That is the end.]']);
    expect(readResult('file:///a', contents, undefined, 60_000)).toMatchObject({ isError: true, content: [{ text: 'There is nothing at 60000: its text has 60000 characters.' }] });
  });

  it('cuts no letter in two, and takes no odd offset for one', () => {
    const [part] = seen('file:///a', [text(`${'x'.repeat(39_999)}\u{1F345}end`)], undefined, 0);
    expect(part).toBe('x'.repeat(39_999));
    for (const offset of ['5', -1, Number.NaN, null, {}]) expect(seen('file:///a', [text('all')], undefined, offset)).toEqual(['all']);
    expect(readResult('file:///a', [text('all')], { audience: ['user'] }, 0).isError).toBe(true);
  });
});
