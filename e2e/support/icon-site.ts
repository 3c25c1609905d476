/** The site of a server, with icons beside it: one that is there, and ones that lead on. What was asked for is written down. */
import { createServer, request } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface IconSite extends AsyncDisposable {
  url: string;
  visits: { path: string; headers: IncomingHttpHeaders }[];
}

const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** @param server where everything else is answered @param canary where nobody may be led */
export async function startIconSite(server: string, canary: string): Promise<IconSite> {
  const visits: IconSite['visits'] = [];
  const leads: Record<string, string> = { moved: `${canary}/steal`, inward: 'http://169.254.169.254/latest/meta-data', down: 'http://icons.office.test/icons/ok.png', loop: 'https://icons.office.test/icons/loop.png?person=MK-4711', file: 'file:///etc/passwd' };
  const front = createServer((incoming, answer) => {
    const kind = /^\/icons\/(\w+)\.png/.exec(incoming.url ?? '')?.[1];
    if (kind === undefined) {
      const onward = request(new URL(incoming.url ?? '/', server), { method: incoming.method, headers: { ...incoming.headers, host: new URL(server).host } }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      });
      onward.on('error', () => answer.destroy());
      answer.on('close', () => onward.destroy());
      incoming.pipe(onward);
      return;
    }
    visits.push({ path: incoming.url ?? '', headers: incoming.headers });
    const to = leads[kind];
    if (to === undefined) answer.writeHead(200, { 'content-type': 'image/png' }).end(dot);
    else answer.writeHead(302, { location: to, 'content-type': 'image/png' }).end(dot);
  });
  await new Promise<void>((resolve) => {
    front.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    visits,
    async [Symbol.asyncDispose]() {
      front.closeAllConnections();
      await new Promise((resolve) => front.close(resolve));
    },
  };
}
