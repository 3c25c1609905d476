/** Scopes in words where their name has a common meaning; the name itself always stands beside. */
import type { Catalogue } from '@portolan/i18n/catalogue';

type Words = Catalogue['signIn']['scopes'];

const whole: Record<string, 'openid' | 'profile' | 'email' | 'offline'> = { openid: 'openid', profile: 'profile', email: 'email', offline_access: 'offline', offline: 'offline' };
const deeds: Record<string, 'read' | 'write' | 'send' | 'remove' | 'admin'> = {
  read: 'read', readonly: 'read', view: 'read', list: 'read', get: 'read',
  write: 'write', edit: 'write', update: 'write', create: 'write', readwrite: 'write', modify: 'write',
  send: 'send', delete: 'remove', remove: 'remove', admin: 'admin', manage: 'admin',
};

/** Null for a name that says nothing to us: guessing at it could promise less than is given. */
export function scopeWords(scope: string, t: Words): string | null {
  const known = whole[scope];
  if (known !== undefined) return t[known];
  // An address names the site first; its last part says what it is about.
  const name = /^https?:\/\//i.test(scope) ? (scope.split('/').findLast((part) => part !== '') ?? scope) : scope;
  const parts = name.split(/[.:/_-]+/).filter((part) => part !== '');
  const at = parts.findIndex((part) => deeds[part.toLowerCase()] !== undefined);
  const deed = deeds[(parts[at] ?? '').toLowerCase()];
  if (deed === undefined || parts.length > 3) return null;
  const what = parts.filter((_part, index) => index !== at).join(' ');
  return t[deed](what === '' || what === '*' || what.toLowerCase() === 'all' ? t.everything : what);
}
