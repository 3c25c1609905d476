/** Multi-round requests of 2026-07-28: rounds, state, parallel calls, limits, cancelling. */
import { fragileState } from '@portolan/fixture-servers/presets/multi-round';
import { describe, expect, it } from 'vitest';
import type { ClientHandlers, ElicitResult, InputContext, SampleResult } from '../src/handlers.ts';
import type { JsonObject } from '../src/jsonrpc/message.ts';
import type { TapEvent } from '../src/transport/transport.ts';
import { accepting, askRound, askRounds, form, openAsks, rejection, sample } from './asking.ts';
import type { Ask } from './asking.ts';
import { openHttp, openStdio, openTarget, problemsOf, scriptTarget, until } from './fixtures.ts';

interface Sent {
  id: number;
  method: string;
  params: JsonObject;
}

/** The requests of one method, as they reached the server. */
function sentTo({ fixture }: { fixture: { requests: { json?: unknown }[] } }, method: string): Sent[] {
  return fixture.requests.map(({ json }) => json as Sent).filter((message) => message?.method === method);
}

const paris: SampleResult = { action: 'accept', model: 'm', content: [{ type: 'text', text: 'Paris' }] };
const name = form({ name: { type: 'string' } });

describe('a round', () => {
  it('is shown as a whole, each part to its handler, and answered when all are there (P18, row 42, rule H62)', async () => {
    const contexts: InputContext[] = [];
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const { client } = await openStdio('multi-round', { era: 'modern' }, {
      handlers: {
        elicit: async (_request, context) => {
          contexts.push(context);
          order.push('elicit begins');
          await gate.promise;
          return { action: 'accept', content: { name: 'Ada' } };
        },
        sample: (_request, context) => {
          contexts.push(context);
          order.push('sample');
          return Promise.resolve(paris);
        },
        roots: (context) => {
          contexts.push(context);
          order.push('roots');
          gate.resolve();
          return Promise.resolve([{ uri: 'file:///srv' }]);
        },
      },
    });
    const result = await client.callTool('ask-all', {});
    const [block] = result.content;
    expect(JSON.parse(block?.type === 'text' ? block.text : '')).toEqual({
      name: { action: 'accept', content: { name: 'Ada' } },
      capital: { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'm' },
      roots: { roots: [{ uri: 'file:///srv' }] },
    });
    expect(order).toEqual(['elicit begins', 'sample', 'roots']);
    expect(new Set(contexts.map(({ round }) => round))).toHaveLength(1);
    expect(contexts[0]?.round).toEqual({
      id: 'round-1',
      number: 1,
      inputs: [
        { key: 'name', method: 'elicitation/create' },
        { key: 'capital', method: 'sampling/createMessage' },
        { key: 'roots', method: 'roots/list' },
      ],
    });
  });

  it.each(['stdio', 'http'] as const)('gets its state back byte for byte, under a new id each time, over %s (row 42, rule H62, T:E09)', async (transport) => {
    const elicit: NonNullable<ClientHandlers['elicit']> = ({ message }) => Promise.resolve({ action: 'accept', content: message.startsWith('First') ? { a: '1' } : { b: true } });
    const seen: TapEvent[] = [];
    const opened = await (transport === 'stdio' ? openStdio : openHttp)('multi-round', { era: 'modern' }, { handlers: { elicit }, tap: (event) => seen.push(event) });
    const ids: number[] = [];
    await opened.client.callTool('two-rounds', {}, { onId: (id) => ids.push(id) });
    const sent = seen.flatMap((event) => (event.kind === 'message' && event.direction === 'out' && 'method' in event.message && event.message.method === 'tools/call' ? [event.message] : []));
    expect(sent.map(({ params }) => params?.['requestState'])).toEqual([undefined, fragileState(1), fragileState(2)]);
    expect(new Set(ids).size).toBe(3);
  });

  it('goes on at once where only the state is wanted back, without inventing answers (P18, rule H62)', async () => {
    const { client, fixture } = await openHttp('multi-round', { era: 'modern' }, { handlers: { elicit: accepting().elicit } });
    await client.callTool('state-only', {});
    const [first, second] = sentTo({ fixture }, 'tools/call');
    expect(first?.params).not.toHaveProperty('requestState');
    expect(second?.params['requestState']).toBe(fragileState(1));
    expect(second?.params).not.toHaveProperty('inputResponses');
  });

  it('carries nothing of an earlier round: neither its answers nor its state (rule H62, rule H63)', async () => {
    const { client, fixture } = await openHttp('multi-round', { era: 'modern' }, { handlers: { elicit: ({ message }) => Promise.resolve({ action: 'accept', content: message.startsWith('First') ? { a: '1' } : { b: true } }) } });
    await client.callTool('two-rounds', {});
    const calls = sentTo({ fixture }, 'tools/call');
    expect(calls.map(({ params }) => params['inputResponses'])).toEqual([undefined, { first: { action: 'accept', content: { a: '1' } } }, { second: { action: 'accept', content: { b: true } } }]);
    expect(calls.every(({ params }) => JSON.stringify(params['arguments']) === '{}')).toBe(true);
    await client.listTools();
    expect(JSON.stringify(sentTo({ fixture }, 'tools/list'))).not.toContain('requestState');
  });

  it('works for prompts and for resources (P18, row 42)', async () => {
    const { elicit, seen } = accepting({ tone: 'kind', key: 'k' });
    const answer = (request: Parameters<typeof elicit>[0], context: InputContext): Promise<ElicitResult> => {
      void elicit(request, context);
      return Promise.resolve({ action: 'accept', content: request.message === 'Which tone?' ? { tone: 'kind' } : { key: 'k' } });
    };
    const { client } = await openHttp('multi-round', { era: 'modern' }, { handlers: { elicit: answer } });
    const prompt = await client.getPrompt('ask-prompt', {});
    expect(prompt.messages[0]?.content).toMatchObject({ text: expect.stringContaining('kind') });
    const { contents } = await client.readResource('fixture://asks');
    expect(contents[0]).toMatchObject({ text: expect.stringContaining('"k"') });
    expect(seen.map(({ context }) => [context.call?.method, context.call?.name])).toEqual([
      ['prompts/get', 'ask-prompt'],
      ['resources/read', 'fixture://asks'],
    ]);
  });
});

