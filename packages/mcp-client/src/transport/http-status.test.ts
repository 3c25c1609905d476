import { describe, expect, it } from 'vitest';
import { connectTo } from '../../test/http-connection.ts';
import type { Exchange } from '../../test/scripted-server.ts';
import type { RequestLost } from './transport.ts';

/** What came back for one request answered in this way. */
async function outcomeOf(status: number, headers: Record<string, string>, body: string | Buffer): Promise<{ answer?: unknown; lost?: RequestLost; problems: string[] }> {
  const connection = await connectTo(({ response }) => {
    response.writeHead(status, headers).end(body);
  });
  const id = await connection.request('tools/list');
  try {
    return { answer: await connection.answer(id), problems: connection.problems.map(({ kind }) => kind) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { lost: error.cause as RequestLost, problems: connection.problems.map(({ kind }) => kind) };
  }
}

const answer = '{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}';
const event = `data: ${answer}\n\n`;
const rpcError = (id: string): string => `{"jsonrpc":"2.0","id":${id},"error":{"code":-32022,"message":"no such version","data":{"supported":["2025-11-25"]}}}`;

describe('an answer is taken whatever the server calls it', () => {
  it.each<[string, string | undefined, string | Buffer, string[]]>([
    ['JSON', 'application/json', answer, []],
    ['JSON with a charset', 'Application/JSON; charset="UTF-8"', answer, []],
    ['JSON with a byte order mark', 'application/json', `\ufeff${answer}`, []],
    ['JSON in UTF-16', 'application/json; charset=utf-16le', Buffer.from(answer, 'utf16le'), []],
    ['JSON in a charset nobody knows', 'application/json; charset=klingon', answer, []],
    ['a JSON dialect', 'application/vnd.mcp+json', answer, []],
    ['JSON without a content type', undefined, answer, ['content-type']],
    ['JSON sent as text', 'text/plain', `\n ${answer}`, ['content-type']],
    ['JSON sent as a web page', 'text/html; charset=utf-8', answer, ['content-type']],
    ['an event stream', 'text/event-stream', event, []],
    ['an event stream with a charset and CRLF', 'text/event-stream;charset=utf-8', event.replaceAll('\n', '\r\n'), []],
    ['an event stream without the last empty line', 'text/event-stream', event.trimEnd(), []],
    ['an event named message', 'text/event-stream', `event: message\n${event}`, []],
    ['a batch of 2025-03-26', 'application/json', `[{"jsonrpc":"2.0","method":"notifications/x"},${answer}]`, ['batch']],
  ])('%s (R56, R21)', async (_name, type, body, problems) => {
    const outcome = await outcomeOf(200, type === undefined ? {} : { 'content-type': type }, body);
    expect(outcome).toEqual({ answer: JSON.parse(answer) as unknown, problems });
  });

  it('an id echoed as a string is the same request (T:H09)', async () => {
    const connection = await connectTo(({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer.replace('"id":1', '"id":"1"'));
    });
    const sent = await connection.request('tools/list');
    await connection.until(() => connection.messages.length === 1);
    expect(connection.messages).toMatchObject([{ id: String(sent) }]);
    expect(connection.lost).toEqual([]);
  });
});

describe('what is no answer is said at once', () => {
  const html = '<!DOCTYPE html><html><head><title>Sign in to Wi-Fi</title><script>x</script></head><body>Welcome</body></html>';
  it.each<[string, number, Record<string, string>, string, Partial<RequestLost>, RegExp]>([
    ['a sign-in page', 200, { 'content-type': 'text/html' }, html, { kind: 'content-type', status: 200 }, /web page.*: Sign in to Wi-Fi/],
    ['a page without a title', 200, { 'content-type': 'text/html' }, '<p>Bad <b>gateway</b></p><style>p{}</style>', { kind: 'content-type' }, /: Bad gateway$/],
    ['text', 200, { 'content-type': 'text/plain' }, 'hello', { kind: 'content-type' }, /text\/plain instead of JSON.*: hello/],
    ['bytes', 200, {}, '\u0000\u0001', { kind: 'content-type' }, /without a content type.*: \\u0000\\u0001$/],
    ['202 without an answer', 202, {}, '', { kind: 'http-status', status: 202 }, /took the request \(HTTP 202\) but sent no answer/],
    ['204', 204, {}, '', { kind: 'http-status', status: 204 }, /no answer/],
    ['200 without a body', 200, { 'content-type': 'application/json' }, '', { kind: 'http-status', status: 200 }, /no answer/],
    ['cut-off JSON', 200, { 'content-type': 'application/json' }, answer.slice(0, 30), { kind: 'content-type' }, /not JSON or is cut off/],
    ['the answer to something else', 200, { 'content-type': 'application/json' }, answer.replace('"id":1', '"id":99'), { kind: 'stream-ended' }, /holds no answer/],
    ['a stream without an answer', 200, { 'content-type': 'text/event-stream' }, ': nothing\n\n', { kind: 'stream-ended' }, /ended before the answer/],
    ['400 with text', 400, { 'content-type': 'text/plain' }, 'no such\u202e thing', { kind: 'http-status', status: 400 }, /HTTP 400 from http:\/\/127.*: no such\\u202e thing$/],
    ['404 without a session', 404, {}, '', { kind: 'http-status', status: 404 }, /HTTP 404/],
    ['429 with Retry-After', 429, { 'retry-after': '30' }, '', { kind: 'http-status', status: 429 }, /Retry-After: 30/],
    ['500 with a page', 500, { 'content-type': 'text/html' }, html, { kind: 'http-status', status: 500 }, /: Sign in to Wi-Fi$/],
    ['503', 503, {}, 'busy', { kind: 'http-status', status: 503 }, /HTTP 503.*busy/],
    ['an OAuth error', 400, { 'content-type': 'application/json' }, '{"error":"invalid_request"}', { kind: 'http-status', status: 400 }, /invalid_request/],
  ])('%s (R52–R57, R58)', async (_name, status, headers, body, expected, message) => {
    const { lost } = await outcomeOf(status, headers, body);
    expect(lost).toMatchObject({ ...expected, isUnsent: false });
    expect(lost?.message).toMatch(message);
  });

  it.each(['1', 'null', '"1"'])('a JSON-RPC error in an HTTP error body comes along, id %s (P04, R66)', async (id) => {
    const { lost } = await outcomeOf(400, { 'content-type': 'application/json' }, rpcError(id));
    expect(lost).toMatchObject({ kind: 'http-status', status: 400, body: { error: { code: -32022, data: { supported: ['2025-11-25'] } } } });
    expect(lost?.message).toMatch(/no such version/);
  });

  it('an error without an id in the body of a 200 belongs to the request that was sent (P04)', async () => {
    const { answer: taken } = await outcomeOf(200, { 'content-type': 'application/json' }, rpcError('null'));
    expect(taken).toMatchObject({ id: 1, error: { code: -32022 } });
  });

  it.each([401, 403])('%d brings its challenge word for word (R67, R68, P22)', async (status) => {
    const challenge = 'Bearer error="insufficient_scope", scope="a b", resource_metadata="https://h/.well-known/oauth-protected-resource"';
    const { lost } = await outcomeOf(status, { 'www-authenticate': challenge, 'content-type': 'application/json' }, rpcError('1'));
    expect(lost).toMatchObject({ kind: 'http-status', status, wwwAuthenticate: challenge });
  });
});

describe('messages that expect no answer', () => {
  it.each([200, 202, 204])('resolve when the server takes them with %d', async (status) => {
    const connection = await connectTo(({ response }: Exchange) => {
      response.writeHead(status).end(status === 200 ? 'ok' : undefined);
    });
    await connection.transport.send({ jsonrpc: '2.0', method: 'notifications/roots/list_changed' });
    expect(connection.problems).toEqual([]);
  });

  it('reject, with what the server said, when it does not', async () => {
    const connection = await connectTo(({ response }: Exchange) => {
      response.writeHead(500).end('broken');
    });
    await expect(connection.transport.send({ jsonrpc: '2.0', method: 'notifications/x' })).rejects.toThrow(/HTTP 500.*broken/);
  });

  it('reject when the server never takes them', async () => {
    const connection = await connectTo(() => undefined, { timing: { acceptMs: 30 } });
    await expect(connection.transport.send({ jsonrpc: '2.0', method: 'notifications/x' })).rejects.toThrow(/did not accept a message in time/);
  });
});
