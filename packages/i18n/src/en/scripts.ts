import { plural } from './plural.ts';

/** Scripts that a model writes to call tools (C17). */
export const scripts = {
  title: 'Script',
  code: 'The script',
  changedCode: 'The script, as you changed it',
  askedCode: 'What the model had written',
  calls: (count: number) => plural(count, { one: '# call', other: '# calls' }),
  callsOf: 'Calls of the script',
  noCalls: 'no calls',
  refused: (count: number) => plural(count, { one: '# denied', other: '# denied' }),
  failed: (count: number) => plural(count, { one: '# failed', other: '# failed' }),
  printed: 'What it printed',
  printedNote: 'The model reads this and nothing else of what the calls brought.',
  unknownText: 'Portolan was closed while this script was running. Each of its calls says whether it was made; the script is not run again.',
  switchLabel: 'The model may write scripts',
  switchText: 'Instead of asking for one call after the other, the model can write a small program that makes several. You read it before it runs, and each of its calls is asked about as always. The program can compute and call tools; it has no way to your files, the network or Portolan itself.',
  byProfile: (name: string) => `Switched on by the profile “${name}”.`,
  profileText: 'In every chat with this profile. You read each script before it runs, and each of its calls is asked about as always. Where it is off, each chat has a switch of its own.',
  asks: 'The model wants to run a script that it wrote',
  change: 'Change the script',
  askNote: 'By itself this script can only compute. Each call that it makes is decided about on its own, as your permissions say.',
};
