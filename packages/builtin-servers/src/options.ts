/** Options of a built-in server: `--name=value`, in order, a name as often as it likes. */
import os from 'node:os';
import path from 'node:path';

/** A command line that can not be meant; its message is for the person. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

export type Options = readonly { name: string; value: string }[];

export function parseOptions(words: readonly string[]): Options {
  return words.map((word) => {
    const match = /^--([a-z-]+)(?:=(.*))?$/s.exec(word);
    if (match?.[1] === undefined) throw new OptionError(`“${word}” is not understood; options look like --name=value.`);
    return { name: match[1], value: match[2] ?? '' };
  });
}

/** @throws {OptionError} for a name that this server does not know */
export function expectOnly(options: Options, names: readonly string[]): void {
  const unknown = options.find(({ name }) => !names.includes(name));
  if (unknown !== undefined) throw new OptionError(`--${unknown.name} is not known. There ${names.length === 1 ? 'is' : 'are'}: ${names.map((name) => `--${name}`).join(', ')}.`);
}

export function lastOf(options: Options, name: string): string | undefined {
  return options.findLast((option) => option.name === name)?.value;
}

/** An absolute path; `~/` is the home folder. @throws {OptionError} */
export function pathOption(value: string): string {
  const place = value === '~' || value.startsWith('~/') ? os.homedir() + value.slice(1) : value;
  if (!path.isAbsolute(place)) throw new OptionError(`“${value}” is not a whole path: begin with / or ~/.`);
  return path.resolve(place);
}
