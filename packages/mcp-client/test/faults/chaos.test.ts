/** Any mixture of faults, one after the other and at once: each call settles, by a typed error if not by its answer, and a good server is of use again. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Client } from '../../src/client.ts';
import { LocalError, ServerError } from '../../src/errors.ts';
import { callText, openTarget } from '../fixtures.ts';
import { startScripted } from '../scripted-mcp.ts';
import type { Version } from '../scripted-mcp.ts';
import { answerJson, beginStream, event, result } from '../scripted-server.ts';
import type { Exchange } from '../scripted-server.ts';
import { scriptedStdio } from '../scripted-stdio.ts';

const limits = { idleMs: 500, totalMs: 3_000 };
const content = [{ type: 'text', text: 'right' }];

/** What may happen to a call over HTTP. */
const acts: Record<string, (exchange: Exchange) => void> = {
  json: (exchange) => answerJson(exchange, result(exchange, { content })),
  stream: (exchange) => {
    beginStream(exchange);
    exchange.response.end(event(result(exchange, { content })));
  },
  'stream with ids': (exchange) => {
    beginStream(exchange);
    exchange.response.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }, { id: 'a', retry: 100 }));
    exchange.response.end(event(result(exchange, { content }), { id: 'b' }));
  },
  'cut stream with ids': (exchange) => {
    beginStream(exchange);
    exchange.response.write(event({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 1 } }, { id: 'a', retry: 100 }), () => exchange.response.destroy());
  },
  'cut event': (exchange) => {
    beginStream(exchange);
    exchange.response.end(event(result(exchange, { content })).slice(0, 30));
  },
  'empty stream': (exchange) => {
    beginStream(exchange);
    exchange.response.end();
  },
  'stream that stays': (exchange) => beginStream(exchange),
  'answer of another': (exchange) => answerJson(exchange, { ...result(exchange, { content }), id: (exchange.message.id ?? 0) + 1000 }),
  twice: (exchange) => answerJson(exchange, [result(exchange, { content }), result(exchange, { content: [] })]),
  error: (exchange) => answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, error: { code: -32000, message: 'no' } }),
  'error without id': (exchange) => answerJson(exchange, { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'what?' } }, 400),
  'result of another kind': (exchange) => answerJson(exchange, { jsonrpc: '2.0', id: exchange.message.id, result: 'text' }),
  nothing: ({ response }) => void response.writeHead(200, { 'content-type': 'application/json' }).end(),
  accepted: ({ response }) => void response.writeHead(202).end(),
  page: ({ response }) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Sign in</title>'),
  'half json': ({ response }) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":'),
  deep: ({ response, message }) => void response.writeHead(200, { 'content-type': 'application/json' }).end(`{"jsonrpc":"2.0","id":${message.id ?? 0},"result":${'['.repeat(500)}${']'.repeat(500)}}`),
  500: ({ response }) => void response.writeHead(500).end('oops'),
  404: ({ response }) => void response.writeHead(404).end(),
  401: ({ response }) => void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end(),
  429: ({ response }) => void response.writeHead(429, { 'retry-after': '1' }).end(),
  'redirect abroad': ({ response }) => void response.writeHead(307, { location: 'http://127.0.0.1:9/' }).end(),
  'redirect in a circle': ({ response }) => void response.writeHead(307, { location: '/mcp' }).end(),
  reset: ({ response }) => void response.socket?.resetAndDestroy(),
  'hang up': ({ response }) => void response.destroy(),
  silence: () => {},
};
const right = new Set(['json', 'stream', 'stream with ids', 'twice']);

function isTyped(error: unknown): boolean {
  return error instanceof ServerError || (error instanceof LocalError && error.message.length > 20);
}

async function outcomes(client: Client, names: readonly string[], together: boolean): Promise<unknown[]> {
  const call = (name: string): Promise<unknown> => client.callTool(name, {}, { limits }).then(
    ({ content: blocks }) => (blocks[0]?.type === 'text' ? blocks[0].text : blocks),
    (error: unknown) => error,
  );
  if (together) return Promise.all(names.map(call));
  const all: unknown[] = [];
  for (const name of names) all.push(await call(name));
  return all;
}

