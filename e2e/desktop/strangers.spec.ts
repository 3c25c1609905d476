/** Everybody else on the machine against the desktop app: it has no address to ask, and the one way in wants a proof. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '../harness/test.ts';
import { haveServer } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { forbiddenAddress } from '../support/forbidden.ts';
import { listeningSockets } from '../support/listening.ts';
import { local } from '../support/entries.ts';
import { processesOf, serverProcesses } from '../support/processes.ts';

/** Says these lines to the socket and gives what came back until the other side hung up. */
function say(address: string, lines: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(address, () => socket.write(lines.map((line) => `${line}\n`).join('')));
    socket.setEncoding('utf8').on('data', (text: string) => {
      heard += text;
    });
    // Hung up on while it still spoke: that is an answer too.
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
}

test('there is no address that a page or a program could ask, and the socket of the command line answers nobody who cannot prove to be this person (A11, I03, I04, I05)', { tag: '@full' }, async ({ electronApp: app }) => {
  const marker = join(app.data.home, 'PWNED-A11');
  await haveServer(app, 'mine', local('basic', { era: '2025-11-25' }));
  const file = join(app.data.path, 'portolan.json');
  const before = readFileSync(file, 'utf8');
  const servers = serverProcesses(app.data.home);

  // No port, so no other name for this machine, no page and no form reaches anything.
  expect(listeningSockets([app.data.hostPid(), ...servers.map(({ pid }) => pid)])).toEqual([]);

  const place = JSON.parse(readFileSync(join(app.data.path, 'attach.json'), 'utf8')) as { address: string; token: string };
  for (const each of ['attach.json', 'attach.sock']) expect(statSync(join(app.data.path, each)).mode & 0o077, each).toBe(0);
  expect(statSync(app.data.path).mode & 0o777).toBe(0o700);
  const nonce = randomBytes(32).toString('base64url');
  const guess = createHash('sha256').update('guess').digest('base64url');
  const hello = JSON.stringify({ t: 'hello', protocol: 1, nonce });
  const call = (n: number, m: string, input: object): string => JSON.stringify({ t: 'call', n, m, i: input });
  const evil = call(1, 'servers/add', { name: 'evil', launch: { kind: 'stdio', command: '/bin/sh', args: ['-c', `touch ${marker}`], env: [] } });
  for (const lines of [[evil], [hello, evil], [hello, JSON.stringify({ t: 'client', proof: guess }), evil], [`GET / HTTP/1.1`, 'Host: x', '', evil], [hello, JSON.stringify({ t: 'client', proof: place.token }), evil]]) {
    const heard = await say(place.address, lines);
    expect(heard).not.toMatch(/"ready"|"result"|mine|error/);
    expect(heard).not.toContain(place.token);
  }
  expect(readFileSync(file, 'utf8')).toBe(before);
  expect(serverProcesses(app.data.home)).toEqual(servers);
  expect(existsSync(marker)).toBe(false);
});

test('the window is told by nobody where its host is, and no token stands where somebody could read it (I04, I06, I07)', { tag: '@full' }, async ({ electronApp: app }) => {
  await using far = await forbiddenAddress();
  const { page } = app;
  await haveServer(app, 'mine', local('basic', { era: '2025-11-25' }));
  const { token } = JSON.parse(readFileSync(join(app.data.path, 'attach.json'), 'utf8')) as { token: string };
  const own = page.url().split('#')[0] ?? '';
  for (const more of [`?gatewayUrl=${far.url}&host=${far.url}&token=x`, `?ws=${far.url.replace('http', 'ws')}#t=${'a'.repeat(43)}`]) {
    await page.evaluate((href) => history.replaceState(null, '', href), own + more);
    await page.reload();
    await expect(main(page)).toBeVisible();
    await expect(page.getByRole('link', { name: /^mine .*Ready$/ })).toBeVisible();
  }
  expect(far.asked).toEqual([]);
  const seen = await page.evaluate(() => JSON.stringify([document.documentElement.outerHTML, location.href, document.cookie, Object.entries(localStorage), Object.entries(sessionStorage)]));
  expect(seen).not.toContain(token);
  for (const { pid, command } of processesOf(app.data.home)) expect(`${command} ${readFileSync(`/proc/${pid}/environ`, 'latin1')}`).not.toContain(token);
});
