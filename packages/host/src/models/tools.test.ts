import { describe, expect, it } from 'vitest';
import type { AvailableTool } from '../ports.ts';
import { tool } from '../../test/available-tool.ts';
import { describeForModel, offerTools } from './tools.ts';

const names = (tools: { tool: AvailableTool }[]) => tools.map((entry) => entry.tool.name);

describe('offerTools', () => {
  it('keeps the good tools when one is malformed and one has no description (try-out 18)', () => {
    const offer = offerTools(
      [tool('s', 'good', { type: 'object' }), tool('s', 'flag', { type: 'object', properties: { a: { type: 'string', required: true } } }), { ...tool('s', 'silent', { type: 'object' }), description: '' }, tool('s', 'wrong', { type: 'array' })],
      'openai',
    );
    expect(names(offer.tools)).toEqual(['good', 'flag', 'silent']);
    expect(offer.tools[2]?.description).toBe('The tool "silent" of the server "s".');
    expect(offer.left.map((entry) => [entry.tool.name, entry.reason])).toEqual([['wrong', 'Its arguments are not an object, and models can only give objects.']]);
  });

  it('offers the same tool of two servers under two names, each leading back to its server (try-out 11)', () => {
    const offer = offerTools([tool('one', 'search'), tool('two', 'search')], 'google');
    expect(offer.tools.map((entry) => offer.byName.get(entry.name)?.tool.serverName)).toEqual(['one', 'two']);
  });

  it('offers no more than 128 tools and says which are left out (try-out 21)', () => {
    const offer = offerTools(Array.from({ length: 151 }, (_, index) => tool('s', `t${index}`)), 'openai');
    expect(offer.tools).toHaveLength(128);
    expect(names(offer.overLimit)).toHaveLength(23);
    expect(names(offer.overLimit)[0]).toBe('t128');
  });
});

describe('describeForModel', () => {
  it('lists what is changed for all models once, and what is changed for some with their name (C14)', () => {
    const model = describeForModel('s', { name: 'x', description: 'd', inputSchema: { $schema: 'https://json-schema.org/draft-07/schema', type: 'object', properties: { k: { const: 'a' } } } });
    expect(model).toEqual({ name: 's__x', changes: ['Top level: "$schema" was removed.', 'For Google: k: "const" was written as "enum".'] });
  });

  it('excludes a tool no model can be offered, with the reason (try-out 18)', () => {
    expect(describeForModel('s', { name: 'x', inputSchema: { type: 'string' } }).excluded).toContain('not an object');
  });
});
