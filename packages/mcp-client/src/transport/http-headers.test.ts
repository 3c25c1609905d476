import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { configuredHeaders, encodeHeaderValue, modernHeaders, redactHeaders, redactUrl } from './http-headers.ts';

describe('encodeHeaderValue', () => {
  it.each([
    ['us-west1', 'us-west1'],
    ['two words\tand a tab', 'two words\tand a tab'],
    ['Hello, 世界', '=?base64?SGVsbG8sIOS4lueVjA==?='],
    [' padded ', '=?base64?IHBhZGRlZCA=?='],
    ['line1\nline2', '=?base64?bGluZTEKbGluZTI=?='],
    ['=?base64?literal?=', '=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?='],
    ['', '=?base64??='],
  ])('writes %j as the specification does (P03)', (value, header) => {
    expect(encodeHeaderValue(value)).toBe(header);
  });

  it('gives a sendable value that decodes to the original, whatever the name (P03)', () => {
    assert(
      property(string({ unit: 'grapheme' }), (value) => {
        const header = encodeHeaderValue(value);
        expect(header).toMatch(/^[\x20-\x7e\t]*$/);
        const coded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1];
        expect(coded === undefined ? header : Buffer.from(coded, 'base64').toString('utf8')).toBe(value);
        expect(new Headers({ 'mcp-name': header }).get('mcp-name')).toBe(header);
      }),
    );
  });
});

describe('modernHeaders', () => {
  it.each([
    ['tools/call', { name: 'get_weather' }, 'get_weather'],
    ['prompts/get', { name: '週報' }, encodeHeaderValue('週報')],
    ['resources/read', { uri: 'file:///a b' }, 'file:///a b'],
    ['tools/list', { name: 'not a subject' }, undefined],
    ['tools/call', { name: 5 }, undefined],
  ])('mirrors method and subject of %s (P03)', (method, params, name) => {
    const headers = modernHeaders({ jsonrpc: '2.0', id: 1, method, params }, '2026-07-28');
    expect(headers['mcp-method']).toBe(method);
    expect(headers['mcp-name']).toBe(name);
    expect(headers['mcp-protocol-version']).toBe('2026-07-28');
  });

  it('takes the version from the body, so that header and body never differ (P03)', () => {
    const params = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2027-01-01' } };
    expect(modernHeaders({ jsonrpc: '2.0', id: 1, method: 'server/discover', params }, '2026-07-28')['mcp-protocol-version']).toBe('2027-01-01');
  });
});

describe('configuredHeaders', () => {
  it('never sends an empty credential, nor a header the connection owns', () => {
    expect(configuredHeaders({ Authorization: '', 'X-Api-Key': 'k' })).toEqual({ 'x-api-key': 'k' });
    expect(configuredHeaders({ authorization: 'Bearer ' })).toEqual({});
    expect(configuredHeaders({ authorization: 'Bearer t' })).toEqual({ authorization: 'Bearer t' });
    expect(configuredHeaders({ 'Content-Length': '5', Host: 'evil', Accept: '*/*', 'Mcp-Session-Id': 'stolen' })).toEqual({});
  });

  it('names the header that cannot be sent (A03)', () => {
    expect(() => configuredHeaders({ 'a b': 'x' })).toThrow(/"a b"/);
    expect(() => configuredHeaders({ 'x-a': 'x\r\nevil: 1' })).toThrow(/x-a/);
    expect(() => configuredHeaders({ 'x-a': '密钥' })).toThrow(/x-a/);
  });
});

describe('what the trace shows', () => {
  it('hides every value whose name looks like a secret', () => {
    const shown = redactHeaders(Object.entries({ Authorization: 'Bearer s', Cookie: 's', 'x-api-key': 's', 'X-Auth-Token': 's', 'mcp-session-id': 's', 'proxy-authorization': 's', 'content-type': 'text/html', 'www-authenticate': 'Bearer realm="x"' }));
    const values = Object.entries(shown).filter(([, value]) => !value.startsWith('(hidden'));
    expect(values.map(([name]) => name)).toEqual(['content-type', 'www-authenticate']);
  });

  it('hides user, password and secret query values of an address', () => {
    expect(redactUrl('https://u:p@h.example/mcp?api_key=s&x=1')).toBe('https://h.example/mcp?api_key=hidden&x=1');
  });
});
