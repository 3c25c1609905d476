/** Scopes in words where their name has a common meaning; the name itself always stands beside. */
import type { Catalogue } from '@portolan/i18n/catalogue-type';

type Words = Catalogue['signIn']['scopes'];

// Maps, since names come from strangers and objects have names of their own.
const whole = new Map<string, 'openid' | 'profile' | 'email' | 'offline'>([['openid', 'openid'], ['profile', 'profile'], ['email', 'email'], ['offline_access', 'offline'], ['offline', 'offline']]);
const deeds = new Map<string, 'read' | 'write' | 'send' | 'remove' | 'admin'>([
  ...['read', 'readonly', 'view', 'list', 'get'].map((name) => [name, 'read'] as const),
  ...['write', 'edit', 'update', 'create', 'readwrite', 'modify'].map((name) => [name, 'write'] as const),
  ['send', 'send'],
  ...['delete', 'remove'].map((name) => [name, 'remove'] as const),
  ...['admin', 'manage'].map((name) => [name, 'admin'] as const),
]);

/** Null for a name that says nothing to us: guessing at it could promise less than is given. */
export function scopeWords(scope: string, t: Words): string | null {
  const known = whole.get(scope);
  if (known !== undefined) return t[known];
  // An address names the site first; its last part says what it is about.
  const name = /^https?:\/\//i.test(scope) ? (scope.split('/').findLast((part) => part !== '') ?? scope) : scope;
  const parts = name.split(/[.:/_-]+/).filter((part) => part !== '');
  const at = parts.findIndex((part) => deeds.has(part.toLowerCase()));
  const deed = deeds.get((parts[at] ?? '').toLowerCase());
  if (deed === undefined || parts.length > 3) return null;
  const what = parts.filter((_part, index) => index !== at).join(' ');
  return t[deed](what === '' || what === '*' || what.toLowerCase() === 'all' ? t.everything : what);
}
