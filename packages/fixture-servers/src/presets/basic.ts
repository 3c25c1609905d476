import type { Dict, Preset } from '../engine/types.ts';
import { basicPrompts } from './basic-prompts.ts';
import { basicResources, basicTemplates, languages } from './basic-resources.ts';
import { basicTools } from './basic-tools.ts';
import { png, svg } from './media.ts';

/** Three dots, joined. */
const drawing = '<rect width="24" height="24" rx="6" fill="#2563af"/><path d="M7 16l5-8 5 8z" fill="none" stroke="#fff" stroke-width="1.6" stroke-linejoin="round"/><g fill="#fff"><circle cx="7" cy="16" r="2.4"/><circle cx="12" cy="8" r="2.4"/><circle cx="17" cy="16" r="2.4"/></g>';

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
      icons: [
        { src: svg(drawing), mimeType: 'image/svg+xml', sizes: ['any'] },
        { src: `data:image/png;base64,${png(16, 16, [37, 99, 175])}`, mimeType: 'image/png', sizes: ['16x16'] },
      ],
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
