import { plural } from './plural.ts';

export const prompts = {
  title: 'Prompts',
  count: (count: number) => plural(count, { one: '# prompt', other: '# prompts' }),
  empty: 'This server offers no prompts.',
  filter: 'Filter prompts',
  noMatch: 'No prompt matches.',
  select: 'Choose a prompt to see its messages.',
  notReady: 'The server is not running. Start it to use its prompts.',
  arguments: 'Arguments',
  noArguments: 'This prompt takes no arguments.',
  preview: 'Show messages',
  loading: 'Asking the server…',
  messages: (count: number) => plural(count, { one: '# message', other: '# messages' }),
  noMessages: 'The server returned no messages.',
  insert: 'Add to chat',
  insertNew: 'Start a chat with it',
  role: { user: 'You', assistant: 'Assistant' },
  loadingSuggestions: 'Asking the server for values…',
};
