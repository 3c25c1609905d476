import type { Dict, Preset, ToolFixture } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

const kinds = ['large', 'deep', 'bad', 'many'];

/** Definitions that cost whoever reads, keeps, shows or sends them to a model. Honest ones stand before and behind them. */
export const definitionFloods: Preset = {
  about: 'lists of tools that are too much, between two honest ones, `honest-first` and `honest-last`',
  options: {
    kind: 'large (a description of 5 MB, an enum of 1 MB, a schema 80 deep, a name of 10 kB, 2,000 icons, one name five times), deep (a schema 1,000 deep), bad (5,000 unusable ones), many (10,000 tools) (default large)',
  },
  create(options) {
    const kind = textOption(options, 'kind', 'large');
    if (!kinds.includes(kind)) throw new Error(`--kind must be one of ${kinds.join(', ')}, got '${kind}'`);
    const honest = (name: string): Dict => ({ name, description: 'Does what it says.', inputSchema: objectSchema({ value: { type: 'string' } }) });
    return {
      info: { name: 'definition-floods', version: '1.0.0' },
      verbatim: true,
      tools: [honest('honest-first'), ...floods(kind), honest('honest-last')].map((definition): ToolFixture => ({ definition, call: (args) => textResult(JSON.stringify(args)) })),
    };
  },
};

function floods(kind: string): unknown[] {
  if (kind === 'many') return Array.from({ length: 10_000 }, (_, index) => ({ name: `tool-${index}`, description: 'One of many.', inputSchema: objectSchema({}) }));
  if (kind === 'bad') return Array.from({ length: 5000 }, () => ({ name: 'bad', inputSchema: 7 }));
  if (kind === 'deep') return [{ name: 'deep', inputSchema: nested(1000) }];
  return [
    { name: 'description', description: 'lorem ipsum '.repeat(440_000), inputSchema: objectSchema({}) },
    { name: 'enum', inputSchema: objectSchema({ choice: { type: 'string', enum: Array.from({ length: 100_000 }, (_, index) => `choice-${index}`) } }) },
    { name: 'nested', inputSchema: nested(40) },
    { name: `long-${'n'.repeat(10_000)}`, inputSchema: objectSchema({}) },
    { name: 'icons', inputSchema: objectSchema({}), icons: Array.from({ length: 2000 }, (_, index) => ({ src: `https://canary.invalid/${index}.png` })) },
    ...Array.from({ length: 5 }, (_, index) => ({ name: 'same', description: `Number ${index}.`, inputSchema: objectSchema({}) })),
  ];
}

function nested(depth: number): Dict {
  let schema: Dict = { type: 'string' };
  for (let level = 0; level < depth; level++) schema = { type: 'object', properties: { in: schema } };
  return schema;
}
