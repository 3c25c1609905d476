/** Cases of `subscriptions/listen`: acknowledgements that are odd or never come, streams that end, filters that are cut down. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openTarget, problemsOf, until } from '../fixtures.ts';
import type { Opened } from '../fixtures.ts';
import { openScripted } from '../scripted-mcp.ts';
import { answerJson, beginStream, event, result } from '../scripted-server.ts';
import type { Exchange } from '../scripted-server.ts';
import { scriptedStdio } from '../scripted-stdio.ts';

const capabilities = { tools: { listChanged: true }, prompts: { listChanged: true }, resources: { subscribe: true } };

/** A modern stdio server that declares changes; the body says what it does with `subscriptions/listen`. */
function openListening(body: string): Promise<Opened> {
  return openTarget(scriptedStdio('2026-07-28', `on['server/discover']=(m)=>answer(m,{supportedVersions:['2026-07-28'],capabilities:${JSON.stringify(capabilities)}});const ack=(id,notifications)=>say({method:'notifications/subscriptions/acknowledged',params:{...(id===undefined?{}:{_meta:{'io.modelcontextprotocol/subscriptionId':id}}),...(notifications===undefined?{}:{notifications})}});const changed=(id)=>say({method:'notifications/tools/list_changed',params:id===undefined?undefined:{_meta:{'io.modelcontextprotocol/subscriptionId':id}}});on['tools/call']=(m)=>{if(on.change)on.change();answer(m,text('done'))};${body}`));
}

const changesOf = ({ events }: Opened): string[] => events.flatMap((told) => (told.type === 'list-changed' ? [told.list] : []));

describe('an acknowledgement', () => {
  it.each([
    ['without an id', 'ack(undefined,m.params.notifications)'],
    ['with its id as text', 'ack(String(m.id),m.params.notifications)'],
    ['without its filter', 'ack(m.id)'],
    ['that never comes', ''],
  ])('%s holds nothing up, and changes are told (row 34)', async (_what, act) => {
    const opened = await openListening(`on['subscriptions/listen']=(m)=>{${act};on.change=()=>changed(m.id)}`);
    await opened.client.callTool('x', {});
    await until(() => changesOf(opened).includes('tools'));
    expect(problemsOf(opened.events)).toEqual([]);
  });

  it('of a subscription nobody has is counted, and the one there is goes on (row 34, rule H67)', async () => {
    const opened = await openListening(`on['subscriptions/listen']=(m)=>{ack('another',{});ack(m.id,m.params.notifications);on.change=()=>changed(m.id)}`);
    expect(problemsOf(opened.events)).toEqual(['unknown-subscription']);
    await opened.client.callTool('x', {});
    await until(() => changesOf(opened).includes('tools'));
  });

  it('that grants less than was asked for is said (row 34, rule H67)', async () => {
    const opened = await openListening(`on['subscriptions/listen']=(m)=>ack(m.id,{toolsListChanged:true,'x-vendor':true})`);
    await until(() => problemsOf(opened.events).includes('subscription-partial'));
    const [problem] = opened.events;
    expect(problem?.type === 'problem' ? problem.message : '').toContain('promptsListChanged');
  });
});

