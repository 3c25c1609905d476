/** Servers of other people's making that ask: the official packages and the public everything-server. */
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ClientHandlers, ElicitRequest, SampleRequest } from '../src/handlers.ts';
import { callText, openHttp, openStdio, openTarget, problemsOf, until } from './fixtures.ts';

interface Heard {
  elicited: ElicitRequest[];
  sampled: SampleRequest[];
  handlers: Required<Omit<ClientHandlers, 'refused'>>;
}

function person(): Heard {
  const elicited: ElicitRequest[] = [];
  const sampled: SampleRequest[] = [];
  return {
    elicited,
    sampled,
    handlers: {
      elicit: (request) => {
        elicited.push(request);
        return Promise.resolve({ action: 'accept', ...(request.mode === 'form' && request.fields.some(({ name }) => name === 'name') ? { content: { name: 'Ada' } } : {}) });
      },
      sample: (request) => {
        sampled.push(request);
        return Promise.resolve({ action: 'accept', model: 'test-1', content: [{ type: 'text', text: 'Paris' }], stopReason: 'endTurn' });
      },
      roots: () => Promise.resolve([{ uri: 'file:///srv/project', name: 'Project' }]),
    },
  };
}

const answers = {
  name: { action: 'accept', content: { name: 'Ada', size: 3 } },
  capital: { role: 'assistant', model: 'test-1', content: { type: 'text', text: 'Paris' }, stopReason: 'endTurn' },
  roots: { roots: [{ uri: 'file:///srv/project', name: 'Project' }] },
};

describe.each([
  ['sdk-v1', {}, 'legacy'],
  ['sdk-v2', {}, 'legacy'],
  ['sdk-v2', { era: 'modern' }, 'modern'],
] as const)('%s %j, spoken to as %s', (name, options, era) => {
  it.each(['stdio', 'http'] as const)('gets what it asks for, over %s (P12, P13, P14, P18, row 38–42)', async (transport) => {
    const { handlers, elicited, sampled } = person();
    // Stateless HTTP has no way to ask a legacy client.
    if (name === 'sdk-v2' && transport === 'http' && era === 'legacy') return;
    const { client, events } = await (transport === 'stdio' ? openStdio : openHttp)(name, options, { handlers, era });
    expect(client.era).toBe(era);
    expect(JSON.parse(await callText(client, 'ask-all'))).toMatchObject(answers);
    expect(elicited).toMatchObject([{ mode: 'form', repairs: [] }]);
    expect(sampled).toMatchObject([{ maxTokens: 50, repairs: [] }]);
    expect(problemsOf(events)).toEqual([]);
  });
});

describe('the everything-server', () => {
  const entry = path.join(path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')), 'dist/index.js');

  it('asks for every kind of field, a sample, the roots and a page, both ways (P12, P13, P14, row 24)', async () => {
    const { handlers, elicited, sampled } = person();
    const { client, events } = await openTarget({ kind: 'stdio', command: process.execPath, args: [entry, 'stdio'], env: { PATH: process.env['PATH'] ?? '' } }, { handlers });
    const names = (await client.listTools()).items.map((tool) => tool.name);
    expect(names).toEqual(expect.arrayContaining(['trigger-elicitation-request', 'trigger-sampling-request', 'trigger-url-elicitation', 'get-roots-list']));

    const { content } = await client.callTool('trigger-elicitation-request', {});
    const request = elicited[0];
    if (request?.mode !== 'form') throw new Error('it asked for no form');
    expect(request.repairs).toEqual([]);
    expect(new Set(request.fields.map(({ kind }) => kind))).toEqual(new Set(['string', 'boolean', 'integer', 'number', 'select', 'multi-select']));
    expect(JSON.stringify(content)).toContain('Ada');
    expect(JSON.stringify(content)).toContain('It was a dark and stormy night.');

    expect(JSON.stringify(await client.callTool('trigger-sampling-request', { prompt: 'Capital?' }))).toContain('Paris');
    expect(sampled).toMatchObject([{ systemPrompt: 'You are a helpful test server.', maxTokens: 100 }]);
    expect(JSON.stringify(await client.callTool('get-roots-list', {}))).toContain('file:///srv/project');

    const page = { url: 'https://example.com/connect', elicitationId: 'flow-1' };
    await client.callTool('trigger-url-elicitation', page);
    expect(elicited.at(-1)).toMatchObject({ mode: 'url', ...page, retriesCall: false });
    const before = elicited.length;
    expect((await client.callTool('trigger-url-elicitation', { ...page, errorPath: true })).isError).toBe(false);
    expect(elicited.slice(before).map((each) => each.mode === 'url' && each.retriesCall)).toEqual([true, false]);
    await until(() => !problemsOf(events).some((kind) => kind === 'input-refused' || kind === 'answer-refused'));
  });
});
