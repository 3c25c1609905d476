import { describe, expect, it } from 'vitest';
import { isLikelySecret } from './secret-names.ts';

describe('names of secrets (S09)', () => {
  it.each(['API_KEY', 'GITHUB_TOKEN', 'Authorization', 'X-Api-Key', 'DB_PASSWORD', 'COOKIE', 'client_secret', 'SENTRY_DSN'])('%s is one', (name) => expect(isLikelySecret(name)).toBe(true));
  it.each(['AUTHOR', 'MAX_TOKENS', 'KEYBOARD', 'MONKEY', 'PATH', 'PORT', 'LOG_LEVEL'])('%s is none', (name) => expect(isLikelySecret(name)).toBe(false));
});
