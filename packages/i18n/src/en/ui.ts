import { plural } from './plural.ts';

/** Words the primitives of the ui package need. */
export const ui = {
  close: 'Close',
  dismiss: 'Dismiss',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  increase: 'Increase',
  decrease: 'Decrease',
  clear: 'Clear',
  notifications: 'Notifications',
  optional: 'optional',
  required: 'required',
  hiddenCharacters: (count: number) => plural(count, { one: '# hidden character', other: '# hidden characters' }),
  moreCharacters: (count: number) => plural(count, { one: '# more character', other: '# more characters' }),
};
