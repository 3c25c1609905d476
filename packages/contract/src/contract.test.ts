import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { createHostClient } from './client.ts';
import type { HostHandlers } from './contract.ts';
import { HostError } from './errors.ts';
import type { FramePort } from './frames.ts';
import { ServerId } from './ids.ts';
import { isJson } from './json.ts';
import { serve } from './serve.ts';

function pair(): { window: FramePort; host: FramePort; close(): void } {
  const { port1, port2 } = new MessageChannel();
  const adapt = (port: typeof port1): FramePort => ({
    send: (text) => port.postMessage(text),
    onFrame: (listener) => port.on('message', (text: string) => listener(text)),
    onClose: (listener) => port.on('close', listener),
  });
  return { window: adapt(port1), host: adapt(port2), close: () => port1.close() };
}

/** Handlers for the methods under test; any other method reached is a failure of the test. */
function handlersOf(some: Partial<HostHandlers>): HostHandlers {
  return new Proxy(some, {
    get: (target, name) =>
      Reflect.get(target, name) ??
      (() => {
        throw new Error(`unexpected ${String(name)}`);
      }),
  }) as HostHandlers;
}

const server = ServerId.parse('s1');

describe('the contract over a port', () => {
  it('answers a request and checks what comes back on both sides', async () => {
    const { window, host } = pair();
    serve(host, handlersOf({ 'drafts/get': () => ({ text: 'unsent' }), 'rules/list': () => ({ rules: [{ nonsense: 1 }] }) as never }), { connection: 'w' });
    const client = createHostClient(window);
    expect(await client.request('drafts/get', { conversationId: 'c1' as never })).toEqual({ text: 'unsent' });
    await expect(client.request('rules/list', {})).rejects.toMatchObject({ problem: { code: 'invalid-output' } });
  });

  it('refuses unknown methods, prototype names and bad input without running anything (I08)', async () => {
    const { window, host } = pair();
    let runs = 0;
    serve(host, handlersOf({ 'servers/start': () => { runs++; throw new Error('ran'); } }), { connection: 'w' });
    const client = createHostClient(window);
    for (const method of ['__proto__', 'constructor', 'toString', 'servers/eat']) {
      await expect(client.request(method as never, {} as never)).rejects.toMatchObject({ problem: { code: 'unknown-method' } });
    }
    for (const bad of [{}, { serverId: 7 }, { serverId: '../x' }, null, [], { serverId: 'a'.repeat(500) }]) {
      await expect(client.request('servers/start', bad as never)).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    }
    expect(runs).toBe(0);
  });

  it('carries typed errors and hides unexpected ones', async () => {
    const { window, host } = pair();
    const seen: unknown[] = [];
    serve(
      host,
      handlersOf({
        'servers/start': () => { throw new HostError('launch-not-found', { command: 'npx', folders: ['/usr/bin'] }); },
        'servers/stop': () => { throw new Error('/home/me/secret/path'); },
      }),
      { connection: 'w', onInternalError: (_, error) => seen.push(error) },
    );
    const client = createHostClient(window);
    await expect(client.request('servers/start', { serverId: server })).rejects.toMatchObject({ problem: { code: 'launch-not-found', details: { command: 'npx' } } });
    const hidden = await client.request('servers/stop', { serverId: server }).catch((error: unknown) => error);
    expect(JSON.stringify((hidden as HostError).problem)).not.toContain('secret');
    expect(seen).toHaveLength(1);
  });

  it('streams until stopped, and stopping aborts the handler', async () => {
    const { window, host } = pair();
    const aborted = Promise.withResolvers<void>();
    serve(
      host,
      handlersOf({
        'servers/watchLog': async function* (_input, { signal }) {
          signal.addEventListener('abort', () => aborted.resolve());
          for (let dropped = 0; !signal.aborted; dropped++) {
            yield { lines: [], dropped };
            await new Promise((resolve) => setTimeout(resolve, 1));
          }
        },
      }),
      { connection: 'w' },
    );
    const client = createHostClient(window);
    const got: number[] = [];
    const third = Promise.withResolvers<void>();
    const stop = client.watch('servers/watchLog', { serverId: server }, (event) => {
      got.push(event.dropped);
      if (got.length === 3) third.resolve();
    });
    await third.promise;
    stop();
    await aborted.promise;
    expect(got).toEqual([0, 1, 2]);
  });

  it('cancels a request at the host when its signal is aborted', async () => {
    const { window, host } = pair();
    const atHost = Promise.withResolvers<void>();
    serve(host, handlersOf({ 'servers/start': (_input, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => { atHost.resolve(); reject(new Error('x')); })) }), { connection: 'w' });
    const controller = new AbortController();
    const answer = createHostClient(window).request('servers/start', { serverId: server }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    await expect(answer).rejects.toMatchObject({ problem: { code: 'cancelled' } });
    await atHost.promise;
  });

  it('fails everything open with host-gone when the port closes (O07)', async () => {
    const { window, host, close } = pair();
    serve(host, handlersOf({ 'servers/start': () => new Promise(() => undefined) }), { connection: 'w' });
    const client = createHostClient(window);
    const answer = client.request('servers/start', { serverId: server });
    setTimeout(close, 5);
    await expect(answer).rejects.toMatchObject({ problem: { code: 'host-gone' } });
    await expect(client.request('servers/start', { serverId: server })).rejects.toMatchObject({ problem: { code: 'host-gone' } });
  });

  it('survives junk frames and refuses a flood (I08)', async () => {
    const { window, host } = pair();
    serve(host, handlersOf({ 'servers/start': () => new Promise(() => undefined), 'drafts/get': () => ({ text: 'alive' }) }), { connection: 'w', maxOpen: 10 });
    for (const junk of ['', '{', 'null', '[]', '{"t":"call"}', '{"t":"call","n":-1,"m":"x"}', '{"t":"cancel","n":99}', '"x"']) window.send(junk);
    const client = createHostClient(window);
    const calls = Array.from({ length: 12 }, () => client.request('servers/start', { serverId: server }));
    const refused = await Promise.allSettled(calls.slice(10));
    expect(refused.map((r) => (r.status === 'rejected' ? (r.reason as HostError).problem.code : r.status))).toEqual(['too-many-requests', 'too-many-requests']);
  });
});

describe('JSON values', () => {
  it('are refused beyond 128 levels and when they are not JSON (T:H04)', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 200_000; i++) deep = [deep];
    expect(isJson(deep)).toBe(false);
    expect(isJson({ a: [1, 'x', null, { b: true }] })).toBe(true);
    expect(isJson({ a: Number.NaN })).toBe(false);
    expect(isJson({ a: undefined })).toBe(false);
  });
});