describe('parallel calls', () => {
  it('never mix their rounds, whatever the order of the answers (P18, row 42, rule H63, T:E09)', async () => {
    const waiting: { reference: string; resolve: (result: ElicitResult) => void }[] = [];
    const { client, fixture } = await openHttp('asks', { era: 'modern' }, {
      handlers: {
        elicit: (_request, { call }) =>
          new Promise((resolve) => {
            waiting.push({ reference: call?.reference ?? '', resolve });
          }),
      },
    });
    const references = ['a', 'b', 'c', 'd'];
    const calls = references.map((reference) => askRounds(client, [{ first: name }, { second: name }], reference));
    for (let round = 1; round <= 2; round += 1) {
      await until(() => waiting.length === references.length);
      for (const { reference, resolve } of waiting.splice(0).toReversed()) resolve({ action: 'accept', content: { name: `${reference}${round}` } });
    }
    const answers = await Promise.all(calls);
    for (const [index, reference] of references.entries()) {
      expect(answers[index]).toEqual({ first: { action: 'accept', content: { name: `${reference}1` } }, second: { action: 'accept', content: { name: `${reference}2` } } });
    }
    expect(sentTo({ fixture }, 'tools/call')).toHaveLength(references.length * 3);
  });
});

describe('one part that fails', () => {
  it.each<[string, ClientHandlers, string]>([
    ['refused', { sample: () => Promise.resolve({ action: 'reject' }) }, 'input-refused'],
    ['thrown', { sample: () => Promise.reject(new Error('secret path')) }, 'input-failed'],
  ])('does not take the dialogs of the others away: %s (row 42)', async (_what, handlers, kind) => {
    const gate = Promise.withResolvers<ElicitResult>();
    const contexts: InputContext[] = [];
    const { client, fixture } = await openHttp('asks', { era: 'modern' }, {
      handlers: {
        ...handlers,
        elicit: (_request, context) => {
          contexts.push(context);
          return gate.promise;
        },
      },
    });
    const failing = rejection(askRound(client, { s: sample(), f: name }));
    await until(() => contexts.length === 1);
    await client.ping();
    expect(contexts[0]?.signal.aborted).toBe(false);
    gate.resolve({ action: 'accept', content: { name: 'kept' } });
    const error = await failing;
    expect(error).toMatchObject({ kind, mayHaveHappened: true, message: expect.stringMatching(/sampling\/createMessage \(s\)$/) });
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(sentTo({ fixture }, 'tools/call')).toHaveLength(1);
  });

  it('as a no of the person is an answer like any other (row 42, rule H34)', async () => {
    const results: ElicitResult[] = [{ action: 'decline' }, { action: 'accept', content: { name: 'x' } }, { action: 'cancel' }];
    const { client } = await openAsks('http', '2026-07-28', { elicit: () => Promise.resolve(results.shift() ?? { action: 'cancel' }) });
    expect(await askRound(client, { a: name, b: name, c: name })).toEqual({ a: { action: 'decline' }, b: { action: 'accept', content: { name: 'x' } }, c: { action: 'cancel' } });
  });

  it('as a request that cannot be answered is seen before anybody is asked anything (T:E08)', async () => {
    const { elicit, seen } = accepting();
    const { client } = await openAsks('http', '2026-07-28', { elicit });
    expect(await rejection(askRound(client, { good: name, bad: form({ x: { type: 'object' } }) }))).toMatchObject({ kind: 'input-unusable', message: expect.stringContaining('(bad)') });
    expect(seen).toEqual([]);
  });
});

