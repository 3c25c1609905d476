/** A launch as a window sees it: values that may be secret are masked; what a window does not send keeps what stands. */
import { HostError } from '@portolan/contract/errors';
import type { HiddenValue, LaunchView, NamedValue } from '@portolan/contract/servers';
import { holdsToken, isPossibleSecretName, mayHoldKey } from '@portolan/contract/secret-names';
import { isDangerousVariable } from '../../config/launch-flags.ts';
import type { LaunchConfig } from '../../ports.ts';
import { openSecretNames } from '../open-secrets.ts';

/** Only a reference holds no secret itself; anything else might be one. */
const plainReference = /^(?:(?:Bearer|Basic|Token|DPoP) )?\$\{(?:env:|input:|secret:)?[A-Za-z_][\w.-]*\}$/i;

/** Whether a value is nothing but the name of where it comes from, perhaps after the word that says how a header uses it. */
export function isPlainReference(value: string): boolean {
  return plainReference.test(value);
}

/**
 * Why a variable or header is not shown, or null where it is: everything is, for nobody can decide on it unseen (A03), but what is or
 * may hold a key. A variable that changes how programs are loaded is judged less by its look: its value alone says what it does.
 */
export function hiddenValueOf(name: string, value: string): HiddenValue | null {
  if (value === '' || isPlainReference(value)) return null;
  const hide = (reason: HiddenValue['reason']): HiddenValue => ({ reason, length: value.length });
  if (isPossibleSecretName(name)) return hide('name');
  for (const [, kind, referred = ''] of value.matchAll(/\$\{(env:|input:|secret:)?([A-Za-z_][\w.-]*)/gi)) if (kind?.toLowerCase() === 'secret:' || isPossibleSecretName(referred)) return hide('reference');
  const text = value.replaceAll(/\$\{[^}]*\}/g, '_');
  const looksLikeOne = openSecretNames({ kind: 'stdio', command: '', args: [text], env: { [name]: text } }).length > 0 || holdsToken(text);
  return looksLikeOne || (!isDangerousVariable(name) && mayHoldKey(text)) ? hide('look') : null;
}

export function toLaunchView(launch: LaunchConfig): LaunchView {
  if (launch.kind === 'stdio') {
    const { kind, command, args, env, cwd } = launch;
    return { kind, command, args, env: mask(env), ...(cwd === undefined ? {} : { cwd }) };
  }
  const { kind, url, headers, transport } = launch;
  return { kind, url, headers: mask(headers), transport };
}

/**
 * @param standing what the configuration holds now; the source of values sent as null
 * @throws {HostError} `invalid-input` for a masked value that stands nowhere, or a name given twice
 */
export function fromLaunchView(view: LaunchView, standing: LaunchConfig | null): LaunchConfig {
  if (view.kind === 'stdio') {
    const kept = standing?.kind === 'stdio' ? standing.env : {};
    const { kind, command, args, cwd } = view;
    return { kind, command, args, env: unmask(view.env, kept, isSameName), ...(cwd === undefined || cwd === '' ? {} : { cwd }) };
  }
  // A masked header was entered for one origin and must not follow a changed address to another (A09).
  const kept = standing?.kind === 'http' && originOf(standing.url) === originOf(view.url) ? standing.headers : {};
  return { kind: view.kind, url: view.url, headers: unmask(view.headers, kept, isSameHeader), transport: view.transport };
}

function mask(values: Record<string, string>): NamedValue[] {
  return Object.entries(values).map(([name, value]) => {
    const hidden = hiddenValueOf(name, value);
    return hidden === null ? { name, value } : { name, value: null, hidden };
  });
}

function unmask(values: readonly NamedValue[], kept: Record<string, string>, isSame: (a: string, b: string) => boolean): Record<string, string> {
  const found = new Map<string, string>();
  for (const { name, value } of values) {
    if (name === '' || [...found.keys()].some((other) => isSame(other, name))) throw new HostError('invalid-input', { subject: name, reason: name === '' ? 'name-empty' : 'name-twice' });
    const standing = Object.entries(kept).find(([other]) => isSame(other, name))?.[1];
    if (value === null && standing === undefined) throw new HostError('invalid-input', { subject: name, reason: 'value-missing' });
    found.set(name, value ?? standing ?? '');
  }
  return Object.fromEntries(found);
}

function isSameName(a: string, b: string): boolean {
  return a === b;
}

function isSameHeader(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** An address with variables has no origin yet; then the text before the path has to be the same. */
function originOf(url: string): string {
  if (!url.includes('${') && URL.canParse(url)) return new URL(url).origin;
  return /^[^/]*\/\/[^/]*/.exec(url)?.[0] ?? url;
}
