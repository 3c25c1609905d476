/** Which variables and headers are likely to hold a secret, by their name. The person decides. */
import type { LaunchView, NamedValue } from '@portolan/contract/servers';

const likely = /auth(?!or(?:s|ed)?(?:$|[^a-z]))|cookie|credential|(?:^|[_-])key$|api_?key|pass(?:word|wd|phrase)?$|pwd$|secret|token(?!s$)|dsn$/i;
const reference = /\$\{[^}]+\}/;

export function isLikelySecret(name: string): boolean {
  return likely.test(name);
}

/** Values that stand in a launch as they are, although their names say that they are secret. */
export function openSecrets(launch: LaunchView): string[] {
  const pairs = launch.kind === 'stdio' ? launch.env : launch.headers;
  return pairs.filter(({ name, value }) => value !== null && value !== '' && !reference.test(value) && isLikelySecret(name)).map(({ name }) => name);
}

/** The launch with these names marked: their values go into the secret store. */
export function withMarks(launch: LaunchView, names: readonly string[]): LaunchView {
  const mark = (pairs: readonly NamedValue[]): NamedValue[] => pairs.map((pair) => (names.includes(pair.name) ? { ...pair, isSecret: true } : pair));
  return launch.kind === 'stdio' ? { ...launch, env: mark(launch.env) } : { ...launch, headers: mark(launch.headers) };
}
