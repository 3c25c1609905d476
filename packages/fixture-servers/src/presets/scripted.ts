import { asDict, asText, isDict } from '../engine/json.ts';
import type { Dict, Preset, PromptFixture, ResourceFixture, ToolFixture } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { text, textResult } from './content.ts';

/** Tools that a test makes up: each answers who it is and what it got. */
export const scripted: Preset = {
  about: 'tools as they are given, each of which answers `<label>/<tool> got <arguments as JSON>`',
  options: {
    tools: 'JSON array of tool definitions (default [])',
    results: 'JSON object of tool name → the result that it gives instead (default {})',
    names: 'JSON array of names, each of a resource and of a prompt (default [])',
    label: "what every answer begins with (default 'scripted')",
  },
  create(options) {
    const label = textOption(options, 'label', 'scripted');
    const definitions: unknown = JSON.parse(textOption(options, 'tools', '[]'));
    if (!Array.isArray(definitions)) throw new Error('--tools must be a JSON array');
    const results = asDict(JSON.parse(textOption(options, 'results', '{}')));
    const names: unknown = JSON.parse(textOption(options, 'names', '[]'));
    if (!Array.isArray(names)) throw new Error('--names must be a JSON array');
    return {
      info: { name: 'scripted', version: '1.0.0' },
      verbatim: true,
      resources: names.map((name: unknown, index): ResourceFixture => ({ definition: { uri: `scripted://${index}/${encodeURIComponent(asText(name))}`, name, title: name, description: name }, read: (uri) => [{ uri, mimeType: 'text/plain', text: asText(name) }] })),
      prompts: names.map((name: unknown): PromptFixture => ({ definition: { name, title: name, description: name, arguments: [{ name, description: name }] }, get: () => ({ messages: [{ role: 'user', content: text(asText(name)) }] }) })),
      tools: definitions.map((definition: unknown): ToolFixture => ({ definition, call: (args) => answers(results[asText(asDict(definition)['name'])]) ?? textResult(`${label}/${asText(asDict(definition)['name'])} got ${JSON.stringify(args)}`) })),
    };
  },
};

function answers(given: unknown): Dict | null {
  return isDict(given) ? given : null;
}
