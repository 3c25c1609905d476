import { describe, expect, it } from 'vitest';
import { isLikelySecret, openSecrets, withMarks } from './secret-names.ts';

describe('names of secrets (S09)', () => {
  it.each(['API_KEY', 'GITHUB_TOKEN', 'Authorization', 'X-Api-Key', 'DB_PASSWORD', 'COOKIE', 'client_secret', 'SENTRY_DSN'])('%s is one', (name) => expect(isLikelySecret(name)).toBe(true));
  it.each(['AUTHOR', 'MAX_TOKENS', 'KEYBOARD', 'MONKEY', 'PATH', 'PORT', 'LOG_LEVEL'])('%s is none', (name) => expect(isLikelySecret(name)).toBe(false));

  it('are marked only where a value stands in the open', () => {
    const launch = { kind: 'stdio' as const, command: 'x', args: [], env: [{ name: 'API_KEY', value: 'k' }, { name: 'TOKEN', value: '${TOKEN}' }, { name: 'SECRET', value: null }, { name: 'PORT', value: '1' }] };
    expect(openSecrets(launch)).toEqual(['API_KEY']);
    expect(withMarks(launch, ['API_KEY'])).toEqual({ ...launch, env: [{ name: 'API_KEY', value: 'k', isSecret: true }, ...launch.env.slice(1)] });
  });
});
