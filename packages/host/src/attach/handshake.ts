/**
 * Both ends prove that they have read the address file, and neither says what stands in it: a program that sits at an address
 * which a host has left learns nothing (challenge and response, HMAC-SHA256, https://www.rfc-editor.org/rfc/rfc2104).
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { LinePort } from './line-port.ts';

const nonce = z.string().check(z.regex(/^[\w-]{43}$/));
const Hello = z.object({ t: z.literal('hello'), protocol: z.literal(1), nonce });
const HostProof = z.object({ t: z.literal('host'), nonce, proof: nonce });
const ClientProof = z.object({ t: z.literal('client'), proof: nonce });
const Ready = z.object({ t: z.literal('ready') });

/** From connecting to `ready`, in milliseconds. */
const patience = 5000;

/** The host's side. Resolves once the other end has proved itself; rejects and leaves closing to the caller. */
export async function welcome(port: LinePort, token: string, limit = patience): Promise<void> {
  const lines = reader(port, limit);
  const hello = Hello.parse(await lines());
  const ours = randomBytes(32).toString('base64url');
  port.send(JSON.stringify({ t: 'host', nonce: ours, proof: proofOf('host', token, hello.nonce, ours) } satisfies z.infer<typeof HostProof>));
  const { proof } = ClientProof.parse(await lines());
  if (!isSame(proof, proofOf('client', token, hello.nonce, ours))) throw new Error('the other side has not read the address file');
  port.send(JSON.stringify({ t: 'ready' } satisfies z.infer<typeof Ready>));
}

/** The other side. Says nothing about the token before the host has proved itself. */
export async function greet(port: LinePort, token: string, limit = patience): Promise<void> {
  const lines = reader(port, limit);
  const ours = randomBytes(32).toString('base64url');
  port.send(JSON.stringify({ t: 'hello', protocol: 1, nonce: ours } satisfies z.infer<typeof Hello>));
  const host = HostProof.parse(await lines());
  if (!isSame(host.proof, proofOf('host', token, ours, host.nonce))) throw new Error('what listens there is not the host of this data folder');
  port.send(JSON.stringify({ t: 'client', proof: proofOf('client', token, ours, host.nonce) } satisfies z.infer<typeof ClientProof>));
  Ready.parse(await lines());
}

function proofOf(side: 'host' | 'client', token: string, clientNonce: string, hostNonce: string): string {
  return createHmac('sha256', token).update(`portolan-attach-1 ${side} ${clientNonce} ${hostNonce}`).digest('base64url');
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
}

/** One line after the other, within one time limit for all of them. */
function reader(port: LinePort, limit: number): () => Promise<unknown> {
  const deadline = AbortSignal.timeout(limit);
  const lines: string[] = [];
  let wake: () => void = () => undefined;
  let isClosed = false;
  port.onFrame((text) => {
    lines.push(text);
    wake();
  });
  port.onClose(() => {
    isClosed = true;
    wake();
  });
  deadline.addEventListener('abort', () => wake(), { once: true });
  return async () => {
    for (;;) {
      const line = lines.shift();
      if (line !== undefined) return JSON.parse(line) as unknown;
      if (isClosed) throw new Error('the connection ended');
      if (deadline.aborted) throw new Error('no answer in time');
      // oxlint-disable-next-line no-await-in-loop -- waits for the next line
      await new Promise<void>((resolve) => (wake = resolve));
    }
  };
}