describe('limits', () => {
  it('ends a call after ten rounds with a server that asks for ever (T:E07, row 42)', async () => {
    const { elicit, seen } = accepting();
    const { client, fixture } = await openHttp('multi-round', { era: 'modern' }, { handlers: { elicit } });
    expect(await rejection(client.callTool('endless', {}))).toMatchObject({ kind: 'input-limit', message: expect.stringContaining('10 rounds') });
    expect(seen).toHaveLength(10);
    expect(sentTo({ fixture }, 'tools/call')).toHaveLength(11);
  });

  it('slows down and then ends rounds that ask for nothing (T:E07)', async () => {
    const rounds = Array.from({ length: 6 }, (): Record<string, Ask> => ({ none: { method: '' } }));
    const { client } = await openAsks('http', '2026-07-28', { elicit: accepting().elicit }, { caps: { rounds: 2 } });
    expect(await rejection(askRounds(client, rounds))).toMatchObject({ kind: 'input-limit' });
  });

  it('lets only so many questions be open at once, over all calls (row 43)', async () => {
    const gate = Promise.withResolvers<ElicitResult>();
    let open = 0;
    const { client } = await openAsks('http', '2026-07-28', {
      elicit: () => {
        open += 1;
        return gate.promise;
      },
    });
    const first = client.callTool('ask-many', { count: 10 });
    await until(() => open === 10);
    expect(await rejection(client.callTool('ask-many', { count: 7 }))).toMatchObject({ kind: 'input-limit' });
    expect(open).toBe(10);
    const third = client.callTool('ask-many', { count: 6 });
    await until(() => open === 16);
    gate.resolve({ action: 'cancel' });
    await Promise.all([first, third]);
    expect((await client.callTool('ask-many', { count: 16 })).isError).toBe(false);
  });

  it('of time leave out how long a person takes (P06, row 18)', async () => {
    const { client } = await openAsks('http', '2026-07-28', {
      elicit: () =>
        new Promise((resolve) => {
          setTimeout(() => resolve({ action: 'accept', content: { name: 'slow' } }), 700);
        }),
    });
    const rounds = [{ a: { method: name.method, params: name.params ?? {} } }, { b: { method: name.method, params: name.params ?? {} } }];
    const result = await client.callTool('ask', { rounds }, { limits: { idleMs: 500, totalMs: 600 } });
    expect(result.isError).toBe(false);
  });

  it('of time hold for the server all the same (row 18)', async () => {
    const { client } = await openHttp('asks', { era: 'modern', delay: 150 }, { handlers: { elicit: accepting({ name: 'x' }).elicit } });
    const rounds = Array.from({ length: 8 }, (_, index) => ({ [`k${index}`]: { method: name.method, params: name.params ?? {} } }));
    expect(await rejection(client.callTool('ask', { rounds }, { limits: { totalMs: 500 } }))).toMatchObject({ kind: 'total-timeout' });
  });
});

