import type { Dict, Preset } from '../engine/types.ts';
import { basicPrompts } from './basic-prompts.ts';
import { basicResources, basicTemplates, languages } from './basic-resources.ts';
import { basicTools } from './basic-tools.ts';
import { png } from './media.ts';

/** A complete, well-behaved server: every primitive once, on every revision in that revision's words. */
export const basic: Preset = {
  about: 'well-behaved: every kind of tool result, resource, prompt, completion, logging, progress, icons',
  options: {},
  create: () => ({
    info: {
      name: 'basic-fixture',
      title: 'Basic fixture',
      version: '1.0.0',
      description: 'Shows every primitive of the protocol once.',
      websiteUrl: 'https://example.com/basic',
      icons: [{ src: `data:image/png;base64,${png(16, 16, [20, 120, 200])}`, mimeType: 'image/png', sizes: ['16x16'] }],
    },
    instructions: 'Use echo to repeat a text and get-sum to add two numbers.',
    tools: basicTools,
    resources: basicResources,
    templates: basicTemplates,
    prompts: basicPrompts,
    complete,
  }),
};

/** Completes the language of a prompt or template; with `framework` as argument it depends on the language chosen before. */
function complete(_ref: Dict, argument: { name: string; value: string }, known: Dict): string[] {
  const values =
    argument.name === 'framework'
      ? (frameworksOf[String(known['language'])] ?? [])
      : argument.name === 'number'
        ? Array.from({ length: 150 }, (_, index) => String(index))
        : languages;
  return values.filter((value) => value.startsWith(argument.value));
}

const frameworksOf: Readonly<Record<string, readonly string[]>> = {
  python: ['django', 'fastapi', 'flask'],
  typescript: ['express', 'fastify', 'nest'],
};
