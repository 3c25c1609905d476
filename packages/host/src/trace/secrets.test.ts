/** What is known to be secret is struck out wherever and however it stands; the rest stays readable. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { SecretStore } from '../ports.ts';
import { KnownSecrets, remembering } from './known-secrets.ts';
import { Redactor } from './redact.ts';

const mark = () => `MK-${randomUUID()}`;

function redactorOf(fill: (known: KnownSecrets) => void): Redactor {
  const known = new KnownSecrets();
  fill(known);
  return new Redactor(known);
}

describe('known secrets', () => {
  it('are struck out in texts, names, JSON inside text, addresses and Base64 (S15, T:C18)', () => {
    const secret = `${mark()} "quoted"/+ü`;
    const redactor = redactorOf((known) => known.addLaunch({ kind: 'stdio', command: 'x', args: [], env: { SOME_VALUE: secret } }));
    const forms = {
      plain: `before ${secret} after`,
      json: JSON.stringify({ inner: secret }),
      twice: `${secret}${secret}`,
      address: `https://example.org/?q=${encodeURIComponent(secret)}`,
      form: new URLSearchParams({ v: secret }).toString(),
      base64: Buffer.from(secret).toString('base64'),
      base64url: Buffer.from(secret).toString('base64url'),
      [secret]: 1,
      deep: [[{ a: [secret] }]],
    };
    const clean = JSON.stringify(redactor.json(forms));
    for (const trace of [secret, secret.slice(0, 39), JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret), Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('base64url')]) expect(clean).not.toContain(trace);
    expect(clean).toContain('before ••• after');
  });

  it('come from variables, headers with and without their scheme, options, addresses and the secret store (S15, T:C18, G12)', async () => {
    const marks = Array.from({ length: 9 }, mark);
    const [env, header, bearer, option, separate, password, parameter, stored, token] = marks;
    const values = new Map<string, string>();
    const store: SecretStore = { get: (name) => Promise.resolve(values.get(name) ?? null), set: (name, value) => Promise.resolve(void values.set(name, value)), remove: () => Promise.resolve(), has: (name) => values.has(name) };
    values.set('older', `${stored}`);
    const known = new KnownSecrets();
    known.addLaunch({ kind: 'stdio', command: 'x', args: ['--api-key', `${separate}`, `--token=${option}`, `postgres://user:${password}@db/x`], env: { ANYTHING: `${env}` } });
    known.addLaunch({ kind: 'http', url: `https://example.org/mcp?access_token=${parameter}`, headers: { 'X-Custom': `${header}`, Authorization: `Bearer ${bearer}` }, transport: 'auto' });
    const remembered = remembering(store, known);
    await remembered.get('older');
    await remembered.set('grant', JSON.stringify({ origin: 'https://api.example.org', accessToken: token, scopes: ['read-everything'], nested: { issuer: 'https://issuer.example.org' } }));
    const redactor = new Redactor(known);
    for (const each of marks) expect(redactor.text(`x ${each} y`), each).toBe('x ••• y');
    expect(redactor.text('https://api.example.org read-everything https://issuer.example.org')).toBe('https://api.example.org read-everything https://issuer.example.org');
  });

  it('that are short, or a number, are struck out where they stand alone (S15, T:C18)', () => {
    const redactor = redactorOf((known) => known.addNamed({ DB_PASSWORD: 'abcd', PIN: '48151623', REGION_X: 'a1b2' }));
    expect(redactor.json({ a: 'abcd', b: 'abcde', c: 48_151_623, d: ['a1b2'], e: 'has 48151623 in it' })).toEqual({ a: '•••', b: 'abcde', c: '•••', d: ['•••'], e: 'has ••• in it' });
  });

  it('are not what settings are: words, small numbers, versions, folders and plain addresses stay (S15)', () => {
    const settings = { NODE_ENV: 'production', LOG_LEVEL: 'debug', PORT: '8080', ROOT: '/srv/files/inbox', DEBUG: 'true', API_URL: 'https://api.example.org/v1', VERSION: '1.2.3', MAX_TOKENS: '4096', AUTHOR: 'Jane Doe', HOME_DIR: 'C:\\Users\\jane', REF: '${API_TOKEN}', WITHIN: '${workspaceFolder}/src/main', LIST: '${HOME}/bin:${HOME}/tools' };
    const redactor = redactorOf((known) => known.addNamed(settings));
    for (const value of Object.values(settings)) expect(redactor.text(value), value).toBe(value);
  });

  it('that begin like a path are secrets all the same (S15, T:C18)', () => {
    const secret = '/Xk2+9vQe7LmN0pR5tUw8yZa1bCd3EfGh4IjKl6';
    expect(redactorOf((known) => known.addNamed({ MIXED: '${REGION}-Xk29vQe7LmN0pR5' })).text('eu ${REGION}-Xk29vQe7LmN0pR5')).not.toContain('Xk29');
    for (const name of ['AWS_SECRET_ACCESS_KEY', 'SOMETHING']) expect(redactorOf((known) => known.addNamed({ [name]: secret })).text(`a ${secret} b`)).toBe('a ••• b');
  });

  it('that reach over the end of what was kept leave no half (S15, T:C18)', () => {
    const secret = mark();
    const redactor = redactorOf((known) => known.add(secret, true));
    for (let kept = 3; kept < secret.length; kept += 1) {
      const text = `${'x'.repeat(50)}${secret.slice(0, kept)}`;
      expect(redactor.cutText(text, text.length)).toBe(`${'x'.repeat(50)}•••`);
      // A text that is whole merely looks alike.
      expect(redactor.cutText(text, text.length + 1)).toBe(text);
    }
  });

  it('are never forgotten when they change (S15, T:C18)', () => {
    const [older, newer] = [mark(), mark()];
    const known = new KnownSecrets();
    known.addLaunch({ kind: 'stdio', command: 'x', args: [], env: { K: older } });
    known.addLaunch({ kind: 'stdio', command: 'x', args: [], env: { K: newer } });
    expect(new Redactor(known).text(`${older} ${newer}`)).toBe('••• •••');
  });
});

describe('secrets that nobody told us of', () => {
  it.each([
    ['Authorization: Bearer abcdefghijklmnop.qrstuv', 'Authorization: Bearer •••'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl', '•••'],
    ['key sk-proj-0123456789abcdefghij!', 'key •••!'],
    ['ghp_0123456789abcdefghijABCDEFGHIJ012345', '•••'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----', '-----BEGIN PRIVATE KEY-----•••-----END RSA PRIVATE KEY-----'],
    ['a bearer of news, basic facts', 'a bearer of news, basic facts'],
  ])('%s', (text, clean) => {
    expect(redactorOf(() => undefined).text(text)).toBe(clean);
  });

  it('stand in fields and headers named after them; tokens that are none stay (S15, T:C18)', () => {
    const redactor = redactorOf(() => undefined);
    expect(redactor.json({ password: 'hunter2', 'api-key': 'x', Access_Token: 5, progressToken: 7, nextCursor: 'abc', properties: { password: { type: 'string' } } })).toEqual({ password: '•••', 'api-key': '•••', Access_Token: '•••', progressToken: 7, nextCursor: 'abc', properties: { password: { type: 'string' } } });
    const shown = redactor.headers({ Authorization: 'Basic x', cookie: 'a=b', 'set-cookie': '(hidden, 5 characters)', 'content-type': 'application/json' });
    expect(shown.map(({ value }) => value)).toEqual(['•••', '•••', '(hidden, 5 characters)', 'application/json']);
    // As an argument, and mirrored from there (T:C15).
    expect(redactor.json({ arguments: { api_token: 'k', token: 'k', region: 'eu' } })).toEqual({ arguments: { api_token: '•••', token: '•••', region: 'eu' } });
    expect(redactor.headers({ 'Mcp-Param-Api-Token': 'k', 'mcp-param-credential': 'k', 'mcp-param-region': 'eu' }).map(({ value }) => value)).toEqual(['•••', '•••', 'eu']);
  });

  it('are found in arguments that are mirrored into headers (S15, T:C18)', () => {
    const secret = `${mark()}ü`;
    const redactor = redactorOf((known) => known.add(secret, true));
    const value = `=?base64?${Buffer.from(`to ${secret}`).toString('base64')}?=`;
    expect(redactor.headers({ 'mcp-param-x': value, 'mcp-param-y': '=?base64?aGVsbG8=?=' }).map((header) => header.value)).toEqual(['•••', '=?base64?aGVsbG8=?=']);
  });

  it('cost no more than their length to look for, however hostile the text (S15)', () => {
    const redactor = redactorOf(() => undefined);
    for (const text of ['eyJ'.repeat(30_000), `${'eyJabcdefgh-'.repeat(8_000)}.`, 'Bearer '.repeat(14_000), 'sk-'.repeat(33_000), '-----BEGIN PRIVATE KEY-----'.repeat(3_600)]) expect(redactor.text(text).length).toBeGreaterThan(0);
  });
});
