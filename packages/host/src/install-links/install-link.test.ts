import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { InstallLink } from '@portolan/contract/install-links';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';
import { launchHash } from '../launch-hash.ts';
import { parseInstallLink } from './install-link.ts';
import { LinkInbox, leaveLink } from './link-inbox.ts';

const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const link = (value: unknown, more = '') => `portolan://install?config=${base64(value)}${more}`;

/** The reason of a refusal; null when the link was understood. */
function refusal(text: string): string | null {
  try {
    parseInstallLink(text);
    return null;
  } catch (error) {
    if (error instanceof HostError && error.problem.code === 'install-link-refused') return String(error.problem.details['reason']);
    throw error;
  }
}

describe('an install link', () => {
  it('holds one entry or several, as base64, base64url or percent-encoded JSON (S07)', () => {
    const entry = { command: 'npx', args: ['-y', 'mcp-ü>?@1.0.0'], env: { A: 'b' }, cwd: '/x' };
    const launch = { kind: 'stdio', ...entry };
    expect(parseInstallLink(link({ name: 'files', ...entry }))).toEqual([{ name: 'files', launch }]);
    expect(parseInstallLink(link(entry, '&name=files'))).toEqual([{ name: 'files', launch }]);
    expect(parseInstallLink(`PORTOLAN://install/?config=${encodeURIComponent(JSON.stringify(entry))}&name=f%20x`)).toEqual([{ name: 'f x', launch }]);
    const plain = Buffer.from(JSON.stringify(entry)).toString('base64');
    expect(plain).toMatch(/[+/]/);
    // As a page writes it that forgets to encode: a plus sign arrives as a blank.
    expect(parseInstallLink(`portolan://install?config=${plain}`)).toMatchObject([{ launch }]);
    expect(parseInstallLink(link({ mcpServers: { a: entry, b: { url: 'https://x.example/mcp', headers: { H: 'v' } }, c: { type: 'sse', url: 'http://127.0.0.1:1/sse' } } }))).toEqual([
      { name: 'a', launch },
      { name: 'b', launch: { kind: 'http', url: 'https://x.example/mcp', headers: { H: 'v' }, transport: 'auto' } },
      { name: 'c', launch: { kind: 'http', url: 'http://127.0.0.1:1/sse', headers: {}, transport: 'sse' } },
    ]);
    expect(parseInstallLink(link({ command: 'npx', args: ['-y', '@example/mcp-weather'] }))).toMatchObject([{ name: 'weather' }]);
  });

  it.each([
    ['another scheme', 'https://install?config=e30', 'not-a-link'],
    ['no address at all', 'portolan', 'not-a-link'],
    ['without slashes', `portolan:install?config=${base64({ command: 'x' })}`, 'not-an-install'],
    ['another host', `portolan://chat?q=hi&send=1`, 'not-an-install'],
    ['a path', `portolan://install/now?config=${base64({ command: 'x' })}`, 'not-an-install'],
    ['a user name', `portolan://a@install?config=${base64({ command: 'x' })}`, 'not-an-install'],
    ['a fragment', `${link({ command: 'x' })}#x`, 'not-a-link'],
    ['a line end', `${link({ command: 'x' })}\n--inspect`, 'not-a-link'],
    ['no config', 'portolan://install?name=x', 'no-server'],
    ['an unknown parameter', link({ command: 'x' }, '&autostart=1'), 'unknown-key'],
    ['a parameter twice', link({ command: 'x' }, `&config=${base64({ command: 'y' })}`), 'duplicate-key'],
    ['two names', link({ name: 'a', command: 'x' }, '&name=b'), 'name-twice'],
    ['a name with several entries', link({ mcpServers: { a: { command: 'x' } } }, '&name=b'), 'name-twice'],
    ['a bad name', link({ name: 'a\u0000b', command: 'x' }), 'bad-name'],
    ['a long name', link({ name: 'a'.repeat(65), command: 'x' }), 'bad-name'],
    ['a program and an address', link({ command: 'x', url: 'https://x.example' }), 'command-and-url'],
    ['neither', link({ args: [] }), 'no-server'],
    ['an empty program', link({ command: ' ' }), 'no-server'],
    ['another scheme as address', link({ url: 'file:///etc/passwd' }), 'bad-url'],
    ['an address with a user name', link({ url: 'https://google.com@evil.example/' }), 'bad-url'],
    ['a number as an argument', link({ command: 'x', args: [1] }), 'wrong-type'],
    ['args as text', link({ command: 'x', args: '-y x' }), 'wrong-type'],
    ['env as a list', link({ command: 'x', env: ['A=b'] }), 'wrong-type'],
    ['a NUL', link({ command: 'x', args: ['a\u0000b'] }), 'wrong-type'],
    ['no servers', link({ mcpServers: {} }), 'no-server'],
    ['too many servers', link({ mcpServers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`s${n}`, { command: 'x' }])) }), 'too-many'],
    ['comments', link('{"command":"x"/**/}'), 'not-json'],
    ['a text', link('"x"'), 'wrong-type'],
    ['broken UTF-8', `portolan://install?config=${Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]).toString('base64url')}`, 'encoding'],
  ])('is refused with %s', (_what, text, reason) => expect(refusal(text)).toBe(reason));

  it('is refused when malformed, a list, huge, ambiguous or deep (A05)', () => {
    expect(refusal('portolan://install?config=%%%')).toBe('encoding');
    expect(refusal('portolan://install?config=abcde')).toBe('encoding');
    expect(refusal(link([{ command: 'x' }]))).toBe('wrong-type');
    expect(refusal(link({ mcpServers: [{ command: 'x' }] }))).toBe('wrong-type');
    expect(refusal(link({ command: 'x', args: ['a'.repeat(1_000_000)] }))).toBe('too-large');
    expect(refusal(link('{"mcpServers":{"a":{"command":"x"},"a":{"command":"y"}}}'))).toBe('duplicate-key');
    expect(refusal(link('{"command":"x","command":"y"}'))).toBe('duplicate-key');
    expect(refusal(link(`{"command":"x","env":${'['.repeat(500)}${']'.repeat(500)}}`))).toBe('not-json');
  });

  it.each(['dxtPath', 'id', 'approved', 'trusted', 'hash', 'reviewedHash', 'isReviewed', 'isEnabled', 'enabled', 'disabled', 'disabledTools', 'portolan', '__proto__', 'constructor', 'autoApprove', 'kind', 'launch', 'transport'])('accepts no field of ours: %s (A06)', (field) => {
    for (const value of ['true', '{"command":"evil"}']) {
      expect(refusal(link(`{"command":"x","${field}":${value}}`))).toBe('unknown-key');
      expect(refusal(link(`{"url":"https://x.example","${field}":${value}}`))).toBe('unknown-key');
      expect(refusal(link(`{"mcpServers":{"a":{"command":"x"}},"${field}":${value}}`))).toBe('unknown-key');
      expect(refusal(link(`{"mcpServers":{"a":{"command":"x","${field}":${value}}}}`))).toBe('unknown-key');
    }
    expect(Reflect.get({}, 'command')).toBeUndefined();
    expect(refusal(link('{"command":"x","env":{"__proto__":"y"}}'))).toBe('unknown-key');
  });
});

