import type { Dict, Preset } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

const kinds = ['same', 'unique', 'huge', 'number', 'empty', 'null'];

/** Lists that never end. */
export const cursorLoops: Preset = {
  about: 'every list has one more page, for ever',
  options: {
    kind: 'same (one cursor again and again; default), unique (a new one each time), huge (a megabyte of cursor), number (not a string), empty (the empty string), null',
    pages: 'pages before the list ends after all (default 0: never)',
  },
  create(options) {
    const kind = textOption(options, 'kind', 'same');
    if (!kinds.includes(kind)) throw new Error(`--kind must be one of ${kinds.join(', ')}, got '${kind}'`);
    const pages = numberOption(options, 'pages', 0);
    const served = new Map<string, number>();
    const cursorOf = (page: number): unknown => {
      switch (kind) {
        case 'unique':
          return `page-${page}`;
        case 'huge':
          return `${page}-${'c'.repeat(1_000_000)}`;
        case 'number':
          return page;
        case 'empty':
          return '';
        case 'null':
          return null;
        default:
          return 'again';
      }
    };
    const page = (key: string, make: (name: string) => Dict): Dict => {
      const number = (served.get(key) ?? 0) + 1;
      served.set(key, number);
      return { [key]: [make(`${key}-${number}`)], ...(pages > 0 && number >= pages ? {} : { nextCursor: cursorOf(number) }) };
    };
    return {
      info: { name: 'cursor-loops', version: '1.0.0' },
      capabilities: { tools: {}, resources: {}, prompts: {} },
      answer(method, params) {
        switch (method) {
          case 'tools/list':
            return page('tools', (name) => ({ name, description: 'One of endlessly many.', inputSchema: objectSchema({}) }));
          case 'resources/list':
            return page('resources', (name) => ({ uri: `fixture://${name}`, name }));
          case 'resources/templates/list':
            return page('resourceTemplates', (name) => ({ uriTemplate: `fixture://${name}/{id}`, name }));
          case 'prompts/list':
            return page('prompts', (name) => ({ name }));
          case 'tools/call':
            return textResult(`called ${String(params['name'])}`);
          default:
            return undefined;
        }
      },
    };
  },
};
