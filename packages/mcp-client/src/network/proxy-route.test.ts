import { describe, expect, it } from 'vitest';
import { isExcepted, proxyFor, readHop } from './proxy-route.ts';

const through = { http: 'http://plain.corp:3128', https: 'http://secure.corp:3128' };

describe('the way of a request', () => {
  it('is chosen by the scheme of what is asked, and never leads this computer’s own through a proxy (S20)', () => {
    expect(proxyFor(new URL('https://a.example/x'), through)).toEqual({ origin: 'http://secure.corp:3128' });
    expect(proxyFor(new URL('http://a.example/x'), through)).toEqual({ origin: 'http://plain.corp:3128' });
    for (const here of ['http://localhost:1/', 'https://127.0.0.1/', 'http://127.9.9.9/', 'http://[::1]:9/', 'http://app.localhost/', 'http://2130706433/']) expect(proxyFor(new URL(here), through), here).toBeUndefined();
    expect(proxyFor(new URL('https://a.example/'), { http: 'http://plain.corp' })).toBeUndefined();
  });

  it.each([
    ['example.com', 'https://example.com/', true],
    ['example.com', 'https://a.example.com/', true],
    ['.example.com', 'https://a.example.com/', true],
    ['.example.com', 'https://example.com/', true],
    ['*.example.com', 'https://a.example.com/', true],
    ['*.example.com', 'https://example.com/', false],
    ['example.com', 'https://notexample.com/', false],
    ['EXAMPLE.com.', 'https://example.COM./', true],
    ['example.com:8443', 'https://example.com:8443/', true],
    ['example.com:8443', 'https://example.com/', false],
    ['example.com:443', 'https://example.com/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['[2001:db8::1]:8080', 'http://[2001:db8::1]:8080/', true],
    ['2001:db8::1', 'http://[2001:db8::1]/', true],
    ['*', 'https://anything.example/', true],
    ['a.example b.example,c.example', 'https://b.example/', true],
    [' , ', 'https://a.example/', false],
    ['10.0.0.0/99', 'http://10.0.0.1/', false],
  ])('the exceptions “%s” and %s: %s (S20)', (list, url, expected) => {
    expect(isExcepted(new URL(url), list)).toBe(expected);
  });

  it('takes a user name and a password off the address, whatever is in them (S20)', () => {
    expect(readHop('http://me:p%40ss@proxy.corp:8080')).toEqual({ origin: 'http://proxy.corp:8080', authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}` });
    expect(readHop('http://me:50%@proxy.corp')).toEqual({ origin: 'http://proxy.corp', authorization: `Basic ${Buffer.from('me:50%').toString('base64')}` });
    expect(readHop('proxy.corp:8080')).toEqual({ origin: 'http://proxy.corp:8080' });
    for (const none of ['socks5://proxy.corp:1', 'not a proxy', 'file:///etc/passwd', '']) expect(readHop(none), none).toBeUndefined();
  });
});
