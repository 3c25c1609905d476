import { plural } from './plural.ts';

export const history = {
  title: 'History',
  search: 'Search all chats',
  empty: 'Your chats will be listed here.',
  noMatch: (query: string) => `Nothing found for “${query}”.`,
  found: (count: number) => plural(count, { one: '# match', other: '# matches' }),
  searching: 'Searching…',
  messages: (count: number) => plural(count, { one: '# message', other: '# messages' }),
  today: 'Today',
  yesterday: 'Yesterday',
  lastWeek: 'Last 7 days',
  lastMonth: 'Last 30 days',
  older: 'Older',
  pinned: 'Pinned',
  archive: 'Archive',
  show: 'Show',
  shown: { chats: 'Chats', archive: 'Archive', imported: 'Imported' },
  importedEmpty: 'No chat came from a file.',
  archiveEmpty: 'No chat is archived. Archived chats leave the list, and are still found by search.',
  running: 'Answering now',
};
