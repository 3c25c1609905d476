import { describe, expect, it } from 'vitest';
import { holdsToken, isLikelySecretName, isPossibleSecretName, isToken, namesSecret } from './secret-names.ts';

describe('names of secrets (S09)', () => {
  const likely = ['API_KEY', 'GITHUB_TOKEN', 'Authorization', 'X-Api-Key', 'DB_PASSWORD', 'COOKIE', 'client_secret', 'SENTRY_DSN'];
  it.each(likely)('%s is one', (name) => expect(isLikelySecretName(name)).toBe(true));
  it.each(['AUTHOR', 'MAX_TOKENS', 'KEYBOARD', 'MONKEY', 'PATH', 'PORT', 'LOG_LEVEL'])('%s is none', (name) => expect(isLikelySecretName(name)).toBe(false));
  it.each([...likely, 'SESSION_ID', 'signature', 'PIN', 'keyfile'])('%s is hidden', (name) => expect(isPossibleSecretName(name)).toBe(true));
  it.each(['AUTHOR', 'MAX_TOKENS', 'PATH', 'PORT', 'LOG_LEVEL'])('%s is not hidden', (name) => expect(isPossibleSecretName(name)).toBe(false));
  it.each(['password', 'apiKey', 'API_KEY', 'user.token', 'pw', 'jwt', 'passcode', 'cvv', 'wallet_mnemonic'])('the argument %s is one', (name) => expect(namesSecret(name)).toBe(true));
  it.each(['maxTokens', 'tokens', 'secretary', 'path', 'pwa', 'powder'])('the argument %s is none', (name) => expect(namesSecret(name)).toBe(false));
});

describe('the look of secrets (S09)', () => {
  const tokens = ['sk-ant-0123456789abcdef0123', 'ghp_0123456789abcdefghij0123', 'AKIAABCDEFGHIJKLMNOP', 'eyJhbGciOiJI.eyJzdWIiOiIx.abc'];
  it.each(tokens)('%s is one, alone and in a text', (token) => {
    expect([isToken(token), isToken(`use ${token} please`), holdsToken(`use ${token} please`)]).toEqual([true, false, true]);
  });
  it.each(['https://ann:hunter2@example.com/', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc', 'Bearer abcdefghijklmnop123'])('%j holds one', (text) => expect(holdsToken(text)).toBe(true));
  it.each(['/home/ann/task-list-of-the-week-after-next', 'https://example.com:8080/a@b'])('%s holds none', (text) => expect([isToken(text), holdsToken(text)]).toEqual([false, false]));
});
