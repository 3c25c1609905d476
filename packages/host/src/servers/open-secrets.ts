/**
 * Secrets that stand in a launch as they are: found by the name of what holds them or by their own look, and taken out into
 * the secret store, with `${secret:NAME}` in their place (S09). Other programs write keys into their configurations in the
 * open; brought over, they need not stay so.
 */
import { isLikelySecretName, isToken } from '@portolan/contract/secret-names';
import type { LaunchConfig } from '../ports.ts';
import type { NamedSecret } from './named-secret.ts';

/** Settings that merely have such a name. */
const ordinary = /^(?:true|false|yes|no|on|off|none|null|\d{1,3}|oauth2?|bearer|basic)$/i;
const longestText = 32_768;

/** A part of one text of a launch: `from` up to `to`, in UTF-16 units. */
interface Spot {
  /** Of the variable or header; of an argument, its number; empty for the address. */
  at: string | number;
  name: string;
  from: number;
  to: number;
}

/** What each is known by: the variable, header, option or parameter. Never values; each name once. */
export function openSecretNames(launch: LaunchConfig): string[] {
  return [...new Set(spotsOf(launch).map(({ name }) => name))];
}

/** The launch with names in the place of the values, and the values. The same value under the same name is kept once. */
export function takeOpen(launch: LaunchConfig): { launch: LaunchConfig; secrets: NamedSecret[] } {
  const secrets: NamedSecret[] = [];
  const taken = new Set(namesIn(launch));
  const keep = (name: string, value: string): string => {
    const same = secrets.find((each) => each.value === value);
    const secret = same?.name ?? freeName(name, taken);
    if (same === undefined) secrets.push({ name: secret, value });
    taken.add(secret);
    return `\${secret:${secret}}`;
  };
  const spots = spotsOf(launch);
  const clean = (text: string, at: Spot['at']): string => {
    let result = '';
    let end = 0;
    for (const found of spots.filter((each) => each.at === at).toSorted((a, b) => a.from - b.from)) {
      if (found.from < end) continue;
      result += text.slice(end, found.from) + keep(found.name, text.slice(found.from, found.to));
      end = found.to;
    }
    return result + text.slice(end);
  };
  const named = (values: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, clean(value, name)]));
  const cleaned: LaunchConfig = launch.kind === 'stdio' ? { ...launch, args: launch.args.map(clean), env: named(launch.env) } : { ...launch, url: clean(launch.url, ''), headers: named(launch.headers) };
  return { launch: cleaned, secrets };
}

function spotsOf(launch: LaunchConfig): Spot[] {
  if (launch.kind === 'http') return [...inAddress(launch.url, '', 0), ...namedSpots(launch.headers)];
  return [...namedSpots(launch.env), ...launch.args.flatMap((arg, index) => inArgument(arg, index, launch.args[index - 1]))];
}

function namedSpots(values: Readonly<Record<string, string>>): Spot[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (isSecretValue(value, name)) return [{ at: name, name, from: 0, to: value.length }];
    // `DATABASE_URL=postgres://me:secret@host`
    return inAddress(value, name, 0);
  });
}

/** `--token=x`, `--token x`, `-e TOKEN=x`, `--header "Authorization: Bearer x"`, an address, or a token that shows its kind. */
function inArgument(arg: string, at: number, before: string | undefined): Spot[] {
  if (arg.length > longestText) return [];
  const [, option = '', value] = /^--?([A-Za-z][\w.-]*)=(.*)$/s.exec(arg) ?? [];
  if (value !== undefined) return isSecretValue(value, option) ? [spot(at, option, arg, value)] : inPair(value, at, arg.length - value.length);
  const asked = /^--?([A-Za-z][\w.-]*)$/.exec(before ?? '')?.[1];
  if (asked !== undefined && !arg.startsWith('-') && isSecretValue(arg, asked)) return [spot(at, asked, arg, arg)];
  return inPair(arg, at, 0);
}

/** `NAME=value` and `Name: value` with what they are called; otherwise an address or a lone token. */
function inPair(text: string, at: number, offset: number): Spot[] {
  const [, name = '', value] = /^([A-Za-z][\w.-]*)(?:=|:\s*)(?!\/\/)(.+)$/s.exec(text) ?? [];
  if (value !== undefined && isSecretValue(value, name)) return [{ at, name, from: offset + text.length - value.length, to: offset + text.length }];
  if (isToken(text)) return [{ at, name: 'TOKEN', from: offset, to: offset + text.length }];
  return inAddress(value !== undefined && value.includes('://') ? value : text, at, offset + (value !== undefined && value.includes('://') ? text.length - value.length : 0));
}

/** The password and the telling parameters of an address, as they are written there. */
function inAddress(text: string, at: Spot['at'], offset: number): Spot[] {
  if (text.length > longestText || !/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
  const spots: Spot[] = [];
  const [, before = '', password] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#@\s:]*:)([^/?#@\s]+)@/i.exec(text) ?? [];
  if (password !== undefined && !password.includes('${')) spots.push({ at, name: 'password', from: offset + before.length, to: offset + before.length + password.length });
  for (const match of text.matchAll(/[?&]([\w.-]{1,100})=([^&#]+)/g)) {
    const [whole, name = '', value = ''] = match;
    if (isSecretValue(value, name)) spots.push({ at, name, from: offset + match.index + whole.length - value.length, to: offset + match.index + whole.length });
  }
  return spots;
}

function isSecretValue(value: string, name: string): boolean {
  const text = value.trim();
  if (text === '' || text.includes('${') || value.length > longestText || ordinary.test(text)) return false;
  if (isToken(text)) return true;
  // A file that holds a key, or the page where one signs in, is where it is and not what it is.
  return isLikelySecretName(name) && !/^(?:~?\/|\.{1,2}\/|[A-Za-z]:\\)/.test(text) && !(/^https?:\/\/[^@?]*$/i.test(text) && !/dsn$/i.test(name));
}

function spot(at: number, name: string, text: string, value: string): Spot {
  return { at, name, from: text.length - value.length, to: text.length };
}

function namesIn(launch: LaunchConfig): string[] {
  return [...JSON.stringify(launch).matchAll(/\$\{secret:([A-Za-z_][\w.-]*)/g)].map(([, name = '']) => name);
}

/** Names of variables and headers may hold what names of secrets may not. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const base = name.replaceAll(/[^\w.-]/g, '_').replace(/^[^A-Za-z_]/, '_').slice(0, 90) || '_';
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? base : `${base}_${n}`;
    if (!taken.has(candidate)) return candidate;
  }
}
