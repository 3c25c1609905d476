/** Forms against a second opinion: what is taken as good, a JSON Schema validator takes as good too, and the other way round. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FormContent } from '../../handlers.ts';
import { InboundError } from '../../jsonrpc/inbound.ts';
import type { Json, JsonObject } from '../../jsonrpc/message.ts';
import { Reader } from '../../reading/reader.ts';
import { completeForm, problemsOf } from './form-answer.ts';
import { readForm, schemaOf } from './form-schema.ts';
import { fitsFormat } from './formats.ts';
import { readSample } from './sampling.ts';

const word = fc.string({ maxLength: 8 });
const choices = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'dé', '😀', ''), { minLength: 1, maxLength: 4 });
const count = fc.option(fc.nat({ max: 4 }), { nil: undefined });
const bound = fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined });

function present(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

const property: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({ minLength: count, maxLength: count, default: fc.option(word, { nil: undefined }) }).map((more) => present({ type: 'string', ...more })),
  fc.record({ type: fc.constantFrom('number', 'integer'), minimum: bound, maximum: bound, default: fc.option(fc.integer({ min: -6, max: 6 }), { nil: undefined }) }).map(present),
  fc.record({ default: fc.option(fc.boolean(), { nil: undefined }) }).map((more) => present({ type: 'boolean', ...more })),
  choices.map((values): JsonObject => ({ type: 'string', enum: values })),
  choices.map((values): JsonObject => ({ type: 'string', oneOf: values.map((value) => ({ const: value, title: `title of ${value}` })) })),
  fc.record({ values: choices, minItems: count, maxItems: count }).map(({ values, ...more }) => present({ type: 'array', items: { type: 'string', enum: values }, ...more })),
  choices.map((values): JsonObject => ({ type: 'array', items: { anyOf: values.map((value) => ({ const: value, title: 'x' })) } })),
);

const names = ['one', 'two', 'constructor', 'toString', 'ünï'];
const form = fc.record({ properties: fc.dictionary(fc.constantFrom(...names), property, { maxKeys: 4, noNullPrototype: true }), required: fc.subarray(names) });
const value = fc.oneof(word, fc.integer({ min: -7, max: 7 }), fc.double({ noNaN: true, noDefaultInfinity: true, min: -7, max: 7 }), fc.boolean(), fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'dé', '😀', 'z'), { maxLength: 4 }));
const content = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4, noNullPrototype: true });

const ajv = new Ajv2020({ strict: false, validateSchema: false, validateFormats: false, addUsedSchema: false, ownProperties: true });

function validates(schema: JsonObject, data: JsonObject): boolean {
  return ajv.compile(schema)(data);
}

describe('a form', () => {
  it('takes exactly what its schema takes (rule H43, row 40)', () => {
    fc.assert(
      fc.property(form, content, ({ properties, required }, given) => {
        const fields = readForm(new Reader({}), { type: 'object', properties, required });
        const known = Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(properties, name))) as FormContent;
        const complete = completeForm(fields, known);
        const isValid = validates({ type: 'object', properties, required: required.filter((name) => Object.hasOwn(properties, name)) }, complete);
        expect(problemsOf(fields, known).length === 0).toBe(isValid);
        expect(validates(schemaOf(fields), complete)).toBe(isValid);
      }),
      { numRuns: 200 },
    );
  });

  it('says of a field that it does not have that there is none', () => {
    expect(problemsOf([], { hidden: 'x' })).toEqual([{ field: 'hidden', code: 'unknown-field', message: expect.any(String) }]);
  });

  it('is read or refused, whatever a server sends (T:E08)', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.oneof(fc.constant('properties'), fc.constant('whole')), (json, where) => {
        try {
          readForm(new Reader({}), (where === 'whole' ? json : { type: 'object', properties: json }) as Json);
        } catch (error) {
          expect(error).toBeInstanceOf(InboundError);
          expect((error as InboundError).code).toBe(-32602);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has limits on fields, choices and size (T:E08)', () => {
    const refusal = (properties: JsonObject): string => {
      try {
        readForm(new Reader({}), { type: 'object', properties });
        return 'read';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const many = (length: number): JsonObject => Object.fromEntries(Array.from({ length }, (_, index) => [`f${index}`, { type: 'boolean' }]));
    expect(refusal(many(100))).toBe('read');
    expect(refusal(many(101))).toContain('the limit is 100');
    expect(refusal({ c: { type: 'string', enum: Array.from({ length: 5000 }, (_, index) => String(index)) } })).toContain('the limit is 1000');
    expect(refusal({ c: { type: 'string', description: 'x'.repeat(300_000) } })).toContain('bytes');
  });
});

describe('formats', () => {
  it.each<[Parameters<typeof fitsFormat>[0], string, boolean]>([
    ['email', 'ada@example.com', true],
    ['email', 'ada.lovelace+x@mail.example.co.uk', true],
    ['email', 'ada@localhost', true],
    ['email', 'ädä@exämple.de', true],
    ['email', 'ada@[::1]', true],
    ['email', '@example.com', false],
    ['email', 'ada@', false],
    ['email', 'ada', false],
    ['email', 'a b@example.com', false],
    ['email', 'a@b@example.com', false],
    ['email', 'ada@-x.com', false],
    ['email', 'ada@x..com', false],
    ['email', `${'a'.repeat(65)}@x.com`, false],
    ['uri', 'https://example.com/a?b#c', true],
    ['uri', 'mailto:ada@example.com', true],
    ['uri', 'urn:isbn:1', true],
    ['uri', '/relative', false],
    ['uri', 'example.com', false],
    ['uri', 'https://', false],
    ['uri', 'https://a b', false],
    ['date', '2026-11-29', true],
    ['date', '2024-02-29', true],
    ['date', '2000-02-29', true],
    ['date', '2026-02-29', false],
    ['date', '1900-02-29', false],
    ['date', '2026-13-01', false],
    ['date', '2026-00-10', false],
    ['date', '2026-04-31', false],
    ['date', '29.11.2026', false],
    ['date', '2026-11-29T00:00:00Z', false],
    ['date-time', '2026-11-29T10:00:00Z', true],
    ['date-time', '2026-11-29t10:00:00.123+02:00', true],
    ['date-time', '1990-12-31T23:59:60Z', true],
    ['date-time', '2026-11-29T24:00:00Z', false],
    ['date-time', '2026-11-29T10:00:00', false],
    ['date-time', '2026-11-29 10:00:00Z', false],
    ['date-time', '2026-02-30T10:00:00Z', false],
    ['date-time', '2026-11-29T10:00:00+24:00', false],
  ])('%s takes %j: %s (P13)', (format, text, isGood) => {
    expect(fitsFormat(format, text)).toBe(isGood);
  });
});

describe('a sampling request', () => {
  it('is read or refused, whatever a server sends (T:F01)', () => {
    const json = fc.jsonValue({ maxDepth: 4 });
    const part = fc.record({ type: fc.constantFrom('text', 'image', 'tool_use', 'tool_result', 'x'), text: json, id: json, toolUseId: json, content: json, input: json, name: json }, { requiredKeys: ['type'] });
    const message = fc.record({ role: fc.constantFrom('user', 'assistant', 'system'), content: fc.oneof(part, fc.array(part, { maxLength: 3 }), json) });
    fc.assert(
      fc.property(fc.record({ messages: fc.oneof(fc.array(message, { maxLength: 4 }), json), maxTokens: fc.oneof(fc.integer(), json), tools: json, toolChoice: json, modelPreferences: json, stopSequences: json, metadata: json, includeContext: json }, { requiredKeys: ['messages', 'maxTokens'] }), (params) => {
        try {
          const request = readSample(params as JsonObject, { tools: true, context: false, definitionBytes: 1000 });
          expect(request.messages.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(InboundError);
          expect((error as InboundError).code).toBe(-32602);
        }
      }),
      { numRuns: 500 },
    );
  });
});
