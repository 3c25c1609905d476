import { describe, expect, it } from 'vitest';
import { resultOf, textOf } from '../../test/messages.ts';
import { messagesOf, openHttp, postModern } from '../../test/raw-http.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { schemaOf } from '../../test/schemas.ts';
import { asDict, isDict } from '../engine/json.ts';
import { metaKey } from '../engine/modern.ts';
import { evilStrings, tagged } from './evil-strings.ts';
import { fragileState } from './multi-round.ts';

const allCapabilities = { [metaKey.clientCapabilities]: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} } };
const check = schemaOf('2026-07-28');

describe('multi-round, modern', () => {
  it('asks for several inputs at once and answers when all are there (P18)', async () => {
    const server = openStdio('multi-round');
    const first = resultOf(await server.modern('tools/call', { name: 'ask-all' }, allCapabilities));
    expect(check('InputRequiredResult', first)).toEqual([]);
    expect(first['resultType']).toBe('input_required');
    expect(Object.keys(asDict(first['inputRequests']))).toEqual(['name', 'capital', 'roots']);
    const inputResponses = { name: { action: 'accept', content: { name: 'Ada' } }, capital: { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'm' }, roots: { roots: [] } };
    const retry = (params: Record<string, unknown>) => server.modern('tools/call', { name: 'ask-all', ...params }, allCapabilities);
    expect(JSON.parse(textOf(await retry({ inputResponses, requestState: first['requestState'] })))).toEqual(inputResponses);
    expect(await retry({ inputResponses: { name: {} }, requestState: first['requestState'] })).toMatchObject({ error: { code: -32602 } });
    expect(await retry({ inputResponses, requestState: `${String(first['requestState'])} ` })).toMatchObject({ error: { code: -32602 } });
  });

  it.each(['ask-name', 'ask-everything', 'ask-url', 'two-rounds', 'state-only', 'endless'])('sends a result that fits the schema: %s (P13, P18)', async (name) => {
    const server = openStdio('multi-round');
    const result = resultOf(await server.modern('tools/call', { name }, allCapabilities));
    expect(check('InputRequiredResult', result)).toEqual([]);
    expect(result['requestState']).toBe(fragileState(1));
  });

  it('asks a second time with new state, and for ever when it is the endless one (P18, T:E07)', async () => {
    const server = openStdio('multi-round');
    const again = (name: string, round: number, inputResponses: Record<string, unknown>) =>
      server.modern('tools/call', { name, requestState: fragileState(round), inputResponses }, allCapabilities);
    expect(resultOf(await again('two-rounds', 1, { first: { action: 'accept' } }))).toMatchObject({ resultType: 'input_required', requestState: fragileState(2) });
    expect(textOf(await again('two-rounds', 2, { second: { action: 'decline' } }))).toBe('{"second":{"action":"decline"}}');
    expect(resultOf(await again('endless', 1, { again: {} }))['resultType']).toBe('input_required');
    expect(textOf(await again('state-only', 1, {}))).toBe('{}');
  });

  it('asks for prompts and resources too, without cache hints (P18, P19)', async () => {
    const server = openStdio('multi-round', { ttl: 60_000 });
    const read = resultOf(await server.modern('resources/read', { uri: 'fixture://asks' }, allCapabilities));
    expect(read).toMatchObject({ resultType: 'input_required' });
    expect(read).not.toHaveProperty('ttlMs');
    expect(resultOf(await server.modern('prompts/get', { name: 'ask-prompt' }, allCapabilities))).toMatchObject({ resultType: 'input_required' });
  });

  it('answers -32021 with what is missing to a client that did not declare it (P04)', async () => {
    const { url } = await openHttp('multi-round');
    const response = await postModern(url, 'tools/call', { name: 'ask-all' });
    expect(response.status).toBe(400);
    const [error] = await messagesOf(response);
    expect(check('MissingRequiredClientCapabilityError', error)).toEqual([]);
    expect(error).toMatchObject({ error: { data: { requiredCapabilities: { elicitation: {}, sampling: {}, roots: {} } } } });
  });
});

describe('multi-round, legacy', () => {
  it('sends requests to the client and waits for their answers (P12, P13, P14)', async () => {
    const server = openStdio('multi-round');
    await server.initialize('2025-11-25', { elicitation: {}, sampling: {}, roots: {} });
    const call = server.call('ask-all');
    const answers: Record<string, unknown> = {
      'elicitation/create': { action: 'accept', content: { name: 'Ada' } },
      'sampling/createMessage': { role: 'assistant', content: { type: 'text', text: 'Paris' }, model: 'm' },
      'roots/list': { roots: [] },
    };
    for (const method of Object.keys(answers)) {
      const asked = await server.message((message) => message['method'] === method);
      server.send({ jsonrpc: '2.0', id: asked['id'], result: answers[method] });
    }
    expect(JSON.parse(textOf(await call))).toMatchObject({ name: { action: 'accept' }, capital: { model: 'm' }, roots: { roots: [] } });
  });

  it('passes on the error that the client answers with (P12)', async () => {
    const server = openStdio('multi-round');
    await server.initialize('2025-11-25', { elicitation: {} });
    const call = server.call('ask-name');
    const asked = await server.message((message) => message['method'] === 'elicitation/create');
    server.send({ jsonrpc: '2.0', id: asked['id'], error: { code: -1, message: 'User rejected' } });
    expect(await call).toMatchObject({ error: { code: -1, message: 'User rejected' } });
  });
});

describe('evil-text', () => {
  it('puts each hostile text into names, titles, descriptions, schemas, instructions (T:C01, T:C02, T:C06, T:C07, T:B02)', async () => {
    const server = openStdio('evil-text');
    const discovered = resultOf(await server.modern('server/discover'));
    expect(discovered['instructions']).toContain(tagged('ignore'));
    const { tools } = resultOf(await server.modern('tools/list'));
    const listed = Array.isArray(tools) ? tools.map(asDict) : [];
    for (const [kind, evil] of Object.entries(evilStrings)) {
      // A lone surrogate cannot travel in UTF-8: it arrives as the escape that JSON has for it.
      expect([kind, listed.some((tool) => tool['name'] === evil)]).toEqual([kind, true]);
      expect(listed.find((tool) => tool['name'] === `return-${kind}`)).toMatchObject({ description: evil, inputSchema: { properties: { note: { default: evil } } } });
    }
  });

  it('puts them into results, errors, progress and logs (T:B01, T:C06, T:C07)', async () => {
    const server = openStdio('evil-text');
    await server.initialize();
    for (const [kind, evil] of Object.entries(evilStrings)) {
      expect(textOf(await server.call(`return-${kind}`, {}, { progressToken: kind }))).toBe(evil);
      expect(resultOf(await server.call(`fail-${kind}`))).toMatchObject({ isError: true, content: [{ text: evil }] });
      expect(await server.call(`throw-${kind}`)).toMatchObject({ error: { message: evil, data: { detail: evil } } });
    }
    const progress = server.messages.filter(isDict).filter((message) => message['method'] === 'notifications/progress');
    expect(progress).toHaveLength(Object.keys(evilStrings).length);
  });
});
