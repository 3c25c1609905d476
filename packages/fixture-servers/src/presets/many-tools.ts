import type { Preset, ToolFixture } from '../engine/types.ts';
import { flagOption, numberOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

/** A list so long that it arrives as one huge line. */
export const manyTools: Preset = {
  about: 'many tools in one line of JSON',
  options: {
    count: 'number of tools (default 151)',
    bytes: 'bytes of JSON that each definition has (default 1700)',
    'output-schema': 'give each tool an outputSchema (default false)',
  },
  create(options) {
    const count = numberOption(options, 'count', 151);
    const bytes = numberOption(options, 'bytes', 1700);
    const withOutput = flagOption(options, 'output-schema');
    const tools: ToolFixture[] = Array.from({ length: count }, (_, index) => ({
      definition: padded(index, bytes, withOutput),
      call: (args) => ({ ...textResult(`tool ${index}: ${JSON.stringify(args)}`), ...(withOutput ? { structuredContent: { index } } : {}) }),
    }));
    return { info: { name: 'many-tools', version: '1.0.0' }, tools };
  },
};

function padded(index: number, bytes: number, withOutput: boolean) {
  const bare = {
    name: `tool-${String(index).padStart(5, '0')}`,
    description: `Number ${index}. `,
    inputSchema: objectSchema({ value: { type: 'string', description: 'Any text' } }),
    ...(withOutput ? { outputSchema: objectSchema({ index: { type: 'integer' } }, ['index']) } : {}),
  };
  const missing = Math.max(0, bytes - Buffer.byteLength(JSON.stringify(bare)));
  return { ...bare, description: bare.description + 'lorem ipsum '.repeat(Math.ceil(missing / 12)).slice(0, missing) };
}
