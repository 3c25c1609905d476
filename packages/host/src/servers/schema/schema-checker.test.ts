import { createServer } from 'node:http';
import { afterAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@portolan/contract/json';
import { outOfBounds } from './bounds.ts';
import { SchemaChecker } from './schema-checker.ts';
import { validateAgainst } from './validate.ts';

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

describe('validateAgainst', () => {
  it('checks by 2020-12 unless draft-07 is named (rule H10, H25)', () => {
    const tuple = (dialect: JsonObject): JsonObject => ({ ...dialect, type: 'array', prefixItems: [{ type: 'string' }] });
    expect(validateAgainst(tuple({}), [1]).kind).toBe('misfit');
    expect(validateAgainst(tuple({ $schema: 'http://json-schema.org/draft-07/schema#' }), [1]).kind).toBe('fits');
    expect(validateAgainst({ $schema: 'http://json-schema.org/draft-07/schema#', type: 'array', items: [{ type: 'string' }] }, [1]).kind).toBe('misfit');
    expect(validateAgainst({ $schema: 'https://example.org/mine' }, 1)).toMatchObject({ kind: 'unusable' });
  });

  it('says where and why it does not fit (try-out 27)', () => {
    expect(validateAgainst(object({ temperature: { type: 'number' } }, { required: ['temperature'] }), { temperature: 'warm' })).toEqual({ kind: 'misfit', message: '/temperature must be number' });
    expect(validateAgainst(object({}, { required: ['a'] }), {})).toEqual({ kind: 'misfit', message: "the value must have required property 'a'" });
    expect(validateAgainst(object({ temperature: { type: 'number' } }), { temperature: 21 })).toEqual({ kind: 'fits' });
  });

  it('resolves references inside the schema, recursive ones too (try-out 13)', () => {
    const tree: JsonObject = { $ref: '#/$defs/Node', $defs: { Node: object({ children: { type: 'array', items: { $ref: '#/$defs/Node' } } }, { required: ['children'] }) } };
    expect(validateAgainst(tree, { children: [{ children: [] }] }).kind).toBe('fits');
    expect(validateAgainst(tree, { children: [{}] }).kind).toBe('misfit');
  });

  it('never fetches a reference to the network, and says it can not be used (T:H07, H22, H23)', async () => {
    const hits: string[] = [];
    const canary = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end('{}');
    });
    await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
    const address = canary.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    expect(validateAgainst({ $ref: `http://127.0.0.1:${port}/schema.json` }, 1)).toMatchObject({ kind: 'unusable' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(hits).toEqual([]);
    await new Promise((resolve) => canary.close(resolve));
  });

  it.each<[string, JsonObject]>([
    ['a type that does not exist', { type: 'nothing' }],
    ['a pattern that is none', { type: 'string', pattern: '(' }],
    ['an unknown reference', { $ref: '#/$defs/Missing' }],
  ])('does not fall over a broken schema: %s', (_label, schema) => {
    expect(validateAgainst(schema, 'x')).toMatchObject({ kind: 'unusable' });
  });
});

describe('outOfBounds', () => {
  it('refuses schemas that are too deep, too many or too long, and values that are too long (T:C14, H24)', () => {
    let deep: JsonObject = {};
    for (let at = 0; at < 100_000; at += 1) deep = { not: deep };
    expect(outOfBounds(deep, 1)).toContain('nested deeper');
    expect(outOfBounds({ anyOf: Array.from({ length: 6000 }, () => ({})) }, 1)).toContain('more than 5000 parts');
    expect(outOfBounds({ title: 'x'.repeat(70_000) }, 1)).toContain('schema is larger');
    expect(outOfBounds({}, 'x'.repeat(5_000_000))).toContain('value is larger');
    expect(outOfBounds(object({ a: { type: 'string' } }), { a: 'b' })).toBeNull();
  });
});

describe('SchemaChecker', () => {
  const checker = new SchemaChecker({ limitMs: 1000 });
  afterAll(() => checker.close());

  it('checks beside the host, one after the other', async () => {
    const outcomes = await Promise.all([1, 'x', 2].map((value: Json) => checker.check({ type: 'number' }, value)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['fits', 'misfit', 'fits']);
  });

  it.each<[string, JsonObject, Json]>([
    ['a pattern that takes exponential time', object({ a: { type: 'string', pattern: '^(a+)+$' } }), { a: `${'a'.repeat(40)}!` }],
    ['an anyOf that branches at every level', nested(24), nestedValue(24)],
  ])('gives up on %s, and works on afterwards (T:H06)', async (_label, schema, value) => {
    expect(await checker.check(schema, value)).toMatchObject({ kind: 'unchecked', message: 'the check took longer than 1000 ms' });
    expect(await checker.check({ type: 'number' }, 1)).toEqual({ kind: 'fits' });
  });

  it('keeps the host responsive meanwhile (T:H06)', async () => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 10);
    await checker.check(object({ a: { pattern: '^(a+)+$' } }), { a: `${'a'.repeat(40)}!` });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(0);
  });

  it('answers everybody when it is closed or its thread can not start', async () => {
    const broken = new SchemaChecker({ worker: new URL('no-such-worker.ts', import.meta.url) });
    expect(await broken.check({}, 1)).toMatchObject({ kind: 'unchecked' });
    await broken.close();
    const closing = new SchemaChecker();
    const pending = [closing.check({}, 1), closing.check({}, 2)];
    await closing.close();
    expect((await Promise.all(pending)).map(({ kind }) => kind)).toEqual(['unchecked', 'unchecked']);
    expect(await closing.check({}, 1)).toMatchObject({ kind: 'unchecked' });
  });

  it('gives its thread back when idle and takes a new one when needed', async () => {
    const quick = new SchemaChecker({ idleMs: 20 });
    expect(await quick.check({}, 1)).toEqual({ kind: 'fits' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await quick.check({ type: 'string' }, 1)).toMatchObject({ kind: 'misfit' });
    await quick.close();
  });
});

/** Two alternatives at every level that both have to be tried to the end. */
function nested(levels: number): JsonObject {
  const defs: JsonObject = {};
  for (let at = 0; at < levels; at += 1) {
    const inner = { type: 'object', properties: { n: { $ref: `#/$defs/L${at + 1}` } }, required: ['n'] };
    defs[`L${at}`] = { anyOf: [inner, { ...inner, title: 'again' }] };
  }
  defs[`L${levels}`] = { type: 'string' };
  return { $ref: '#/$defs/L0', $defs: defs };
}

function nestedValue(levels: number): Json {
  let value: Json = 1;
  for (let at = 0; at < levels; at += 1) value = { n: value };
  return value;
}
