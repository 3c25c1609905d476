import { plural } from './plural.ts';

/** Where servers come from: links, bundles, the registry. */
export const sources = {
  link: {
    tab: 'From a link',
    asks: (count: number) => plural(count, { one: 'A link asks to add a server', other: 'A link asks to add # servers' }),
    lead: 'Anyone can make such a link. Add only what you expected, from where you expected it. Nothing is added or started before you say so.',
    refused: 'A link was refused',
    look: 'Look at it',
    more: (count: number) => plural(count, { one: '# more link waits', other: '# more links wait' }),
    none: 'No link is waiting',
    noneText: 'When you open a portolan:// link, what it would add is shown here.',
    add: (count: number) => plural(count, { one: 'Add # server', other: 'Add # servers' }),
    dismiss: 'Don’t add anything',
    choose: (name: string) => `Add ${name}`,
    isNew: 'new',
    same: 'already there, unchanged',
    taken: (name: string) => `There is already a server called “${name}”`,
    keepBoth: (name: string) => `Keep both: add this one as “${name}”`,
    replace: (name: string) => `Replace “${name}”`,
    replaceText: (differences: string) => `Changes: ${differences}`,
    variables: 'Takes values from your environment',
    now: 'What stands there now',
  },
};
