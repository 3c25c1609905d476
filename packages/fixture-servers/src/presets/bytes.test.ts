import { describe, expect, it } from 'vitest';
import { resultOf, textOf } from '../../test/messages.ts';
import { messagesOf, openHttp, postModern } from '../../test/raw-http.ts';
import { openStdio } from '../../test/raw-stdio.ts';
import { isDict, parseJson } from '../engine/json.ts';
import { noiseKinds } from './noise-frames.ts';

describe('banner', () => {
  it('prints noise before and between messages that arrive all the same (try-out 8, R16)', async () => {
    const server = openStdio('banner');
    await server.initialize();
    expect(server.lines[0]).toBe('Server ready');
    expect(server.lines.filter((line) => line === 'Server ready').length).toBe(2);
    expect(parseJson(server.lines.at(-1) ?? '')).toMatchObject({ id: 1 });
  });

  it('puts noise on the line of a message, or in the middle of it (R16)', async () => {
    const prefix = openStdio('banner', { at: 'prefix', text: 'INFO:' });
    prefix.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await prefix.until(() => prefix.lines.length > 0);
    expect(prefix.lines[0]).toBe('INFO: {"jsonrpc":"2.0","id":1,"result":{}}');
    const inside = openStdio('banner', { at: 'inside', text: 'INFO' });
    inside.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    await inside.until(() => inside.lines.length === 3);
    expect(inside.messages).toEqual([]);
    expect(parseJson(`${inside.lines[0]}${inside.lines[2]}`)).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });
});

describe('stderr', () => {
  it('writes a log line and GBK bytes, and serves (try-out 9)', async () => {
    const server = openStdio('stderr');
    await server.initialize();
    await server.until(() => server.stderr.includes(Buffer.from([0xc4, 0xe3, 0xba, 0xc3])));
    expect(server.stderr.toString('latin1').startsWith('INFO started\n')).toBe(true);
    expect(new TextDecoder('gbk').decode(server.stderr)).toContain('你好');
  });

  it('floods with and without line breaks (R34)', async () => {
    const server = openStdio('stderr', { flood: 3, newline: false, gbk: false });
    await server.initialize();
    await server.until(() => server.stderr.length >= 3 * 1_048_576);
    expect(server.stderr.toString().split('\n')).toHaveLength(2);
  });
});

/** What a kind of framing writes first. */
async function first(kind: string): Promise<Buffer> {
  const server = openStdio('framing', { how: kind });
  server.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  await server.until(() => server.stdout.length > 3);
  return server.stdout;
}

describe('framing', () => {
  const how = ['crlf', 'bom', 'nul', 'blank', 'spaces', 'split-utf8', 'slow', 'invalid-utf8', 'glued'];
  it.each(how)('keeps the message whole: %s (R13, R14, R15, R20)', async (kind) => {
    const server = openStdio('framing', { how: kind });
    server.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const clean = (): unknown[] => server.lines.map((line) => parseJson(line.replace(/^[\uFEFF\0\s]+/, '')));
    await server.until(() => clean().some((message) => isDict(message) && message['id'] === 1));
    expect(clean().find((message) => isDict(message) && message['id'] === 1)).toMatchObject({ result: {} });
  });

  it('starts with the bytes that its name says (R15)', async () => {
    expect((await first('bom')).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    expect((await first('nul'))[0]).toBe(0);
    expect((await first('invalid-utf8')).subarray(1, 3)).toEqual(Buffer.from([0xff, 0xfe]));
    expect((await first('utf16')).subarray(0, 4)).toEqual(Buffer.from([0x7b, 0, 0x22, 0]));
  });

  it('answers without a line end and exits (R19)', async () => {
    const server = openStdio('framing', { how: 'no-newline' });
    await server.initialize();
    server.send({ jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'fail' } });
    expect(await server.exited).toEqual({ code: 0, signal: null });
    const last = server.stdout.toString().split('\n').at(-1) ?? '';
    expect(parseJson(last)).toMatchObject({ id: 5, result: { isError: true } });
  });

  it('sends four responses in reverse order (R22)', async () => {
    const server = openStdio('framing', { how: 'shuffled' });
    await server.initialize();
    const calls = await Promise.all(['a', 'b', 'c', 'd'].map((message) => server.call('echo', { message })));
    expect(calls.map(textOf)).toEqual(['Echo: a', 'Echo: b', 'Echo: c', 'Echo: d']);
    const order = server.messages.filter(isDict).flatMap((message) => (JSON.stringify(message).includes('Echo') ? [textOf(message)] : []));
    expect(order).toEqual(['Echo: d', 'Echo: c', 'Echo: b', 'Echo: a']);
  });
});

describe('noise-frames', () => {
  it('has a tool for each fault and answers with exactly that (P04, R21, R23, R24)', async () => {
    const server = openStdio('noise-frames');
    await server.initialize();
    let id = 100;
    for (const [name, make] of Object.entries(noiseKinds)) {
      const before = server.lines.length;
      const response = { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: `answer of ${name}` }] } };
      const expected = make(response).map((frame) => JSON.stringify(frame));
      server.send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
      await server.until(() => server.lines.length >= before + expected.length);
      expect([name, ...server.lines.slice(before)]).toEqual([name, ...expected]);
      id++;
    }
    expect(resultOf(await server.request('ping'))).toEqual({});
  });

  it('sends them over HTTP on a stream that ends (P04)', async () => {
    const { url } = await openHttp('noise-frames');
    const messages = await messagesOf(await postModern(url, 'tools/call', { name: 'duplicate' }));
    expect(messages).toHaveLength(2);
    expect(messages[0]).toEqual(messages[1]);
  });
});

describe('big', () => {
  it('returns texts and pictures of the size that is asked for (try-out 25, try-out 26)', async () => {
    const server = openStdio('big');
    const lines = textOf(await server.modern('tools/call', { name: 'get-text', arguments: { mb: 2 } }));
    expect(lines).toHaveLength(2_000_000);
    expect(lines.split('\n')[1]).toMatch(/^line 00000002 /);
    const image = resultOf(await server.modern('tools/call', { name: 'get-image', arguments: { mb: 0.36 } }))['content'];
    const bytes = Buffer.from(Array.isArray(image) ? image[0].data : '', 'base64');
    expect(bytes.subarray(0, 4)).toEqual(Buffer.from([0x89, 0x50, 0x4e, 0x47]));
    expect(bytes.length).toBeGreaterThan(360_000);
  });

  it('returns a frame of exactly the bytes that are asked for (R18)', async () => {
    const server = openStdio('big');
    await server.modern('tools/call', { name: 'get-frame', arguments: { bytes: 1_048_577 } });
    expect(Buffer.byteLength(server.lines.at(-1) ?? '')).toBe(1_048_577);
  });

  it('nests deeper than a serialiser survives (M2)', async () => {
    const server = openStdio('big');
    server.send({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } } });
    server.send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'get-deep', arguments: { depth: 200_000 } } });
    await server.until(() => server.lines.length === 2);
    expect(server.lines[1]?.match(/\{"in":/g)).toHaveLength(200_000);
    const { url } = await openHttp('big');
    const text = await (await postModern(url, 'tools/call', { name: 'get-deep', arguments: { depth: 10 } })).text();
    expect(text).toContain('{"in":'.repeat(10));
  });
});
