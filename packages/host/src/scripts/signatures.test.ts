import { describe, expect, it } from 'vitest';
import { tool } from '../../test/available-tool.ts';
import { offeredScript } from './script-tool.ts';
import { signatureOf } from './signatures.ts';

describe('a tool as a script calls it (C17)', () => {
  it('is one line with types, what is required first', () => {
    const schema = { type: 'object', properties: { limit: { type: 'integer' }, query: { type: 'string' }, in: { enum: ['a', 'b'] }, tags: { type: 'array', items: { type: ['string', 'null'] } }, where: { type: 'object', properties: { x: { anyOf: [{ type: 'number' }, { const: 1 }] } } } }, required: ['query'] };
    expect(signatureOf(tool('files', 'search', schema, 'Looks.\nMore words.'))).toBe('tools.files.search({ query: string; limit?: number; in?: "a" | "b"; tags?: (string | null)[]; where?: { x?: number | 1 } }): string // Looks.');
  });

  it('says what a result is made of where the server does', () => {
    const weather = tool('w', 'get-weather');
    expect(signatureOf({ ...weather, view: { ...weather.view, outputSchema: { type: 'object', properties: { celsius: { type: 'number' } }, required: ['celsius'] } } })).toBe('tools.w["get-weather"]({}): { celsius: number } // Does get-weather.');
  });

  it('takes whatever a server writes and stays one short line', () => {
    let deep: object = { type: 'string' };
    for (let at = 0; at < 100; at += 1) deep = { type: 'object', properties: { deep } };
    const odd = [{ type: 7 }, { enum: ['x'.repeat(1000)] }, { properties: 'no' }, { anyOf: [] }, { type: [] }, deep, { type: 'object', properties: Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field "${at}"`, {}])) }];
    for (const schema of odd) {
      const line = signatureOf({ ...tool('a', 'b', JSON.parse(JSON.stringify(schema)) as Parameters<typeof tool>[2], 'one\u2028two'), serverName: 'a\nb"]', name: 'c\u2028d' });
      expect(line).not.toMatch(/[\n\r\u2028]/);
      expect(line.length).toBeLessThan(600);
    }
  });

  it('is listed as long as there is room, and the rest is counted', () => {
    const { description } = offeredScript(Array.from({ length: 400 }, (_, at) => tool('s', `t${at}`)), false);
    expect(description?.length).toBeLessThan(8_000);
    expect(description).toMatch(/… and \d+ more of your tools/);
  });
});
