import { describe, expect, it } from 'vitest';
import type { LaunchConfig } from '../ports.ts';
import { openSecretNames, takeOpen } from './open-secrets.ts';

const program = (args: string[], env: Record<string, string> = {}): LaunchConfig => ({ kind: 'stdio', command: 'npx', args, env });
const address = (url: string, headers: Record<string, string> = {}): LaunchConfig => ({ kind: 'http', url, headers, transport: 'auto' });

describe('secrets that stand in the open in a launch (S04, S09)', () => {
  it.each<[string, LaunchConfig, LaunchConfig, Record<string, string>]>([
    ['a variable by its name', program([], { API_KEY: 'k1', LOG: 'debug' }), program([], { API_KEY: '${secret:API_KEY}', LOG: 'debug' }), { API_KEY: 'k1' }],
    ['a variable by the look of its value', program([], { MINE: 'ghp_abcdefghijklmnop' }), program([], { MINE: '${secret:MINE}' }), { MINE: 'ghp_abcdefghijklmnop' }],
    ['an option with its value', program(['--api-key=k2']), program(['--api-key=${secret:api-key}']), { 'api-key': 'k2' }],
    ['an option before its value', program(['--token', 'k3', 'x']), program(['--token', '${secret:token}', 'x']), { token: 'k3' }],
    ['a variable given to a container', program(['run', '-e', 'GITHUB_TOKEN=k4', 'image']), program(['run', '-e', 'GITHUB_TOKEN=${secret:GITHUB_TOKEN}', 'image']), { GITHUB_TOKEN: 'k4' }],
    ['a variable given with an option', program(['--env=DB_PASSWORD=k5']), program(['--env=DB_PASSWORD=${secret:DB_PASSWORD}']), { DB_PASSWORD: 'k5' }],
    ['a header given to a bridge', program(['mcp-remote', '--header', 'Authorization: Bearer k6']), program(['mcp-remote', '--header', 'Authorization: ${secret:Authorization}']), { Authorization: 'Bearer k6' }],
    ['the password of an address', program(['postgresql://me:k7%21@db/x?sslmode=on']), program(['postgresql://me:${secret:password}@db/x?sslmode=on']), { password: 'k7%21' }],
    ['the password of an address in a variable', program([], { DATABASE_URL: 'postgres://me:k8@db/x' }), program([], { DATABASE_URL: 'postgres://me:${secret:password}@db/x' }), { password: 'k8' }],
    ['a token alone', program(['sk-abcdefghijklmnop1234']), program(['${secret:TOKEN}']), { TOKEN: 'sk-abcdefghijklmnop1234' }],
    ['a header', address('https://a.example/mcp', { Authorization: 'Bearer k9' }), address('https://a.example/mcp', { Authorization: '${secret:Authorization}' }), { Authorization: 'Bearer k9' }],
    ['a parameter of the address', address('https://a.example/mcp?v=1&api_key=k10#x'), address('https://a.example/mcp?v=1&api_key=${secret:api_key}#x'), { api_key: 'k10' }],
    ['one value twice', program(['--token', 'k11'], { TOKEN: 'k11' }), program(['--token', '${secret:token}'], { TOKEN: '${secret:token}' }), { token: 'k11' }],
    ['two values under one name', program(['--token', 'k12', '--other', '--token', 'k13']), program(['--token', '${secret:token}', '--other', '--token', '${secret:token_2}']), { token: 'k12', token_2: 'k13' }],
    ['a name that is taken', program(['${secret:TOKEN}'], { TOKEN: 'k14' }), program(['${secret:TOKEN}'], { TOKEN: '${secret:TOKEN_2}' }), { TOKEN_2: 'k14' }],
  ])('are taken out: %s', (_what, before, after, kept) => {
    const taken = takeOpen(before);
    expect(taken.launch).toEqual(after);
    expect(Object.fromEntries(taken.secrets.map(({ name, value }) => [name, value]))).toEqual(kept);
    expect(openSecretNames(before).length).toBeGreaterThan(0);
    expect(openSecretNames(taken.launch)).toEqual([]);
    // Names in the place of values give the very launch back.
    let back = JSON.stringify(taken.launch);
    for (const { name, value } of taken.secrets) back = back.replaceAll(`\${secret:${name}}`, value);
    expect(JSON.parse(back)).toEqual(before);
  });

  it.each<[string, LaunchConfig]>([
    ['references', program(['--token', '${input:token}', '-e', 'GITHUB_TOKEN'], { API_KEY: '${API_KEY}', AUTH: 'Bearer ${env:X}' })],
    ['settings with such a name', program(['--auth', 'oauth', '--max-tokens=4096'], { TOKEN: 'true', AUTHOR: 'me', AUTH_MODE: 'none' })],
    ['files and pages', program(['--key', '/etc/key.pem', '--token-url=https://a.example/token'], { SSL_KEY: './key.pem' })],
    ['what is only an argument', program(['-y', '@scope/server@1.2.3', 'C:\\Users\\me', 'http://localhost:3000/mcp', '--password'])],
    ['addresses without any', address('https://a.example/mcp?version=2', { Accept: 'x' })],
  ])('are none: %s', (_what, launch) => {
    expect(openSecretNames(launch)).toEqual([]);
    expect(takeOpen(launch)).toEqual({ launch, secrets: [] });
  });

  it('cost no more than their length to look for in a hostile text', () => {
    const launch = program(['a://' + ':'.repeat(30_000), 'x://' + '?a=b'.repeat(8000), 'A'.repeat(32_000) + '=', '--'.repeat(15_000)]);
    expect(takeOpen(launch).launch).toEqual(launch);
  });
});
