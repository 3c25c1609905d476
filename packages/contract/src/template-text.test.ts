import { describe, expect, it } from 'vitest';
import { lineAndColumn, readTemplate, variablesOf } from './template-text.ts';

const kinds = (text: string) => readTemplate(text).map((part) => (part.type === 'text' ? part.text : part.type === 'variable' ? `<${part.name}>` : part.type === 'bad' ? `!${part.fault}` : `${part.type} ${part.of}`));

describe('the text of a prompt template (C11)', () => {
  it.each([
    ['Translate {{text}} into {{ language }}.', ['Translate ', '<text>', ' into ', '<language>', '.']],
    ['Use {{tool:files/read_file}}', ['Use ', 'tool files/read_file']],
    ['{{resource:file:///notes/today.md}}{{resource: db://a?b=c#d }}', ['resource file:///notes/today.md', 'resource db://a?b=c#d']],
    ['{{数据}} {{naïve_2-b}}', ['<数据>', ' ', '<naïve_2-b>']],
    [String.raw`write \{{this}} and {{that}}`, ['write {{this}} and ', '<that>']],
    ['one { and } and }} alone', ['one { and } and }} alone']],
    ['{{}}{{  }}', ['!empty', '!empty']],
    ['{{2nd}} {{a b}} {{a.b}}', ['!name', ' ', '!name', ' ', '!name']],
    ['{{tool:files}} {{tool:}} {{resource:}}', ['!reference', ' ', '!reference', ' ', '!reference']],
    ['{{never ended\nnext {{x}}', ['!open', '\nnext ', '<x>']],
    ['{{a {{b}}', ['!open', '<b>']],
    ['{{resource:x://{id}}}', ['resource x://{id}']],
    ['', []],
  ])('%j reads as it looks', (text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });

  it('names each variable once, in order', () => {
    expect(variablesOf(readTemplate('{{b}} {{a}} {{b}}'))).toEqual(['b', 'a']);
  });

  it('says lines and columns from 1', () => {
    expect(lineAndColumn('ab\ncd{{', 5)).toEqual({ line: 2, column: 3 });
    expect(lineAndColumn('{{', 0)).toEqual({ line: 1, column: 1 });
  });
});
