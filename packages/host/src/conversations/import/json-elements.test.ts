import { describe, expect, it } from 'vitest';
import { elementsOf, NoJson } from './json-elements.ts';

const limits = { bytes: 1_000, depth: 20 };

async function cut(text: string | Buffer, size = 7, bounds = limits): Promise<string[]> {
  const bytes = Buffer.from(text);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const all: string[] = [];
  for await (const element of elementsOf(chunks(), bounds)) all.push(element.kind === 'text' ? element.text.toString() : `(${element.reason})`);
  return all;
}

describe('cutting JSON into its elements (C12)', () => {
  it('gives the same, wherever the file happens to be cut into chunks', async () => {
    const chats = [{ a: 'x"]}\\' }, [], 'plain , ] text', 12, null, { deep: [[{}]], 'ü😀': ']' }];
    const text = `\u{feff} [ ${chats.map((each) => JSON.stringify(each)).join(' ,\n')} ] `;
    for (let size = 1; size < 20; size++) {
      // oxlint-disable-next-line no-await-in-loop
      const parsed: unknown[] = (await cut(text, size)).map((each) => JSON.parse(each));
      expect(parsed).toEqual(chats);
    }
  });

  it('takes one object as one element, and an empty list as none', async () => {
    expect(await cut(' {"a":[1,2]} ')).toEqual(['{"a":[1,2]}']);
    expect(await cut('[]')).toEqual([]);
  });

  it('leaves out what is too large or too deep and goes on with the next', async () => {
    const deep = '['.repeat(30) + ']'.repeat(30);
    expect(await cut(`[1, ${deep}, "${'x'.repeat(2_000)}", 2]`)).toEqual(['1', '(too-deep)', '(too-large)', '2']);
  });

  it('says where a file was cut off', async () => {
    const text = '[{"a":1},{"b":"x"}]';
    for (let length = 1; length < text.length; length++) {
      // oxlint-disable-next-line no-await-in-loop
      expect((await cut(text.slice(0, length))).at(-1)).toBe('(cut)');
    }
  });

  it.each(['', 'hello', '"text"', '12', '<html>'])('refuses what is no list and no object: %j', async (text) => {
    await expect(cut(text)).rejects.toBeInstanceOf(NoJson);
  });
});
