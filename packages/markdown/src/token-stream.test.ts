import { describe, expect, it } from 'vitest';
import { codeParts, linesPerPart } from './code-parts.ts';
import type { TopBlock } from './nodes.ts';
import { TokenStream } from './token-stream.ts';

const documents = [
  '# A\n\ntext **bold** with [ref] and more\n\n- a\n- b\n  - c\n\n  d\n\n```ts\nconst x = 1;\n\n// y\n```\n\nafter\n\n| a | b |\n|--|--|\n| 1 | 2 |\n\n> q\n> r\n\n[ref]: https://e.example\n\nend',
  'Setext\n======\n\nTwo\nlines\n---\n\n1. one\n\n2. two\n\n    code\n\n***\n\n<div>\n\n*x*\n\n</div>\n',
  '~~~\n```\nstill code\n~~~\n\n````md\n```js\nx\n```\n````\n\ntail `code` ![i](https://e.example/i)',
  '  ```js\n  indented fence\n  ```\n\n- item\n  ```py\n  in a list\n  ```\n\n$$\na\n$$\n\n**强调：**后文\r\nCRLF\r\n\r\nend',
  '```\nnever closed\n\n``\n` x\n',
  'a\n\n\n\nb\n\t\n\n    \n c  \nd[^1]\n\n[^1]: note\n  more\n',
];

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function stream(text: string, seed: number): readonly TopBlock[] {
  const next = random(seed);
  const tokens = new TokenStream();
  for (let end = 0; end < text.length; end += 1 + Math.floor(next() * 9)) tokens.update(text.slice(0, end), false);
  return tokens.update(text, true);
}

describe('a streaming text', () => {
  it.each(documents)('ends as if it had been read at once: %j', (text) => {
    const whole = new TokenStream().update(text, true);
    for (let seed = 1; seed <= 25; seed += 1) expect(stream(text, seed)).toEqual(whole);
  });

  it('does not care how the documents are put together', () => {
    const text = [...documents, ...documents].join('\n\n');
    const whole = new TokenStream().update(text, true);
    for (let seed = 1; seed <= 5; seed += 1) expect(stream(text, seed)).toEqual(whole);
  });

  it('keeps the objects of settled blocks, so that they are not drawn again', () => {
    const tokens = new TokenStream();
    const start = 'one\n\ntwo\n\nthree\n\nfour\n\n';
    const before = [...tokens.update(start, false)];
    const after = tokens.update(`${start}five and six`, false);
    expect(after.slice(0, 4).every((block, index) => block === before[index])).toBe(true);
    const final = tokens.update(`${start}five and six`, true);
    expect(final.slice(0, 4).every((block, index) => block === before[index])).toBe(true);
  });

  it('keeps the items of a growing list and the rows of a growing table', () => {
    const tokens = new TokenStream();
    const list = tokens.update('- one\n- two\n- thr', false)[0]?.node;
    const longer = tokens.update('- one\n- two\n- three\n- fo', false)[0]?.node;
    if (list?.kind !== 'list' || longer?.kind !== 'list') throw new Error('no list');
    expect(longer.items[0]).toBe(list.items[0]);
    expect(longer.items[2]).not.toBe(list.items[2]);
    const rows = new TokenStream();
    const table = rows.update('| a |\n|--|\n| 1 |\n| 2', false)[0]?.node;
    const taller = rows.update('| a |\n|--|\n| 1 |\n| 2 |\n| 3 |', false)[0]?.node;
    if (table?.kind !== 'table' || taller?.kind !== 'table') throw new Error('no table');
    expect(taller.rows[0]).toBe(table.rows[0]);
  });

  it('reads blocks again when a definition that comes later changes them', () => {
    const tokens = new TokenStream();
    tokens.update('[a] x\n\nb\n\nc\n\nd\n\n', false);
    const final = tokens.update('[a] x\n\nb\n\nc\n\nd\n\n[a]: https://e.example', true);
    expect(final[0]?.node).toMatchObject({ children: [{ kind: 'link' }, { kind: 'text' }] });
  });

  it('inside an open fence only lengthens the code, and hides a closing fence that is half written', () => {
    const tokens = new TokenStream();
    const head = 'intro\n\n```ts\n';
    const before = tokens.update(`${head}const a = 1;\n`, false);
    const after = tokens.update(`${head}const a = 1;\n# not a heading\n- not a list\n\`\``, false);
    expect(after[0]).toBe(before[0]);
    expect(after).toHaveLength(2);
    expect(after[1]?.node).toEqual({ kind: 'code', language: 'ts', text: 'const a = 1;\n# not a heading\n- not a list', isOpen: true });
    const closed = tokens.update(`${head}const a = 1;\n# not a heading\n- not a list\n\`\`\`\n\nafter`, false);
    expect(closed.map(({ node }) => node.kind)).toEqual(['paragraph', 'code', 'paragraph']);
    expect(closed[1]?.node).toMatchObject({ isOpen: false });
  });

  it('starts anew when the text is another', () => {
    const tokens = new TokenStream();
    tokens.update('# one', false);
    expect(tokens.update('two', true).map(({ node }) => node.kind)).toEqual(['paragraph']);
  });
});

describe('code parts', () => {
  it.each([0, 1, 39, 40, 41, 80, 81, 200])('joined are the code again, %i lines', (lines) => {
    const code = Array.from({ length: lines }, (_, index) => `line ${index}`).join('\n');
    const parts = codeParts(code);
    expect(parts.join('\n')).toBe(code);
    expect(Math.max(...parts.map((part) => part.split('\n').length))).toBeLessThanOrEqual(linesPerPart);
  });

  it('keep their text when more code follows', () => {
    const code = 'x\n'.repeat(95);
    expect(codeParts(`${code}y`).slice(0, 2)).toEqual(codeParts(code).slice(0, 2));
  });
});
