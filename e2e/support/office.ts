/**
 * A company's network on loopback: a proxy that wants a password, and behind it servers with names that nobody else knows, under
 * certificates of an authority that nobody trusts by itself.
 */
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import { makePrivateAuthority } from '@portolan/fixture-servers/network/private-authority';

export interface Office extends AsyncDisposable {
  proxy: string;
  username: string;
  password: string;
  /** PEM file of the authority. */
  certificates: string;
  /** What the proxy was asked for, each place once. */
  reached(): string[];
  /** Whether every request brought the right password. */
  isAlwaysKnown(): boolean;
}

/** @param behind the addresses on this machine that the names stand for */
export async function startOffice(behind: Readonly<Record<string, string>>): Promise<Office> {
  const authority = makePrivateAuthority(Object.keys(behind));
  const front = createServer(authority.server, (incoming, answer) => {
    const there = behind[incoming.headers.host ?? ''];
    if (there === undefined) {
      answer.writeHead(404).end();
      return;
    }
    const { host } = new URL(there);
    const onward = request(new URL(incoming.url ?? '/', there), { method: incoming.method, headers: { ...incoming.headers, host } }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    onward.on('error', () => answer.destroy());
    answer.on('close', () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const { port } = front.address() as AddressInfo;
  const credentials = { username: 'ann', password: 'MK-office-pass' };
  const proxy = await startConnectProxy({ credentials, lead: (target) => (Object.hasOwn(behind, target.replace(/:443$/, '')) ? port : undefined) });
  const wanted = `Basic ${Buffer.from(`${credentials.username}:${credentials.password}`).toString('base64')}`;
  return {
    proxy: proxy.url,
    ...credentials,
    certificates: authority.file,
    reached: () => [...new Set(proxy.asked)].toSorted(),
    isAlwaysKnown: () => proxy.authorizations.every((given) => given === wanted),
    async [Symbol.asyncDispose]() {
      await proxy.close();
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
      authority.remove();
    },
  };
}
