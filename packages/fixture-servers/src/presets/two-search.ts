import { asText } from '../engine/json.ts';
import type { Preset } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

/** One of two servers that both have a tool called `search`; the label tells them apart. */
export const twoSearch: Preset = {
  about: 'a tool `search` whose answer names the server: start two with different labels',
  options: {
    label: "what the answer begins with (default 'first')",
    name: "serverInfo.name, the same for both unless given (default 'search-server')",
    tool: "name of the tool (default 'search')",
  },
  create(options) {
    const label = textOption(options, 'label', 'first');
    return {
      info: { name: textOption(options, 'name', 'search-server'), version: '1.0.0' },
      tools: [
        {
          definition: { name: textOption(options, 'tool', 'search'), description: `Searches the ${label} index.`, inputSchema: objectSchema({ query: { type: 'string' } }, ['query']) },
          call: (args) => textResult(`${label} found: ${asText(args['query'])}`),
        },
      ],
    };
  },
};
