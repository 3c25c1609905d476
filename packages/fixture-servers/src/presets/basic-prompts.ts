import type { PromptFixture } from '../engine/types.ts';
import { text } from './content.ts';
import { png } from './media.ts';

export const basicPrompts: readonly PromptFixture[] = [
  {
    definition: { name: 'greet', title: 'Greeting', description: 'One message, no arguments.' },
    get: () => ({ description: 'A greeting', messages: [{ role: 'user', content: text('Say hello.') }] }),
  },
  {
    definition: {
      name: 'review',
      title: 'Code review',
      description: 'Arguments with completion; the framework depends on the language.',
      arguments: [
        { name: 'language', title: 'Language', description: 'Language of the code', required: true },
        { name: 'framework', description: 'Framework, if any' },
      ],
    },
    get: (args) => ({
      description: `Review of ${String(args['language'])} code`,
      messages: [
        { role: 'user', content: text(`Review this ${String(args['language'])} code${typeof args['framework'] === 'string' ? ` for ${args['framework']}` : ''}.`) },
        { role: 'assistant', content: text('Please show me the code.') },
        { role: 'user', content: text('print("hello")') },
      ],
    }),
  },
  {
    definition: { name: 'with-resource', description: 'Messages with an embedded resource and an image.' },
    get: () => ({
      messages: [
        { role: 'user', content: { type: 'resource', resource: { uri: 'fixture://notes/welcome.md', mimeType: 'text/markdown', text: '# Welcome' } } },
        { role: 'user', content: { type: 'image', data: png(8, 8, [0, 160, 80]), mimeType: 'image/png' } },
        { role: 'user', content: text('Summarise both.') },
      ],
    }),
  },
];