const hosts: { host: Host; folder: string }[] = [];
afterEach(async () => {
  for (const { host, folder } of hosts.splice(0)) {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function startHost(onAttention?: () => void): Promise<{ host: Host; folder: string; waiting(): Promise<InstallLink[]> }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'links-'));
  const host = await createHost({ dataDir: folder, shell: 'browser', version: '0', ...(onAttention ? { onAttention } : {}) });
  hosts.push({ host, folder });
  const waiting = async () => {
    const leaving = new AbortController();
    for await (const { links } of host.handlers['installLinks/watch']({}, { connection: 'test', signal: leaving.signal })) {
      leaving.abort();
      return links;
    }
    return [];
  };
  return { host, folder, waiting };
}

const context = { connection: 'test', signal: new AbortController().signal };

describe('a link that came in', () => {
  it('is shown as it is and adds exactly that, neither reviewed nor started, when the person says so (S07, A01, A06)', async () => {
    const { host, waiting } = await startHost();
    host.installLink(link({ mcpServers: { one: { command: 'sh', args: ['-c', 'touch PWNED-A01'], env: { K: '${HOME}/x', L: 'plain' } }, two: { url: 'https://x.example/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } } } }));
    const [request] = await waiting();
    expect(request?.servers.map(({ launch }) => launch)).toEqual([
      { kind: 'stdio', command: 'sh', args: ['-c', 'touch PWNED-A01'], env: [{ name: 'K', value: '${HOME}/x' }, { name: 'L', value: 'plain' }] },
      { kind: 'http', url: 'https://x.example/mcp', headers: [{ name: 'Authorization', value: 'Bearer ${TOKEN}' }], transport: 'auto' },
    ]);
    expect(request?.servers.map(({ variables }) => variables)).toEqual([['HOME'], ['TOKEN']]);
    expect(request?.servers[0]?.flags.map(({ kind }) => kind)).toEqual(['shell', 'inline-code']);

    const { servers } = await host.handlers['installLinks/accept']({ id: request?.id ?? '', servers: [{ index: 0, name: 'one' }] }, context);
    expect(servers).toMatchObject([{ name: 'one', isReviewed: false, state: 'stopped', pid: null, launchHash: request?.servers[0]?.launchHash }]);
    expect(servers[0]?.launchHash).toBe(launchHash({ kind: 'stdio', command: 'sh', args: ['-c', 'touch PWNED-A01'], env: { K: '${HOME}/x', L: 'plain' } }));
    await expect(host.handlers['servers/start']({ serverId: servers[0]?.id ?? ('' as never) }, context)).rejects.toMatchObject({ problem: { code: 'server-not-reviewed' } });
    // It is spent.
    expect(await waiting()).toEqual([]);
    await expect(Promise.resolve().then(() => host.handlers['installLinks/accept']({ id: request?.id ?? '', servers: [{ index: 1, name: 'two' }] }, context))).rejects.toMatchObject({ problem: { code: 'install-link-gone' } });
  });

  it('never overwrites silently: a taken name is shown with what differs, and is replaced or added under another (A05)', async () => {
    const { host, waiting } = await startHost();
    const mine = await host.handlers['servers/add']({ name: 'files', launch: { kind: 'stdio', command: 'mine', args: ['a'], env: [] } }, context);
    host.installLink(link({ name: 'files', command: 'theirs', args: ['a'] }));
    const [request] = await waiting();
    expect(request?.servers[0]?.existing).toEqual({ id: mine.id, isSame: false, differences: ['command'], freeName: 'files-2' });
    const accept = (servers: { index: number; name: string; replace?: typeof mine.id }[]) => Promise.resolve().then(() => host.handlers['installLinks/accept']({ id: request?.id ?? '', servers }, context));
    await expect(accept([{ index: 0, name: 'files' }])).rejects.toMatchObject({ problem: { code: 'server-name-taken' } });
    await expect(accept([{ index: 0, name: 'x' }, { index: 0, name: 'x' }])).rejects.toMatchObject({ problem: { code: 'server-name-taken' } });
    await expect(accept([{ index: 5, name: 'x' }])).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await accept([{ index: 0, name: 'files-2' }]);
    const names: string[] = [];
    const leaving = new AbortController();
    for await (const event of host.handlers['servers/watch']({}, { connection: 'test', signal: leaving.signal })) {
      if (event.type === 'snapshot') names.push(...event.servers.map(({ name, launch }) => `${name} ${launch.kind === 'stdio' ? launch.command : ''}`));
      leaving.abort();
    }
    expect(names).toEqual(['files mine', 'files-2 theirs']);
  });

  it('is told with its reason when refused, is one however often it comes, and few wait at a time', async () => {
    const { host, waiting } = await startHost();
    for (let n = 0; n < 3; n++) host.installLink('portolan://install?config=%%%');
    expect(await waiting()).toMatchObject([{ servers: [], problem: { code: 'install-link-refused', details: { reason: 'encoding' } } }]);
    for (let n = 0; n < 20; n++) host.installLink(link({ command: `x${n}` }));
    const links = await waiting();
    expect(links.map(({ servers }) => servers[0]?.launch)).toMatchObject([15, 16, 17, 18, 19].map((n) => ({ command: `x${n}` })));
    await host.handlers['installLinks/dismiss']({ id: links[0]?.id ?? '' }, context);
    expect(await waiting()).toHaveLength(4);
  });

  it('can be left by another process of the same user, and the shell is told (S07)', async () => {
    const attention = vi.fn<() => void>();
    const { folder, waiting } = await startHost(attention);
    await leaveLink(folder, link({ name: 'left', command: 'x' }));
    await vi.waitFor(() => expect(attention).toHaveBeenCalledOnce(), { timeout: 10_000 });
    expect(await waiting()).toMatchObject([{ servers: [{ name: 'left' }] }]);
  });
});

describe('the inbox', () => {
  it('takes only whole, small, ordinary files, once each, and waits for those that come later', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'inbox-'));
    const { mkdir, symlink, writeFile, readdir } = await import('node:fs/promises');
    const links = path.join(folder, 'links');
    await mkdir(links);
    await writeFile(path.join(folder, 'secret'), 'portolan://install?secret');
    await symlink(path.join(folder, 'secret'), path.join(links, 'a.link'));
    await mkdir(path.join(links, 'b.link'));
    await writeFile(path.join(links, 'c.link'), 'x'.repeat(1_000_000));
    await writeFile(path.join(links, 'd.part'), 'portolan://install?half');
    const seen: string[] = [];
    const errors: unknown[] = [];
    {
      using _inbox = new LinkInbox({ dataDir: folder, onLink: (text) => seen.push(text), onError: (error) => errors.push(error), pollMs: 50 });
      await leaveLink(folder, 'portolan://install?one');
      await vi.waitFor(() => expect(seen).toEqual(['portolan://install?one']));
      await vi.waitFor(async () => expect(await readdir(links)).toEqual(['d.part']));
    }
    expect(errors).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
