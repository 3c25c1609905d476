import { describe, expect, it } from 'vitest';
import type { ResourceContentView } from '@portolan/contract/content';
import { ServerId } from '@portolan/contract/ids';
import { hashOf, HeldVersions, versionOf } from './held-versions.ts';

const server = ServerId.parse('s');
const text = (value: string, uri = 'file:///a'): ResourceContentView => ({ kind: 'text', uri, mimeType: 'text/plain', text: value });

describe('a version of a resource (C08)', () => {
  it('is known by all of its contents: their order, kind and type count', () => {
    const hashes = [[text('a')], [text('b')], [text('a'), text('b')], [text('b'), text('a')], [text('ab')], [{ ...text('a'), mimeType: 'text/markdown' }], [text('a', 'file:///b')], []].map((each) => hashOf(each));
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(hashOf([text('a')])).toBe(hashOf([text('a')]));
  });

  it('says how big it is, and how much a model would read of it as far as anybody can tell (C07)', () => {
    expect(versionOf([text('x'.repeat(400))], 5)).toMatchObject({ bytes: 400, tokens: 100, contents: 1, mimeTypes: ['text/plain'], readAt: 5 });
    expect(versionOf([text('汉字')], 0)).toMatchObject({ bytes: 6, tokens: 2 });
    // A model is given 200,000 characters of one text.
    expect(versionOf([text('x'.repeat(1_000_000))], 0)).toMatchObject({ bytes: 1_000_000, tokens: 50_000 });
    expect(versionOf([{ kind: 'blob', uri: 'u', mimeType: 'application/zip', blob: 'AAAA', bytes: 3 }, text('x')], 0)).toMatchObject({ bytes: 4, tokens: null });
  });

  it('is kept while there is room; what was used last stays longest', () => {
    const held = new HeldVersions(5_000);
    const contents = (value: string) => [text(value.repeat(500))];
    for (const each of ['a', 'b', 'c']) held.keep(server, 'u', each, contents(each));
    expect(held.get(server, 'u', 'a')).toEqual(contents('a'));
    held.keep(server, 'u', 'd', contents('d'));
    expect(['a', 'b', 'c', 'd'].map((each) => held.get(server, 'u', each) !== null)).toEqual([true, false, true, true]);
    // Bigger than everything: it is kept all the same, alone.
    held.keep(server, 'u', 'e', [text('x'.repeat(10_000))]);
    expect(['a', 'c', 'd', 'e'].map((each) => held.get(server, 'u', each) !== null)).toEqual([false, false, false, true]);
  });
});
