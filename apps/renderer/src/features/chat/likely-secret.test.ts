import { expect, it } from 'vitest';
import { isLikelySecret } from './likely-secret.ts';

it.each([
  ['password', 'a', true],
  ['apiKey', 'a', true],
  ['API_KEY', 'a', true],
  ['user.token', 'a', true],
  ['headers', { Authorization: 'Bearer abcdefghijklmnop123' }, true],
  ['body', 'use sk-ant-0123456789abcdef0123 please', true],
  ['body', 'ghp_0123456789abcdefghij0123', true],
  ['url', 'https://ann:hunter2@example.com/', true],
  ['body', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc', true],
  ['password', '', false],
  ['maxTokens', 5, false],
  ['tokens', 'many', false],
  ['secretary', 'Ann', false],
  ['path', '/home/ann/task-list-of-the-week-after-next', false],
  ['url', 'https://example.com:8080/a@b', false],
])('looks at %s = %j', (name, value, isSecret) => {
  expect(isLikelySecret(name, value, typeof value === 'string' ? value : JSON.stringify(value))).toBe(isSecret);
});
