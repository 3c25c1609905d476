import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../jsonrpc/message.ts';
import { findParamHeaders, paramHeadersOf } from './param-headers.ts';

function schemaOf(properties: JsonObject): JsonObject {
  return { type: 'object', properties };
}

describe('findParamHeaders', () => {
  it('finds annotations at any depth reached through properties alone (P05)', () => {
    const schema = schemaOf({ region: { type: 'string', 'x-mcp-header': 'Region' }, nested: { type: 'object', properties: { count: { type: 'integer', 'x-mcp-header': 'Count' } } }, plain: { type: 'number' } });
    expect(findParamHeaders(schema)).toEqual({ kind: 'valid', headers: [{ path: ['region'], header: 'Region' }, { path: ['nested', 'count'], header: 'Count' }] });
  });

  it.each<[string, JsonObject]>([
    ['an empty name', { a: { type: 'string', 'x-mcp-header': '' } }],
    ['a name that is no token', { a: { type: 'string', 'x-mcp-header': 'My Region' } }],
    ['a line break', { a: { type: 'string', 'x-mcp-header': 'A\r\nB' } }],
    ['a name that is no text', { a: { type: 'string', 'x-mcp-header': 5 } }],
    ['a number', { a: { type: 'number', 'x-mcp-header': 'A' } }],
    ['an object', { a: { type: 'object', 'x-mcp-header': 'A' } }],
    ['several types', { a: { type: ['string', 'null'], 'x-mcp-header': 'A' } }],
    ['the same name twice, in another case', { a: { type: 'string', 'x-mcp-header': 'A' }, b: { type: 'string', 'x-mcp-header': 'a' } }],
    ['items of an array', { a: { type: 'array', items: { type: 'string', 'x-mcp-header': 'A' } } }],
    ['a choice', { a: { anyOf: [{ type: 'string', 'x-mcp-header': 'A' }] } }],
  ])('refuses the tool for %s (P05)', (_name, properties) => {
    expect(findParamHeaders(schemaOf(properties)).kind).toBe('invalid');
  });

  it('does not mistake data or a property of that name for an annotation', () => {
    expect(findParamHeaders(schemaOf({ 'x-mcp-header': { type: 'string' }, a: { type: 'object', default: { 'x-mcp-header': '' } } })).kind).toBe('valid');
  });
});

describe('paramHeadersOf', () => {
  const headers = [
    { path: ['region'], header: 'Region' },
    { path: ['nested', 'count'], header: 'Count' },
  ];

  it('mirrors what is given, encoded, and leaves out what is absent or null (P05)', () => {
    expect(paramHeadersOf(headers, { region: '東', nested: { count: 42 } })).toEqual({ 'Mcp-Param-Region': '=?base64?5p2x?=', 'Mcp-Param-Count': '42' });
    expect(paramHeadersOf(headers, { region: null, nested: {} })).toBeUndefined();
    expect(paramHeadersOf([{ path: ['__proto__', 'x'], header: 'X' }], {})).toBeUndefined();
  });
});
