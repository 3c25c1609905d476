import { describe, expect, it } from 'vitest';
import { ProviderKind } from '@portolan/contract/providers';
import type { JsonObject } from '@portolan/contract/json';
import { fitReports } from './fit-report.ts';
import { describeForModel } from './tools.ts';

const tool = (inputSchema: JsonObject, description = 'Does it.') => ({ name: 't', description, inputSchema });
const reportFor = (kind: ProviderKind, of: ReturnType<typeof tool>) => fitReports('s', of).find(({ kinds }) => kinds.includes(kind));

describe('the report of a tool (C14, try-out 10, try-out 15)', () => {
  it('names every kind once, those that are given the same together', () => {
    const reports = fitReports('s', tool({ type: 'object', properties: { a: { type: 'string', minLength: 2 } } }));
    expect(reports.flatMap(({ kinds }) => kinds).toSorted()).toEqual([...ProviderKind.options].toSorted());
    expect(reports).toHaveLength(2);
    expect(reportFor('openai', tool({ type: 'object', properties: {} }))?.changes).toEqual([]);
  });

  it('says of each change why it was made and whether the model is told less', () => {
    const schema: JsonObject = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: { tree: { $ref: '#/$defs/node' }, n: { minimum: 'many' } }, anyOf: [{ required: ['n'] }], $defs: { node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } } } };
    const changes = reportFor('openai', tool(schema))?.changes ?? [];
    const about = (words: string) => changes.find(({ text }) => text.includes(words));
    expect(about('"$schema" was removed')).toMatchObject({ why: 'meta', isLoss: false });
    expect(about('contains itself')).toMatchObject({ why: 'reference', isLoss: true });
    expect(about('was replaced by what it stands for')).toMatchObject({ why: 'reference', isLoss: false });
    expect(about('is not of the kind JSON Schema asks for')).toMatchObject({ why: 'invalid', isLoss: true });
    expect(about('"anyOf" was folded')).toMatchObject({ why: 'top', isLoss: false });
    expect(reportFor('google', tool({ type: 'object', properties: { a: { type: 'string', pattern: '^a' } } }))?.changes).toMatchObject([{ why: 'service', isLoss: false }]);
  });

  it('says why a kind is not given the tool, while the others are (try-out 18)', () => {
    const odd = tool({ type: 'object', properties: { 'a b': { type: 'string' } }, required: ['a b'] });
    expect(reportFor('anthropic', odd)?.excluded).toContain('name');
    expect(reportFor('openai', odd)?.excluded).toBeNull();
    expect(describeForModel('s', odd)).toMatchObject({ leftOut: expect.arrayContaining(['anthropic']) as string[] });
    expect(describeForModel('s', tool({ type: 'array' })).excluded).toBeDefined();
  });

  it('in a list it is marked only for kinds that lose something', () => {
    expect(describeForModel('s', tool({ $schema: 'x', type: 'object', properties: { a: { type: 'string', minLength: 1 } } }))).not.toHaveProperty('lossy');
    expect(describeForModel('s', tool({ type: 'object', properties: { a: { $ref: 'https://elsewhere.example/schema' } } })).lossy).toContain('openai');
  });
});
