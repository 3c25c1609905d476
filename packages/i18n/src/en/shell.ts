import { plural } from './plural.ts';

/** The frame around the pages, and what every viewer of content needs. */
export const shell = {
  pageBroken: (message: string) => `The rest of the window still works, and nothing is lost. What went wrong: ${message}`,
  searchChats: (query: string) => `Search all chats for “${query}”`,
  waiting: 'Waiting',
  optionsOf: (title: string) => `Options for ${title}`,
  notices: {
    'config-broken': (details: Record<string, string>) => `The configuration file ${details['file'] ?? ''} cannot be read. The last good one is in use and the file is left as it is.`,
    'config-changed-outside': (details: Record<string, string>) => `The configuration file was changed outside Portolan: ${details['servers'] ?? details['file'] ?? ''}. Servers that are new or different wait for your review.`,
    'storage-restored': (details: Record<string, string>) => `The conversations were damaged and have been restored from ${details['backup'] ?? 'a backup'}. The damaged file is kept as ${details['kept'] ?? 'a copy'}.`,
    'storage-read-only': () => 'Nothing can be saved at the moment: the disk is full or the data folder cannot be written. What was saved before is safe.',
    'host-restarted': () => 'The host stopped unexpectedly and was started again. Answers that were cut off are marked.',
    'servers-reaped': (details: Record<string, string>) => `Server processes left over from an earlier run were ended: ${details['servers'] ?? details['count'] ?? ''}`,
    'secrets-in-file': () => 'Keys are kept in an encrypted file that only your account can read, because no system key store is in use.',
  },
  showAll: (lines: number, characters: number) => (lines > 1 ? plural(lines, { one: 'Show all of # line', other: 'Show all of # lines' }) : plural(characters, { one: 'Show all of # character', other: 'Show all of # characters' })),
  showMore: (count: number) => plural(count, { one: '# more', other: '# more' }),
  unknownBlock: (type: string, reason: string) => `Content of a kind that is not known here (${type}): ${reason}`,
  asText: 'Text',
  asTree: 'Tree',
  imageNotShown: (type: string, size: string) => `An image that cannot be shown (${type}, ${size}).`,
  imageAlt: (type: string, size: string) => `Image, ${type}, ${size}`,
  audio: (type: string) => `Audio, ${type}`,
  audioNotShown: (type: string) => `Audio that cannot be played (${type}).`,
  emptyResult: 'The tool answered with nothing.',
  repairs: (count: number) => plural(count, { one: '# thing was put right while reading', other: '# things were put right while reading' }),
};