describe('a server over HTTP that does anything', () => {
  it.each<Version>(['2025-03-26', '2025-11-25', '2026-07-28'])('of %s leaves no call open and no harm behind (R45–R66, row 9, row 14, bug B8, bug B19)', async (version) => {
    let session = 0;
    const act = (exchange: Exchange): void => acts[String(exchange.message.params?.['name'])]?.(exchange);
    const server = await startScripted(version, {
      initialize: (exchange) => {
        session += 1;
        answerJson(exchange, result(exchange, { protocolVersion: version, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } }), 200, { 'mcp-session-id': String(session) });
      },
      'tools/call': act,
      // Resuming a cut stream finds its end.
      GET: (exchange) => {
        if (exchange.request.headers['last-event-id'] === undefined) return void exchange.response.writeHead(405).end();
        beginStream(exchange);
        exchange.response.end();
      },
    });
    const { client } = await openTarget({ kind: 'http', url: server.url, headers: {} });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(acts)), { minLength: 1, maxLength: 12 }), fc.boolean(), async (names, together) => {
        const settled = await outcomes(client, names, together);
        for (const [at, name] of names.entries()) {
          if (right.has(name)) expect([name, settled[at]]).toEqual([name, 'right']);
          else expect([name, isTyped(settled[at]), settled[at]]).toEqual([name, true, settled[at]]);
        }
        expect(await callText(client, 'json')).toBe('right');
      }),
      { numRuns: 8 },
    );
  });
});

describe('a process that does anything', () => {
  it.each(['2025-11-25', '2026-07-28'])('of %s leaves no call open and no harm behind (R11–R27, row 14, row 17, bug B19)', async (version) => {
    const body = `
const junk={answer:(m)=>answer(m,text('right')),late:(m)=>setTimeout(()=>answer(m,text('right')),30),noise:(m)=>{write('Listening\\n');answer(m,text('right'));write('{"level":30}\\n')},
'no newline before':(m)=>{write('Ready ');answer(m,text('right'))},crlf:(m)=>write(JSON.stringify({jsonrpc:'2.0',id:m.id,result:text('right')})+'\\r\\n'),
split:(m)=>{const line=Buffer.from(JSON.stringify({jsonrpc:'2.0',id:m.id,result:text('right')})+'\\n');let at=0;const t=setInterval(()=>{process.stdout.write(line.subarray(at,at+=20));if(at>=line.length)clearInterval(t)},1)},
batch:(m)=>write(JSON.stringify([{jsonrpc:'2.0',method:'notifications/x'},{jsonrpc:'2.0',id:m.id,result:text('right')}])+'\\n'),twice:(m)=>{answer(m,text('right'));answer(m,text('wrong'))},
progress:(m)=>{for(let n=0;n<50;n++)say({method:'notifications/progress',params:{progressToken:m.id,progress:n}});answer(m,text('right'))},
asks:(m)=>{say({id:'q'+m.id,method:'sampling/createMessage',params:{}});answer(m,text('right'))},stderr:(m)=>{process.stderr.write('x'.repeat(100000));answer(m,text('right'))},
error:(m)=>fail(m,-32000,'no'),'error text':(m)=>say({id:m.id,error:'no'}),'odd result':(m)=>say({id:m.id,result:7}),'other id':(m)=>say({id:m.id+1000,result:text('wrong')}),'no id':(m)=>say({id:null,result:text('wrong')}),
deep:(m)=>write('{"jsonrpc":"2.0","id":'+m.id+',"result":'+'['.repeat(500)+']'.repeat(500)+'}\\n'),half:(m)=>write('{"jsonrpc":"2.0","id":'+m.id+',"result"\\n'),silence:()=>{}};
on['tools/call']=(m)=>junk[m.params.name](m)`;
    const rightNames = ['answer', 'late', 'noise', 'no newline before', 'crlf', 'split', 'batch', 'twice', 'progress', 'asks', 'stderr'];
    const wrongNames = ['error', 'error text', 'odd result', 'other id', 'no id', 'deep', 'half', 'silence'];
    const { client } = await openTarget(scriptedStdio(version, body));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...rightNames, ...wrongNames), { minLength: 1, maxLength: 12 }), async (names) => {
        // Bytes of one line in the middle of another are beyond repair, so these are sent one by one.
        const settled = await outcomes(client, names, !names.includes('split'));
        for (const [at, name] of names.entries()) {
          if (rightNames.includes(name)) expect([name, settled[at]]).toEqual([name, 'right']);
          else expect([name, isTyped(settled[at]), settled[at]]).toEqual([name, true, settled[at]]);
        }
        expect(await callText(client, 'answer')).toBe('right');
      }),
      { numRuns: 6 },
    );
  });
});
