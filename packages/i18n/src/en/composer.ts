import { plural } from './plural.ts';

export const composer = {
  label: 'Message',
  placeholder: 'Message, / for prompts, @ for resources',
  placeholderNoModel: 'Connect a model to chat, or type / and @ to use your servers',
  send: 'Send',
  stop: 'Stop',
  sendHint: 'Enter sends, Shift+Enter starts a new line',
  attachResource: 'Attach a resource',
  usePrompt: 'Use a prompt',
  chips: 'Attached',
  removeChip: (name: string) => `Remove ${name}`,
  chipFrom: (server: string) => `from ${server}`,
  slash: {
    label: 'Prompts',
    empty: 'No prompt matches.',
    none: 'No running server offers prompts.',
  },
  mention: {
    label: 'Resources',
    empty: 'No resource matches.',
    none: 'No running server offers resources.',
    templates: 'Templates',
  },
  busy: 'The model is still answering. Stop it to send something else.',
  draftKept: 'Your draft is kept.',
  tooLong: (count: number) => plural(count, { one: '# character too long', other: '# characters too long' }),
};
