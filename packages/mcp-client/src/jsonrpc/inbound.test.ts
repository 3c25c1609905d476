import { describe, expect, it } from 'vitest';
import { InboundError, InboundRequests } from './inbound.ts';
import type { JsonRpcResponse } from './message.ts';

interface Rig {
  requests: InboundRequests;
  answers: JsonRpcResponse[];
  problems: string[];
  settle: () => Promise<void>;
}

function rig(limit = 16): Rig {
  const answers: JsonRpcResponse[] = [];
  const problems: string[] = [];
  const requests = new InboundRequests({ limit, answer: (response) => answers.push(response), report: (kind) => problems.push(kind) });
  return { requests, answers, problems, settle: () => new Promise((resolve) => setImmediate(resolve)) };
}

describe('InboundRequests', () => {
  it('answers with what the handler returns', async () => {
    const { requests, answers, settle } = rig();
    requests.handle('roots/list', () => Promise.resolve({ roots: [] }));
    requests.accept('a', 'roots/list', {});
    await settle();
    expect(answers).toEqual([{ jsonrpc: '2.0', id: 'a', result: { roots: [] } }]);
  });

  it('answers an unknown method with -32601 (P04)', () => {
    const { requests, answers, problems } = rig();
    requests.accept(1, 'nobody/knows', {});
    expect(answers).toMatchObject([{ id: 1, error: { code: -32601 } }]);
    expect(problems).toEqual(['unknown-request']);
  });

  it('tells the server nothing of an unforeseen error, and what it was meant to hear of a foreseen one (row 39)', async () => {
    const { requests, answers, settle } = rig();
    requests.handle('leak', () => Promise.reject(new Error('ENOENT: /home/me/secret')));
    requests.handle('denied', () => Promise.reject(new InboundError(-1, 'User rejected the request')));
    requests.accept(1, 'leak', {});
    requests.accept(2, 'denied', {});
    await settle();
    expect(JSON.stringify(answers)).not.toContain('secret');
    expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }, { id: 2, error: { code: -1, message: 'User rejected the request' } }]);
  });

  it('lets only so many be open at once, and more when some are done (row 43)', async () => {
    const { requests, answers, problems, settle } = rig(2);
    const releases: (() => void)[] = [];
    requests.handle('wait', () => new Promise((resolve) => releases.push(() => resolve({}))));
    for (const id of [1, 2, 3]) requests.accept(id, 'wait', {});
    expect(answers).toMatchObject([{ id: 3, error: { message: expect.stringContaining('limit is 2') } }]);
    expect(problems).toEqual(['too-many-requests']);
    releases[0]?.();
    await settle();
    requests.accept(4, 'wait', {});
    expect(releases).toHaveLength(3);
  });

  it('aborts what the server cancels and sends no answer to it', async () => {
    const { requests, answers, settle } = rig();
    const signals: AbortSignal[] = [];
    let release: (() => void) | undefined;
    requests.handle('wait', (_params, { signal }) => {
      signals.push(signal);
      return new Promise((resolve) => {
        release = () => resolve({});
      });
    });
    requests.accept(1, 'wait', {});
    requests.cancel(1);
    expect(signals[0]?.aborted).toBe(true);
    release?.();
    await settle();
    expect(answers).toEqual([]);
  });

  it('refuses the id of a request that is still open', () => {
    const { requests, answers } = rig();
    requests.handle('wait', () => new Promise(() => {}));
    requests.accept(1, 'wait', {});
    requests.accept(1, 'wait', {});
    expect(answers).toMatchObject([{ id: 1, error: { code: -32600 } }]);
  });
});
