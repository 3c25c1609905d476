import { marked } from 'marked';
import { describe, expect, it } from 'vitest';
import { decodeEntities } from './entities.ts';
import { plainText, type Block, type Inline } from './nodes.ts';
import { TokenStream } from './token-stream.ts';

function read(text: string): Block[] {
  return new TokenStream().update(text, true).map(({ node }) => node);
}

function inlines(text: string): Inline[] {
  const [block] = read(text);
  return block?.kind === 'paragraph' ? block.children : [];
}

function words(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      switch (block.kind) {
        case 'paragraph':
        case 'heading':
        case 'footnote':
          return plainText(block.children);
        case 'list':
          return block.items.map((item) => words(item.blocks)).join('');
        case 'quote':
          return words(block.blocks);
        case 'table':
          return [block.header, ...block.rows.map((row) => row.cells)].map((row) => row.map(plainText).join('')).join('');
        case 'code':
        case 'html':
        case 'plain':
          return block.text;
        case 'math':
          return block.tex;
        case 'rule':
          return '';
      }
    })
    .join('');
}

describe('entities', () => {
  it.each([
    ['a &lt;b&gt; &amp; c', 'a <b> & c'],
    ['&amp;lt;', '&lt;'],
    ['&#38;lt;', '&lt;'],
    ['&#x1F600; &copy; &hellip; &nbsp;', '😀 © … \u00a0'],
    ['&#0; &#xD800; &#x110000;', '\uFFFD \uFFFD \uFFFD'],
    ['&unknown; &; & &lt', '&unknown; &; & &lt'],
  ])('%j is %j', (written, meant) => {
    expect(decodeEntities(written)).toBe(meant);
  });

  it('are decoded once in text, never in code, addresses that are bare, or after a backslash', () => {
    expect(plainText(inlines('&amp;lt; and \\&lt; and `&lt;`'))).toBe('&lt; and &lt; and &lt;');
    const [link] = inlines('https://a.example/?x=1&copy=2');
    expect(link).toMatchObject({ kind: 'link', url: 'https://a.example/?x=1&copy=2' });
  });
});

describe('structure', () => {
  it('reads the same words as a CommonMark renderer does', () => {
    const text = [
      '# Title &amp; *more*',
      'Some **bold**, _em_, ~~old~~ and `code &lt;`.  \nnext line',
      '- a\n- b\n  1. c\n  2. d\n\n     loose',
      '> quoted\n> > twice',
      '| a | b |\n|:-:|--|\n| `x\\|y` | [l](https://e.example) |',
      '```js\nconst a = 1 < 2 && "x";\n```',
      '    indented',
      'Setext\n===',
      'ref [link] and ![img][i]\n\n[link]: https://e.example\n[i]: https://i.example',
    ].join('\n\n');
    const page = document.createElement('div');
    page.innerHTML = marked.parse(text, { async: false });
    for (const image of page.querySelectorAll('img')) image.replaceWith(image.alt);
    const squeeze = (value: string): string => value.replace(/\s+/g, '');
    expect(squeeze(words(read(text)))).toBe(squeeze(page.textContent ?? ''));
  });

  it('knows tables with their alignment', () => {
    const [table] = read('| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |');
    expect(table).toMatchObject({ kind: 'table', align: ['left', 'center', 'right'], rows: [{ cells: [[{ text: '1' }], [{ text: '2' }], [{ text: '3' }]] }] });
  });

  it('knows tasks, loose lists and where numbering starts', () => {
    expect(read('3. [x] a\n4. [ ] b')).toMatchObject([{ kind: 'list', start: 3, isLoose: false, items: [{ isChecked: true }, { isChecked: false }] }]);
    expect(read('- a\n\n- b')).toMatchObject([{ kind: 'list', start: null, isLoose: true, items: [{ isChecked: null }, { isChecked: null }] }]);
  });

  it('shows link definitions nowhere and uses them everywhere', () => {
    expect(read('[a]\n\n[a]: https://e.example')).toMatchObject([{ kind: 'paragraph', children: [{ kind: 'link', host: 'e.example' }] }]);
  });

  it('reads formulas, and leaves prices alone', () => {
    expect(inlines('so $e^{i\\pi}$ and \\(x^2\\)').map((node) => node.kind)).toEqual(['text', 'math', 'text', 'math']);
    expect(inlines('costs $5 to $10, or 5$ and 6$').some((node) => node.kind === 'math')).toBe(false);
    expect(read('text\n$$\na + b\n$$\nmore').map((block) => block.kind)).toEqual(['paragraph', 'math', 'paragraph']);
    expect(read('\\[\nx\n\\]')).toEqual([{ kind: 'math', tex: 'x' }]);
  });

  it('reads footnotes', () => {
    expect(read('see[^1]\n\n[^1]: the note')).toMatchObject([{ kind: 'paragraph', children: [{ kind: 'text' }, { kind: 'footnote', id: '1' }] }, { kind: 'footnote', id: '1' }]);
  });
});

describe('Chinese (C16)', () => {
  it('reads strong text that ends in Chinese punctuation', () => {
    expect(inlines('**注意：**这里')[0]).toMatchObject({ kind: 'strong', children: [{ text: '注意：' }] });
    expect(inlines('他说**“好”**就走')[1]).toMatchObject({ kind: 'strong' });
  });

  it('ends a bare address at Chinese punctuation', () => {
    expect(plainText(inlines('见 https://e.example/a，然后'))).toBe('见 https://e.example/a，然后');
    const [, group] = inlines('见 https://e.example/a，然后');
    expect(group).toMatchObject({ kind: 'group', children: [{ kind: 'link', url: 'https://e.example/a' }, { kind: 'text', text: '，然后' }] });
  });

  it('puts no blank where a line is broken between Chinese characters', () => {
    expect(plainText(inlines('第一行\n第二行 and\nmore'))).toBe('第一行第二行 and\nmore');
  });
});
