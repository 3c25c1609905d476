import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOrigin } from './app-origin.ts';
import { appPolicy, grantReach } from './app-policy.ts';
import { readResourceUi } from './ui-meta.ts';
import type { ResourceUi } from './ui-meta.ts';

const nothing: ResourceUi = { connect: [], resource: [], frame: [], baseUri: [], permissions: [] };
const granted = (entry: string) => grantReach({ ...nothing, connect: [entry] }, { isContained: false });

describe('one entry of an app’s wishes', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://API.Example.com/', 'https://api.example.com'],
    ['https://api.example.com:8443', 'https://api.example.com:8443'],
    ['https://api.example.com:443', 'https://api.example.com'],
    ['wss://live.example.com', 'wss://live.example.com'],
    ['https://*.tile.openstreetmap.org', 'https://*.tile.openstreetmap.org'],
    ['https://*.example.co.uk', 'https://*.example.co.uk'],
    ['https://1.1.1.1', 'https://1.1.1.1'],
  ])('is granted as the origin it is: %s (I13)', (entry, origin) => {
    expect(readOrigin(entry, ['https', 'wss'])).toEqual({ origin });
  });

  it.each([
    ['https://x; script-src *', 'not-an-origin'],
    ['https://x.example.com\n; script-src *', 'not-an-origin'],
    ['https://x.example.com, https://y.example.com', 'not-an-origin'],
    ["'unsafe-eval'", 'not-an-origin'],
    ["'self'", 'not-an-origin'],
    ['ourapp:', 'too-wide'],
    ['portolan-app://main', 'not-an-origin'],
    ['portolan-sandbox://other', 'not-an-origin'],
    ['data:', 'too-wide'],
    ['https:', 'too-wide'],
    ['*', 'too-wide'],
    ['https://*', 'too-wide'],
    ['https://*.com', 'too-wide'],
    ['https://*.co.uk', 'too-wide'],
    ['https://*.github.io', 'too-wide'],
    ['https://example.com/path', 'not-an-origin'],
    ['https://user@example.com', 'not-an-origin'],
    ['https://example.com?x', 'not-an-origin'],
    ['http://example.com', 'not-encrypted'],
    ['ws://example.com', 'not-encrypted'],
    ['https://localhost', 'not-public'],
    ['https://x.localhost:1234', 'not-public'],
    ['https://printer.local', 'not-public'],
    ['https://intranet', 'not-public'],
    ['', 'not-an-origin'],
    [`https://${'a'.repeat(300)}.example.com`, 'not-an-origin'],
  ])('is dropped where it is none: %s (I13)', (entry, reason) => {
    expect(granted(entry)).toEqual({ connect: [], resource: [], frame: [], baseUri: [], dropped: [{ of: 'connect', entry: entry.slice(0, 300), reason }] });
  });

  it.each(['127.1', '0x7f000001', '2130706433', '0177.0.0.1', '①②⑦.⓪.⓪.①', '[::ffff:a9fe:a9fe]', '[64:ff9b::a9fe:a9fe]', '[2002:a9fe:a9fe::]', '[fd00:ec2::254]', '100.100.100.200', '192.0.0.192', '168.63.129.16', '0', '[::]', '[::1]', 'localhost.', '192.168.1.1', '10.0.0.1', '169.254.169.254'])('never leads into the local network, however it is written: %s (T:D16)', (host) => {
    expect(granted(`https://${host}`).connect).toEqual([]);
  });
});

describe('the policy of an app', () => {
  it('is closed when nothing is asked for (I13)', () => {
    expect(appPolicy(grantReach(nothing, { isContained: false }))).toBe(
      "default-src 'none'; script-src 'unsafe-inline' data: blob:; style-src 'unsafe-inline' data: blob:; img-src data: blob:; font-src data: blob:; media-src data: blob:; connect-src data: blob:; worker-src blob:; frame-src 'none'; base-uri 'none'; object-src 'none'; manifest-src 'none'; form-action 'none'",
    );
  });

  it('says nothing but fixed words and parsed origins, whatever a server writes (I13)', () => {
    const hostile = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.constantFrom('https://a.example.com', "'unsafe-eval'", '*', 'https://x; script-src *', 'https://*.example.com', 'wss://b.example.com:1'),
      fc.tuple(fc.constantFrom('https://', 'http://', 'wss://', '//', 'data:', "'"), fc.string({ maxLength: 30 })).map(([a, b]) => a + b),
      fc.webUrl(),
    );
    const list = fc.array(hostile, { maxLength: 12 });
    const word = /^(?:'none'|'unsafe-inline'|data:|blob:|(?:https|wss):\/\/(?:\*\.)?(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)+|\[[0-9a-f:]+\])(?::[0-9]{1,5})?)$/;
    fc.assert(
      fc.property(list, list, list, list, (connect, resource, frame, baseUri) => {
        const policy = appPolicy(grantReach({ ...nothing, connect, resource, frame, baseUri }, { isContained: false }));
        const directives = policy.split('; ').map((each) => each.split(' '));
        expect(directives.map(([name]) => name)).toEqual(['default-src', 'script-src', 'style-src', 'img-src', 'font-src', 'media-src', 'connect-src', 'worker-src', 'frame-src', 'base-uri', 'object-src', 'manifest-src', 'form-action']);
        for (const [, ...sources] of directives) for (const source of sources) expect(source).toMatch(word);
      }),
      { numRuns: 500 },
    );
  });

  it('takes a bounded number of origins, each once, and shows what did not fit (I13)', () => {
    const reach = grantReach({ ...nothing, connect: ['https://a.example.com', 'https://a.example.com/', ...Array.from({ length: 50 }, (_, n) => `https://n${n}.example.com`)] }, { isContained: false });
    expect(reach.connect).toHaveLength(30);
    expect(reach.dropped).toHaveLength(21);
    expect(reach.dropped.every(({ reason }) => reason === 'too-many')).toBe(true);
  });

  it('opens no way out for a server that runs without a network, and gives no permission and no name (I13, S18)', () => {
    const wanted = readResourceUi({ ui: { csp: { connectDomains: ['https://a.example.com'], frameDomains: [7] }, permissions: { camera: {} }, domain: 'other.example.com' } });
    expect(grantReach(wanted, { isContained: true })).toEqual({
      connect: [],
      resource: [],
      frame: [],
      baseUri: [],
      dropped: [
        { of: 'connect', entry: 'https://a.example.com', reason: 'contained' },
        { of: 'frame', entry: '7', reason: 'not-an-origin' },
        { of: 'permission', entry: 'camera', reason: 'not-given' },
        { of: 'domain', entry: 'other.example.com', reason: 'not-given' },
      ],
    });
  });
});
