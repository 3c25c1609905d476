import { describe, expect, it } from 'vitest';
import { chatHistory } from './chat-history.ts';
import { grammarSchema, withoutLeftOut } from './grammar-schema.ts';

describe('a tool’s schema as a grammar (C14)', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string', minLength: 3, pattern: '^[A-Z]', description: 'Where' },
      days: { type: 'integer', minimum: 1 },
      unit: { enum: ['c', 'f'] },
      fixed: { const: 'x' },
      when: { type: 'string', format: 'date' },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
      either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      free: {},
    },
    required: ['city', 'fixed'],
  };

  it('keeps what a grammar can say, and offers null for what may be left out', () => {
    expect(grammarSchema(schema)).toEqual({
      type: 'object',
      properties: {
        city: { type: 'string', description: 'Where' },
        days: { oneOf: [{ type: 'integer' }, { type: 'null' }] },
        unit: { oneOf: [{ enum: ['c', 'f'] }, { type: 'null' }] },
        fixed: { const: 'x' },
        when: { oneOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
        tags: { oneOf: [{ type: 'array', items: { type: 'string' }, maxItems: 3 }, { type: 'null' }] },
        either: { oneOf: [{ type: 'string' }, { type: 'null' }] },
        free: { oneOf: [{ oneOf: [{ type: ['string', 'number', 'boolean', 'null'] }, { type: 'object', additionalProperties: true }, { type: 'array' }] }, { type: 'null' }] },
      },
    });
  });

  it('takes anything where it says nothing, and an object of anything where it is none', () => {
    expect(grammarSchema({})).toEqual({ type: 'object', additionalProperties: true });
    expect(grammarSchema({ type: 'object' })).toEqual({ type: 'object', additionalProperties: true });
    let deep: object = { type: 'string' };
    for (let n = 0; n < 200; n += 1) deep = { type: 'object', properties: { a: deep }, required: ['a'] };
    expect(JSON.stringify(grammarSchema(deep as never)).length).toBeLessThan(2000);
  });

  it('gives the arguments back without the nulls that only stood for nothing', () => {
    expect(withoutLeftOut({ city: 'Rome', days: null, either: null, tags: ['a'], more: null }, schema)).toEqual({ city: 'Rome', either: null, tags: ['a'], more: null });
    expect(withoutLeftOut({ a: { b: null } }, { type: 'object', properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } })).toEqual({ a: {} });
    expect(withoutLeftOut('x', schema)).toBe('x');
  });
});

describe('a history for a model file', () => {
  it('holds what each call returned where the call stands, and goes on with the same answer after it', () => {
    expect(
      chatHistory([
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'Add.' }] },
        { role: 'assistant', content: [{ type: 'reasoning', text: 'hm' }, { type: 'text', text: 'Adding.' }, { type: 'tool-call', toolCallId: '1', toolName: 'sum', input: { a: 1 } }, { type: 'tool-call', toolCallId: '2', toolName: 'sum', input: {} }] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: '2', toolName: 'sum', output: { type: 'error-text', value: 'declined' } }, { type: 'tool-result', toolCallId: '1', toolName: 'sum', output: { type: 'text', value: '1' } }] },
        { role: 'assistant', content: [{ type: 'text', text: 'One.' }] },
        { role: 'user', content: [{ type: 'text', text: 'More.' }] },
      ]),
    ).toEqual([
      { type: 'system', text: 'Be brief.' },
      { type: 'user', text: 'Add.' },
      { type: 'model', response: ['Adding.', { type: 'functionCall', name: 'sum', params: { a: 1 }, result: '1' }, { type: 'functionCall', name: 'sum', params: {}, result: { error: 'declined' } }, 'One.'] },
      { type: 'user', text: 'More.' },
      { type: 'model', response: [] },
    ]);
  });
});
