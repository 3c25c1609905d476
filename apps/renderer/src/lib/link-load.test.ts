import { describe, expect, it } from 'vitest';
import { whatLinkCarries } from './link-load.ts';

describe('what a link carries (T:B08)', () => {
  it.each([
    'https://example.com/',
    'https://github.com/owner/repository/blob/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567/src/index.ts#L10-L20',
    'https://en.wikipedia.org/wiki/List_of_longest_placenames_in_the_world',
    'https://example.com/a-quite-long-title-of-a-blog-post-from-2026?page=2&sort=date',
    'https://example.com/item/123e4567-e89b-12d3-a456-426614174000',
    'mailto:somebody@example.com?subject=Hello',
    'https://example.com/%E6%BC%A2%E5%AD%97',
    'no address at all',
  ])('is nothing to speak of: %s', (address) => {
    expect(whatLinkCarries(address)).toEqual({ much: null, looksLikeKey: false });
  });

  it.each([
    'https://a.example/?q=sk-proj-4f9aK2mQ8sT1vX7zB3nC6dE5gH0jL',
    'https://a.example/?q=cGFzc3dvcmQ6IGh1bnRlcjIsIGtleTogNDcxMQ',
    'https://a.example/#Zm9yIHlvdXIgZXllcyBvbmx5IDQ3MTEgMDgxNQ',
    'https://a.example/x/%63%47%46%7a%63%33%64%76%63%6d%51%36%49%47%68%31%62%6e%52%6c%63%6a%49%73%49%47%74%6c%65%54%6f',
    'https://63474a7a6333645762436b364947683162523a6c636a49.evil.example/',
  ])('reads like a key or coded data: %s', (address) => {
    expect(whatLinkCarries(address).looksLikeKey).toBe(true);
  });

  it('is counted where it is much', () => {
    expect(whatLinkCarries(`https://a.example/?q=${'word+'.repeat(60)}`)).toEqual({ much: 304, looksLikeKey: false });
  });
});
