import { plainText } from '@portolan/markdown/nodes';
import type { Block, Inline } from '@portolan/markdown/nodes';
import { TokenStream } from '@portolan/markdown/token-stream';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exportWords } from './export-words.ts';
import { fenced, safeMarkdown } from './markdown-blocks.ts';

const words = exportWords('en');

function read(text: string): Block[] {
  return new TokenStream().update(text, true).map(({ node }) => node);
}

/** The shape of a document without the texts it was read from, runs of text as one. */
function shape(blocks: readonly Block[]): unknown {
  return blocks.map((block) => {
    switch (block.kind) {
      case 'paragraph':
        return ['p', inline(block.children)];
      case 'heading':
        return ['h', Math.min(6, block.level), inline(block.children)];
      case 'list':
        return ['list', block.start, block.items.map((item) => [item.isChecked, shape(item.blocks)])];
      case 'quote':
        return ['quote', shape(block.blocks)];
      case 'table':
        return ['table', block.align, block.header.map(inline), block.rows.map(({ cells }) => cells.map(inline))];
      case 'code':
        return ['code', block.language, block.text];
      case 'math':
        return ['math', block.tex];
      default:
        return [block.kind];
    }
  });
}

function inline(nodes: readonly Inline[]): string {
  return nodes
    .map((node) => {
      if (node.kind === 'text' || node.kind === 'code' || node.kind === 'math') return `${node.kind === 'text' ? '' : node.kind}${plainText([node])}`;
      if (node.kind === 'link') return `[${inline(node.children)}](${node.url})`;
      if ('children' in node) return node.kind === 'group' ? inline(node.children) : `<${node.kind}>${inline(node.children)}</>`;
      return node.kind;
    })
    .join('');
}

/** What writing raises by two, so that the file's own headings stay above. */
function lowered(text: string): string {
  return text.replaceAll(/^#/gm, '###');
}

describe('Markdown written anew (C12)', () => {
  it.each([
    'Plain words, 3 * 4 = 12, snake_case_name and 2_000.',
    'A **bold** word, an _emphasised_ one, ~~old~~ and `code with ` + "`" + ` marks`.',
    '# Title\n\n## Below\n\ntext',
    '- a\n- b\n  - c\n  - d\n- e',
    '1. one\n2. two\n\n   a second paragraph\n3. three',
    '7. seven\n8. eight',
    '- [ ] open\n- [x] done',
    '> quoted\n>\n> twice\n>\n> > deeper',
    '| a | b | c |\n|:--|:-:|--:|\n| 1 | `x\\|y` | [l](https://e.example/) |\n|  | **b** | c |',
    '```ts\nconst a = `x`;\n```',
    '````\n```\nnested\n```\n````',
    '- item\n\n  ```py\n  print(1)\n  ```\n- next',
    'See https://a.example/path?x=1&y=2 and [words](https://b.example/).',
    '$$\nx^2\n$$\n\nand $y_1$ inline',
    'first\\\nsecond',
    '---\n\nafter',
    '1986\\. A great year\n\n\\- no list\n\n\\# no heading',
    '中文**粗体**和`代码`，链接 https://c.example/ 。',
  ])('%j says the same', (text) => {
    expect(shape(read(safeMarkdown(text, words)))).toEqual(shape(read(lowered(text))));
  });

  it('takes plain words for nothing but words', () => {
    const sign = fc.constantFrom(...'\\`*_[]()<>~$|#+-.!&;:@=1 a\n'.split(''), 'https://', 'www.a.bc', '&amp;', '![', '](', '```', 'x@y.zz');
    fc.assert(
      fc.property(fc.array(sign, { maxLength: 40 }), (signs) => {
        const text = signs.join('');
        const written = safeMarkdown(text, words);
        const again = safeMarkdown(written, words);
        const images = JSON.stringify(read(written)).includes('"kind":"image"') || JSON.stringify(read(written)).includes('"kind":"html"');
        expect(images).toBe(false);
        expect(typeof again).toBe('string');
      }),
      { numRuns: 400 },
    );
  });

  it('never ends a code block early', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', '```', '~~~', '\n', 'a', ' '), { maxLength: 30 }), (parts) => {
        const text = parts.join('').replace(/\n+$/, '');
        expect(read(fenced(`x${text}`))).toMatchObject([{ kind: 'code', text: `x${text}` }]);
      }),
      { numRuns: 200 },
    );
  });
});
