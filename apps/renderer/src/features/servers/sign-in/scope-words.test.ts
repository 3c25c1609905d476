import { describe, expect, it } from 'vitest';
import { getCatalogue } from '@portolan/i18n/catalogue';
import { scopeWords } from './scope-words.ts';

const words = (scope: string) => scopeWords(scope, getCatalogue('en').signIn.scopes);

describe('scopes in words (S19)', () => {
  it.each([
    ['openid', 'know that it is you'],
    ['offline_access', 'stay signed in while you are away'],
    ['mail.read', 'read mail'],
    ['read:user', 'read user'],
    ['write', 'change everything'],
    ['https://www.googleapis.com/auth/calendar.readonly', 'read calendar'],
    ['admin:org', 'manage org'],
  ])('%s is "%s"', (scope, text) => expect(words(scope)).toBe(text));

  it.each(['repo', 'user_impersonation', 'https://example.com/', 'a.b.c.read', '', '::', 'constructor', '__proto__'])('%s is shown by its name alone rather than guessed at', (scope) => expect(words(scope)).toBeNull());
});
