import { asDict, asText } from '../engine/json.ts';
import type { Preset, ToolFixture } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { textResult } from './content.ts';

/** Tools that a test makes up: each answers who it is and what it got. */
export const scripted: Preset = {
  about: 'tools as they are given, each of which answers `<label>/<tool> got <arguments as JSON>`',
  options: {
    tools: 'JSON array of tool definitions (default [])',
    label: "what every answer begins with (default 'scripted')",
  },
  create(options) {
    const label = textOption(options, 'label', 'scripted');
    const definitions: unknown = JSON.parse(textOption(options, 'tools', '[]'));
    if (!Array.isArray(definitions)) throw new Error('--tools must be a JSON array');
    return {
      info: { name: 'scripted', version: '1.0.0' },
      verbatim: true,
      tools: definitions.map((definition: unknown): ToolFixture => ({ definition, call: (args) => textResult(`${label}/${asText(asDict(definition)['name'])} got ${JSON.stringify(args)}`) })),
    };
  },
};
