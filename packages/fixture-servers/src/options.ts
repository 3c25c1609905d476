/**
 * Options of a fixture: what stands behind `--name=value` on the command line,
 * or a plain record when a test starts the fixture in process.
 */
export type FixtureOptions = Readonly<Record<string, string | number | boolean>>;

/** Splits command-line words into the bare ones and the `--name[=value]` ones. A flag without a value is `true`. */
export function parseArguments(words: readonly string[]): { bare: string[]; options: Record<string, string | boolean> } {
  const bare: string[] = [];
  const options: Record<string, string | boolean> = {};
  for (const word of words) {
    if (!word.startsWith('--')) {
      bare.push(word);
      continue;
    }
    const equals = word.indexOf('=');
    if (equals === -1) options[word.slice(2)] = true;
    else options[word.slice(2, equals)] = word.slice(equals + 1);
  }
  return { bare, options };
}

/** The reverse of {@link parseArguments} for options: words to hand to a child process. */
export function toArguments(options: FixtureOptions): string[] {
  return Object.entries(options).map(([name, value]) => (value === true ? `--${name}` : `--${name}=${String(value)}`));
}

/** A text option, or `otherwise` when it is not given. */
export function textOption(options: FixtureOptions, name: string, otherwise: string): string {
  const value = options[name];
  return value === undefined ? otherwise : String(value);
}

/** A finite number option, or `otherwise` when it is not given. Throws on anything else, so that a typo in a test shows. */
export function numberOption(options: FixtureOptions, name: string, otherwise: number): number {
  const value = options[name];
  if (value === undefined) return otherwise;
  const parsed = typeof value === 'number' ? value : Number(value);
  if (!Number.isFinite(parsed)) throw new Error(`--${name} must be a number, got ${JSON.stringify(value)}`);
  return parsed;
}

/** A yes/no option: absent, `false` and `0` are no. */
export function flagOption(options: FixtureOptions, name: string, otherwise = false): boolean {
  const value = options[name];
  if (value === undefined) return otherwise;
  return !(value === false || value === 'false' || value === 0 || value === '0');
}