describe('a subscription', () => {
  it('that ends in good order is opened again, and what may have changed meanwhile is told (row 34, rule H68)', async () => {
    let listens = 0;
    const filters: unknown[] = [];
    const opened = await openScripted('2026-07-28', {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities },
      'subscriptions/listen': (exchange) => {
        listens += 1;
        filters.push(exchange.message.params?.['notifications']);
        acknowledge(exchange);
        if (listens === 1) setTimeout(() => exchange.response.end(event(result(exchange))), 50);
      },
    });
    await until(() => listens === 2);
    await until(() => changesOf(opened).length === 2);
    expect(changesOf(opened).toSorted((a, b) => a.localeCompare(b))).toEqual(['prompts', 'tools']);
    expect(filters).toEqual([{ toolsListChanged: true, promptsListChanged: true }, { toolsListChanged: true, promptsListChanged: true }]);
  });

  it('of resources alone tells of what may have changed while nobody listened (row 34, rule H68)', async () => {
    const open: Exchange[] = [];
    const opened = await openScripted('2026-07-28', {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { resources: { subscribe: true } } },
      'subscriptions/listen': (exchange) => {
        open.push(exchange);
        acknowledge(exchange);
      },
    });
    await opened.client.subscribeResource('f:1');
    await until(() => open.length === 1);
    await wait(50);
    expect(opened.events).toEqual([]);
    open[0]?.response.destroy();
    await until(() => opened.events.some((told) => told.type === 'resource-updated' && told.uri === 'f:1'));
    expect(open).toHaveLength(2);
  });

  it('of resources stands beside that of the lists, which is neither ended nor told of as missed when another resource is watched (P09, row 34)', async () => {
    const open: { filter: unknown; isOver: boolean }[] = [];
    const opened = await openScripted('2026-07-28', {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities },
      'subscriptions/listen': (exchange) => {
        const listening = { filter: exchange.message.params?.['notifications'], isOver: false };
        open.push(listening);
        exchange.response.on('close', () => {
          listening.isOver = true;
        });
        acknowledge(exchange);
      },
    });
    await opened.client.subscribeResource('f:1');
    await until(() => open.length === 2);
    await opened.client.subscribeResource('f:2');
    await until(() => open.length === 3 && open[1]?.isOver === true);
    await opened.client.unsubscribeResource('f:1');
    await opened.client.unsubscribeResource('f:2');
    await until(() => open.slice(1).every(({ isOver }) => isOver));
    expect(open[0]).toEqual({ filter: { toolsListChanged: true, promptsListChanged: true }, isOver: false });
    expect(open.slice(1, 3).map(({ filter }) => filter)).toEqual([{ resourceSubscriptions: ['f:1'] }, { resourceSubscriptions: ['f:1', 'f:2'] }]);
    expect(changesOf(opened)).toEqual([]);
    expect(problemsOf(opened.events)).toEqual([]);
  });

  it.each([
    ['is ended with an error after the server took it', 200],
    ['meets a server that is too busy to take it', 503],
  ])('that %s is opened again (row 34, rule H68, R53)', async (_what, status) => {
    let listens = 0;
    const opened = await openScripted('2026-07-28', {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities },
      'subscriptions/listen': (exchange) => {
        listens += 1;
        const error = { jsonrpc: '2.0', id: exchange.message.id, error: { code: -32603, message: 'Shutting down' } };
        if (status === 503 && listens === 1) {
          answerJson(exchange, error, status);
          return;
        }
        acknowledge(exchange);
        if (listens === 1) exchange.response.end(event(error));
      },
    });
    await until(() => changesOf(opened).length === 2);
    expect([listens, problemsOf(opened.events)]).toEqual([2, []]);
  });

  it('that is refused is not asked for again and again, and all else works (row 34)', async () => {
    let listens = 0;
    const opened = await openScripted('2026-07-28', {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities },
      'subscriptions/listen': (exchange) => {
        listens += 1;
        answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code: -32601, message: 'Method not found' } }, 404);
      },
      'tools/list': { tools: [], ttlMs: 0, cacheScope: 'private' },
    });
    await wait(100);
    expect([listens, problemsOf(opened.events)]).toEqual([1, ['subscription-refused']]);
    expect((await opened.client.listTools()).items).toEqual([]);
  });

  it('of a resource is one request in place of the other, and the server’s old stream is closed (row 34, P09)', async () => {
    const open: Exchange[] = [];
    const opened = await openScripted('2026-07-28', {
      'server/discover': { supportedVersions: ['2026-07-28'], capabilities },
      'subscriptions/listen': (exchange) => {
        open.push(exchange);
        acknowledge(exchange);
      },
    });
    await opened.client.subscribeResource('f:0');
    await until(() => open.length === 2);
    await opened.client.subscribeResource('f:1');
    await until(() => open.length === 3 && open[1]?.response.destroyed === true);
    const last = open[2];
    expect(last?.message.params?.['notifications']).toEqual({ resourceSubscriptions: ['f:0', 'f:1'] });
    last?.response.write(event({ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'f:1', _meta: { 'io.modelcontextprotocol/subscriptionId': last.message.id } } }));
    await until(() => opened.events.some((told) => told.type === 'resource-updated' && told.uri === 'f:1'));
    await opened.client.close();
    await until(() => open.every(({ response }) => response.destroyed));
    expect(open).toHaveLength(3);
  });
});

function acknowledge(exchange: Exchange): void {
  beginStream(exchange);
  exchange.response.write(event({ jsonrpc: '2.0', method: 'notifications/subscriptions/acknowledged', params: { _meta: { 'io.modelcontextprotocol/subscriptionId': exchange.message.id }, notifications: exchange.message.params?.['notifications'] } }));
}