describe('an end in the middle of a dialog', () => {
  it('by the caller closes the dialog and sends nothing more (P06, P18)', async () => {
    const contexts: InputContext[] = [];
    const { client, fixture } = await openHttp('asks', { era: 'modern' }, {
      handlers: {
        elicit: (_request, context) => {
          contexts.push(context);
          return new Promise(() => {});
        },
      },
    });
    const controller = new AbortController();
    const calling = rejection(client.callTool('ask', { rounds: [{ f: { method: name.method, params: name.params ?? {} } }] }, { signal: controller.signal }));
    await until(() => contexts.length === 1);
    controller.abort();
    expect(await calling).toMatchObject({ kind: 'cancelled', mayHaveHappened: true });
    expect(contexts[0]?.signal.aborted).toBe(true);
    await client.ping();
    expect(sentTo({ fixture }, 'tools/call')).toHaveLength(1);
  });

  it('by the server closes the dialog with the reason (R07)', async () => {
    const contexts: InputContext[] = [];
    const { client } = await openStdio('asks', { era: 'modern' }, {
      handlers: {
        elicit: (_request, context) => {
          contexts.push(context);
          return new Promise(() => {});
        },
      },
    });
    const calling = rejection(askRound(client, { f: name }));
    await until(() => contexts.length === 1);
    await client.close();
    expect(await calling).toMatchObject({ kind: 'connection-closed', closeReason: { kind: 'closed-by-us' } });
    expect(contexts[0]?.signal.aborted).toBe(true);
  });
});

describe('rounds that are not as they should be', () => {
  const script = (result: string): string =>
    `require('readline').createInterface({input:process.stdin}).on('line',(line)=>{const m=JSON.parse(line);if(m.id===undefined)return;console.log(JSON.stringify({jsonrpc:'2.0',id:m.id,result:m.method==='server/discover'?{supportedVersions:['2026-07-28'],capabilities:{tools:{}}}:${result}}))})`;
  it.each([
    [`{resultType:'input_required'}`, 'without naming any input'],
    [`{resultType:'input_required',inputRequests:[]}`, 'no object'],
    [`{resultType:'input_required',requestState:7}`, 'no string'],
    [`{resultType:'input_required',inputRequests:{a:null}}`, 'without a method'],
    [`{resultType:'input_required',inputRequests:{a:{method:'tools/list'}}}`, 'did not say it can give'],
  ])('end the call: %s (P04, row 23)', async (result, said) => {
    const { client } = await openTarget(scriptTarget(script(result)), { era: 'modern', handlers: { elicit: accepting().elicit } });
    expect(await rejection(client.callTool('x', {}))).toMatchObject({ message: expect.stringContaining(said), mayHaveHappened: true });
  });

  it('end a list, which may have none (row 42)', async () => {
    const { client, events } = await openTarget(scriptTarget(script(`{resultType:'input_required',requestState:'x'}`)), { era: 'modern', handlers: { elicit: accepting().elicit } });
    expect(await rejection(client.listTools())).toMatchObject({ kind: 'invalid-result', message: expect.stringContaining('does not allow') });
    expect(problemsOf(events)).toEqual([]);
  });
});
