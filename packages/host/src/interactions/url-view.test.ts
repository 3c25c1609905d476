import { describe, expect, it } from 'vitest';
import { urlView } from './url-view.ts';

const where = (href: string) => {
  const { host, unicodeHost, warnings } = urlView(new URL(href).href);
  return [host.before, host.domain, host.port, unicodeHost, ...warnings];
};

describe('an address that a server wants opened', () => {
  it('shows the domain that a browser would go to, whatever stands around it (T:E02, H41)', () => {
    expect(where('https://accounts.google.com/o?x=1')).toEqual(['accounts.', 'google.com', '', null]);
    expect(where('https://google.com.evil.example/')).toEqual(['google.com.', 'evil.example', '', null, 'other-host-in-front']);
    expect(where('https://accounts.google.com.login.evil.example/')).toEqual(['accounts.google.com.login.', 'evil.example', '', null, 'other-host-in-front']);
    expect(where('https://paypal.com-login.evil.example/')).toEqual(['paypal.com-login.', 'evil.example', '', null, 'other-host-in-front']);
    expect(where('https://google.co.uk.evil.co.uk/')).toEqual(['google.co.uk.', 'evil.co.uk', '', null, 'other-host-in-front']);
    expect(where('https://accounts.google.de.evil.de/')).toEqual(['accounts.google.de.', 'evil.de', '', null, 'other-host-in-front']);
    expect(where('https://google.de-login.evil.example/')).toEqual(['google.de-login.', 'evil.example', '', null, 'other-host-in-front']);
    expect(where('https://evil.example/google.de')).toEqual(['', 'evil.example', '', null, 'other-host-in-path']);
    for (const plain of ['https://api.eu.example.com/', 'https://de.example.org/', 'https://example.com/readme.md', 'https://example.com/v1.2/run.sh', 'https://google.de/google.de']) expect(where(plain).slice(4), plain).toEqual([]);
    expect(where('https://api.dev.example.com/')).toEqual(['api.dev.', 'example.com', '', null]);
    expect(where('https://google.com.evil.example./')).toEqual(['google.com.', 'evil.example.', '', null, 'other-host-in-front']);
    expect(where('https://evil.example/#google.com')).toEqual(['', 'evil.example', '', null, 'other-host-in-path']);
    expect(where('https://evil.example/https%3A/google.com/')).toEqual(['', 'evil.example', '', null, 'other-host-in-path']);
    expect(where('https://evil.co.uk:8443/')).toEqual(['', 'evil.co.uk', ':8443', null, 'port']);
    expect(where('https://someone.github.io/')).toEqual(['', 'someone.github.io', '', null]);
    expect(where('https://203.0.113.7/')).toEqual(['', '203.0.113.7', '', null, 'address-of-numbers']);
    expect(where('https://0x7f000001/')).toEqual(['', '127.0.0.1', '', null, 'this-computer']);
    for (const here of ['https://[::ffff:127.0.0.1]/', 'https://[::1]/', 'https://[::]/', 'https://0.0.0.0/']) expect(where(here).slice(4), here).toEqual(['this-computer']);
    expect(where('https://[2001:db8::7f00:1]/').slice(4)).toEqual(['address-of-numbers']);
    expect(where('http://localhost:3000/cb')).toEqual(['', 'localhost', ':3000', null, 'this-computer', 'not-encrypted']);
    expect(where(`https://evil.example/${'a'.repeat(2000)}`)).toEqual(['', 'evil.example', '', null, 'long']);
  });

  it('shows look-alike letters both ways (T:E02)', () => {
    expect(where('https://accоunts.google.com/')).toEqual(['xn--accunts-cjg.', 'google.com', '', 'accоunts.google.com', 'punycode', 'mixed-letters']);
    expect(where('https://раураl.com/')).toEqual(['', expect.stringMatching(/^xn--/), '', 'раураl.com', 'punycode', 'mixed-letters']);
    expect(where('https://münchen.de/')).toEqual(['', 'xn--mnchen-3ya.de', '', 'münchen.de', 'punycode']);
  });
});
