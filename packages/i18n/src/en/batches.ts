import { plural } from './plural.ts';

export const batches = {
  wants: (count: number) => plural(count, { one: 'wants to make # call in this chat', other: 'wants to make # calls in this chat' }),
  denyAll: (count: number) => plural(count, { one: 'Deny it', other: 'Deny all #' }),
  allowAll: (count: number) => plural(count, { one: 'Allow this one once', other: 'Allow these # once' }),
  seen: (seen: number, count: number) => `${seen} of ${count} looked at`,
  allSeen: 'All looked at',
  seeEach: 'Look at each of them, to its end, to allow them together',
  mute: 'Mute',
  together: 'Show all together',
};
