import { describe, expect, it } from 'vitest';
import { AuthError } from './auth-error.ts';
import { canonicalServerUri, checkOAuthUrl, isAllowedAddress, networkRuleOf } from './oauth-url.ts';
import type { NetworkRule } from './oauth-url.ts';
import { scopeOfAddress } from './public-address.ts';

describe('which network an address belongs to', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['1.1.1.1', 'public'],
    ['172.32.0.1', 'public'],
    ['2606:4700:4700::1111', 'public'],
    ['2a00:1450:4001::200e', 'public'],
    ['64:ff9b::808:808', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['127.0.0.1', 'loopback'],
    ['127.255.0.3', 'loopback'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['64:ff9b::7f00:1', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.9.9', 'private'],
    ['192.168.1.1', 'private'],
    ['fd12:3456::1', 'private'],
    ['0.0.0.0', 'reserved'],
    ['::', 'reserved'],
    ['169.254.169.254', 'reserved'],
    ['::ffff:a9fe:a9fe', 'reserved'],
    ['64:ff9b::a9fe:a9fe', 'reserved'],
    ['64:ff9b::', 'reserved'],
    ['2002:a9fe:a9fe::', 'reserved'],
    ['fd00:ec2::254', 'reserved'],
    ['100.100.100.200', 'reserved'],
    ['192.0.0.192', 'reserved'],
    ['168.63.129.16', 'reserved'],
    ['::ffff:168.63.129.16', 'reserved'],
    ['224.0.0.1', 'reserved'],
    ['255.255.255.255', 'reserved'],
    ['fe80::1%eth0', 'reserved'],
    ['ff02::1', 'reserved'],
    ['::a9fe:a9fe', 'reserved'],
    ['::ffff:0:a9fe:a9fe', 'reserved'],
    ['2001::1', 'reserved'],
    ['2001:db8::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['localhost', 'reserved'],
    ['', 'reserved'],
  ])('%s is %s (T:D16, G02)', (address, scope) => {
    expect(scopeOfAddress(address)).toBe(scope);
  });
});

const internet: NetworkRule = { loopback: false, private: false };
const here: NetworkRule = { loopback: true, private: false };
const home: NetworkRule = { loopback: false, private: true };

function refusalOf(value: string, rule: NetworkRule): string | undefined {
  try {
    checkOAuthUrl(value, 'The address', rule);
    return undefined;
  } catch (error) {
    if (error instanceof AuthError) return error.kind;
    throw error;
  }
}

describe('an address of the flow', () => {
  it.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///c:/windows/system32/calc.exe',
    'file:/c:/windows/system32/calc.exe',
    'ms-settings:privacy',
    'ms-msdt:/id',
    'portolan://install',
    '--upload-pack=x',
    '-oProxyCommand=x',
    '\\\\host\\share',
    'http://example.com/authorize',
    'ftp://example.com/',
    'https://user:pass@example.com/',
    'https://$(calc).example.com/',
    'https://a`id`.example.com/',
    'https://a;calc.example.com/',
    'https://',
    '',
    `https://example.com/${'a'.repeat(9000)}`,
  ])('%j is refused, also when the server is on this machine (G01, G14, rule H96)', (value) => {
    expect(refusalOf(value, internet)).toBe('unsafe-address');
    expect(refusalOf(value, here)).toBe('unsafe-address');
  });

  it.each([
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://[::1]/',
    'https://localhost/',
    'https://app.localhost/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://[fd00:ec2::254]/',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://168.63.129.16/',
    'https://0/',
    'https://[::]/',
    'https://169.254.169.254/',
    'https://10.0.0.1/',
    'https://192.168.0.1/',
  ])('%s is not for a server on the internet to name (T:D16, G02, rule H97)', (value) => {
    expect(refusalOf(value, internet)).toBe('unsafe-address');
  });

  it('of this machine is good for a server of this machine, also without TLS', () => {
    expect(refusalOf('http://127.0.0.1:8000/authorize', here)).toBeUndefined();
    expect(refusalOf('http://localhost:8000/authorize', here)).toBeUndefined();
    expect(refusalOf('http://[::1]:8000/authorize', here)).toBeUndefined();
    expect(refusalOf('https://login.example/authorize', here)).toBeUndefined();
    expect(refusalOf('http://192.168.0.1/authorize', here)).toBe('unsafe-address');
    expect(refusalOf('https://192.168.0.1/authorize', here)).toBe('unsafe-address');
  });

  it('of a private network is good where a person allowed it, never without TLS, never a cloud’s own', () => {
    expect(refusalOf('https://10.1.2.3/authorize', home)).toBeUndefined();
    expect(refusalOf('http://10.1.2.3/authorize', home)).toBe('unsafe-address');
    expect(refusalOf('https://169.254.169.254/', home)).toBe('unsafe-address');
    expect(refusalOf('https://127.0.0.1/', home)).toBe('unsafe-address');
  });

  it('of the server itself is good wherever a person said the server is, with TLS; others of its network only when it is at such an address', () => {
    const intranet = networkRuleOf(new URL('https://10.0.0.5/mcp'), false);
    expect(refusalOf('https://10.0.0.5/authorize', intranet)).toBeUndefined();
    expect(refusalOf('https://10.0.0.6/authorize', intranet)).toBeUndefined();
    expect(refusalOf('https://127.0.0.1/authorize', intranet)).toBe('unsafe-address');
    expect(refusalOf('https://169.254.169.254/', intranet)).toBe('unsafe-address');
    const named = networkRuleOf(new URL('https://mcp.corp.example/mcp'), false);
    expect(isAllowedAddress('10.0.0.5', 'mcp.corp.example', named, false)).toBe(true);
    expect(isAllowedAddress('127.0.0.1', 'mcp.corp.example', named, false)).toBe(true);
    expect(isAllowedAddress('10.0.0.5', 'login.corp.example', named, false)).toBe(false);
    expect(isAllowedAddress('10.0.0.5', 'mcp.corp.example', named, true)).toBe(false);
    expect(isAllowedAddress('169.254.169.254', 'mcp.corp.example', named, false)).toBe(false);
  });

  it.each([
    ['https://x/$(calc)', 'https://x/%24%28calc%29'],
    ['https://x/`id`', 'https://x/%60id%60'],
    ['https://x/"&calc&"', 'https://x/%22&calc&%22'],
    ["https://x/a?b='c'|d", 'https://x/a?b=%27c%27%7Cd'],
    ['https://x/a;b^c', 'https://x/a%3Bb%5Ec'],
    ['HTTPS://X.Example/a b#frag', 'https://x.example/a%20b'],
  ])('%s comes back as %s: nothing a command line would take for its own (G01)', (value, href) => {
    expect(checkOAuthUrl(value, 'The address', internet).href).toBe(href);
  });
});

it.each([
  ['https://MCP.Example.com', 'https://mcp.example.com'],
  ['https://mcp.example.com/', 'https://mcp.example.com'],
  ['https://mcp.example.com:8443/mcp', 'https://mcp.example.com:8443/mcp'],
  ['https://u:p@mcp.example.com/server/mcp?key=secret#x', 'https://mcp.example.com/server/mcp'],
])('the canonical address of %s is %s (rule H90)', (url, canonical) => {
  expect(canonicalServerUri(url)).toBe(canonical);
});
