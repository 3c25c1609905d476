import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MessageId } from '@portolan/contract/ids';
import type { ConversationId } from '@portolan/contract/ids';
import { openStorage } from './open-storage.ts';
import type { Storage } from './open-storage.ts';
import { parseQuery } from './search-query.ts';
import { snippet } from './snippet.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-search-'));
let storage: Storage;
let conversationId: ConversationId;
const texts = [
  'Das Wetter in Zürich: naïve façade, Ünïcode',
  '明天北京的天气预报怎么样？第3章讲的是データベース。',
  'The TypeScript compiler is written in Go, not C++ (see src/net/url_parse.c)',
  'Grüße aus 東京タワー and <b>bold</b> & "quoted" words',
  '한국어 문장에서 부분 검색',
  'common '.repeat(50) + 'needle-in-the-middle' + ' filler'.repeat(50),
];

beforeAll(() => {
  storage = openStorage({ folder, notices: { add: () => undefined } });
  conversationId = storage.conversations.create(null).id;
  for (const [n, text] of texts.entries()) {
    storage.conversations.append({
      id: MessageId.parse(`m${n}`), conversationId, role: 'assistant', createdAt: n, parts: [{ type: 'text', text }],
      status: 'complete', problem: null, model: null, usage: null, providerState: [],
    });
  }
  storage.conversations.rename(conversationId, 'Orchestra 指揮者');
});
afterAll(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

const found = (query: string) => storage.conversations.search(query, 10).map((hit) => hit.messageId ?? 'title').toSorted();
const hits = (query: string) => storage.conversations.search(query, 10).flatMap((hit) => hit.snippet.filter((piece) => piece.isHit).map((piece) => piece.text));

describe('search', () => {
  it.each([
    ['wetter', ['m0']],
    ['zurich', ['m0']],
    ['ZÜRICH naive', ['m0']],
    ['天气', ['m1']],
    ['气预报', ['m1']],
    ['京', ['m1', 'm3']],
    ['データ', ['m1']],
    ['第3章', ['m1']],
    ['script', ['m2']],
    ['C++', ['m2']],
    ['url_parse.c', ['m2']],
    ['tower', []],
    ['東京タワー', ['m3']],
    ['부분', ['m4']],
    ['부', ['m4']],
    ['orch', ['title']],
    ['指揮', ['title']],
    ['"quoted" words', ['m3']],
    ['compiler wetter', []],
    ['comm needle', ['m5']],
    ['', []],
    ['   ', []],
    ['"', []],
    ['?!', []],
  ])('finds %s: Chinese, Japanese, Korean, accents, beginnings and parts of words (C10)', (query, expected) => {
    expect(found(query)).toEqual(expected);
  });

  it('marks the hit in a snippet that is plain text in pieces', () => {
    expect(hits('天气')).toEqual(['天气']);
    expect(hits('zurich naive')).toEqual(['Zürich', 'naïve']);
    expect(hits('script')).toEqual(['Script']);
    const [hit] = storage.conversations.search('bold', 1);
    expect(hit?.snippet.map((piece) => piece.text).join('')).toBe('Grüße aus 東京タワー and <b>bold</b> & "quoted" words');
    const [middle] = storage.conversations.search('needle', 1);
    const text = middle?.snippet.map((piece) => piece.text).join('') ?? '';
    expect(text).toMatch(/^…common .*needle-in-the-middle.*…$/);
    expect(text.length).toBeLessThan(200);
  });

  it('never reads what is typed as query syntax (hostile input)', () => {
    for (const query of ['wetter OR compiler', 'NEAR(a b)', 'text:wetter', 'wet*', '^das', 'a AND', 'NOT', '(', ')', "'; DROP TABLE messages; --", '"unclosed', '{text}: x', '-wetter', '\0', '\ud800', '*', '""']) {
      expect(() => storage.conversations.search(query, 10)).not.toThrow();
    }
    expect(found('wetter OR compiler')).toEqual([]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.constantFrom('', '"', ' AND ', ' NEAR ', '*', '\u200b'), (a, b) => {
        expect(Array.isArray(storage.conversations.search(a + b + a, 3))).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('honours the limit and gives one hit a message', () => {
    expect(storage.conversations.search('the', 1)).toHaveLength(1);
    expect(new Set(found('common')).size).toBe(found('common').length);
  });

  it('finds every message a word is in, the newest first, however many parts it is in, and none of a chat that was removed (C10)', () => {
    const append = (id: ConversationId, name: string, parts: number): void =>
      storage.conversations.append({
        id: MessageId.parse(name), conversationId: id, role: 'assistant', createdAt: 1, parts: Array.from({ length: parts }, () => ({ type: 'text', text: 'ubiquitous' })),
        status: 'complete', problem: null, model: null, usage: null, providerState: [],
      });
    const [older, newer] = [storage.conversations.create(null).id, storage.conversations.create(null).id];
    append(older, 'ubiquitous-old', 1);
    append(newer, 'ubiquitous-many', 1_600);
    append(newer, 'ubiquitous-new', 1);
    const inOrder = () => storage.conversations.search('ubiquitous', 10).map(({ messageId }) => messageId);
    expect(inOrder()).toEqual(['ubiquitous-new', 'ubiquitous-many', 'ubiquitous-old']);
    storage.conversations.remove(newer);
    expect(inOrder()).toEqual(['ubiquitous-old']);
    storage.conversations.remove(older);
  });
});

describe('parseQuery', () => {
  it('keeps quoted words together, quotes everything and leaves short terms out of the trigram index', () => {
    expect(parseQuery('"new york" ci')).toEqual({ terms: ['new york', 'ci'], words: '"new york" * AND "ci" *', trigrams: null, isPunctuated: false });
    expect(parseQuery('a"b')?.words).toBe('"a""b" *');
    expect(parseQuery('x '.repeat(100))?.terms).toHaveLength(32);
  });
});

describe('snippet', () => {
  it('holds exactly the characters of the text, whatever folding does to lengths', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 150 }), fc.string({ unit: 'grapheme', minLength: 1, maxLength: 4 }), (text, term) => {
        expect(snippet(text, [term]).map((piece) => piece.text).join('')).toBe(text.replaceAll(/\s+/g, ' '));
      }),
    );
  });

  it.each([
    ['Crème — “brûlée”', 'brulee', 'brûlée'],
    ['ΟΔΟΣ Ελλάδος…', 'οδοσ', 'ΟΔΟΣ'],
    ['Cre\u0301me — bru\u0302le\u0301e', 'brulee', 'bru\u0302le\u0301e'],
    ['हिन्दी — खोज', 'खोज', 'खोज'],
    ['“天气” — が雨', 'が雨', 'が雨'],
  ])('marks in %j what is meant by %j', (text, term, marked) => {
    expect(snippet(text, [term]).flatMap(({ isHit, text: piece }) => (isHit ? [piece] : []))).toEqual([marked]);
  });

  it('cuts no character in two and marks through length-changing letters', () => {
    expect(snippet(`${'😀'.repeat(100)}needle${'😀'.repeat(200)}`, ['needle']).every((piece) => piece.text.isWellFormed())).toBe(true);
    expect(snippet('İstanbul', ['istanbul'])).toEqual([{ text: 'İstanbul', isHit: true }]);
    expect(snippet('no such thing', ['zzz'])).toEqual([{ text: 'no such thing', isHit: false }]);
  });
});
