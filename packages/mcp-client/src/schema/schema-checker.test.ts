import { afterAll, describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../jsonrpc/message.ts';
import { checkOutput } from './output-check.ts';
import { SchemaChecker } from './schema-checker.ts';

const limitMs = 500;
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });

/** Two alternatives at every level that both have to be tried to the end. */
function fanOut(levels: number): JsonObject {
  const defs: JsonObject = {};
  for (let at = 0; at < levels; at += 1) {
    const inner = { type: 'object', properties: { n: { $ref: `#/$defs/L${at + 1}` } }, required: ['n'] };
    defs[`L${at}`] = { anyOf: [inner, { ...inner, title: 'again' }] };
  }
  defs[`L${levels}`] = { type: 'string' };
  return { $ref: '#/$defs/L0', $defs: defs };
}

function chain(levels: number): Json {
  let value: Json = 1;
  for (let at = 0; at < levels; at += 1) value = { n: value };
  return value;
}

/** Every level of the value is tried by two alternatives that find their schema anew each time. */
const dynamic: JsonObject = {
  $dynamicAnchor: 'node',
  type: 'object',
  anyOf: [
    { properties: { n: { $dynamicRef: '#node' } }, required: ['x'] },
    { properties: { n: { $dynamicRef: '#node' } }, required: ['y'] },
  ],
};
const dynamicValue: Json = (() => {
  let value: Json = { x: 1, y: 1, n: 1 };
  for (let at = 0; at < 30; at += 1) value = { x: 1, y: 1, n: value };
  return value;
})();

describe('SchemaChecker', () => {
  const checker = new SchemaChecker({ limitMs });
  afterAll(() => checker.close());

  it('checks beside its owner, one after the other', async () => {
    const outcomes = await Promise.all([1, 'x', 2].map((value: Json) => checker.check({ type: 'number' }, value)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['fits', 'misfit', 'fits']);
    expect(await checker.check(false, 1)).toMatchObject({ kind: 'misfit' });
  });

  it.each<[string, JsonObject, Json]>([
    ['a pattern that takes exponential time', object({ a: { type: 'string', pattern: '^(a+)+$' } }), { a: `${'a'.repeat(40)}!` }],
    ['an anyOf that branches at 24 levels', fanOut(24), chain(24)],
    ['an anyOf over dynamic references', dynamic, dynamicValue],
    ['a million comparisons of objects, squared', { type: 'array', uniqueItems: true }, Array.from({ length: 100_000 }, (_, at) => ({ at }))],
  ])('gives up on %s, keeps its owner responsive, and works on afterwards (T:H06, row 29, rule H24)', async (_label, schema, value) => {
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 20);
    expect(await checker.check(schema, value)).toEqual({ kind: 'unchecked', message: `the check took longer than ${limitMs} ms` });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(2);
    expect(await checker.check({ type: 'number' }, 1)).toEqual({ kind: 'fits' });
    // Nobody else waits for the same schema again.
    expect(await checker.check(schema, value)).toEqual({ kind: 'unchecked', message: 'an earlier check against this schema took too long' });
  });

  it('lets the checks of others wait for one time limit only, however often a slow schema is used (T:H06)', async () => {
    const slow = object({ a: { pattern: '^(a+)+$' } });
    const bad = { a: `${'a'.repeat(40)}!` };
    const many = Array.from({ length: 50 }, () => checker.check(slow, bad));
    expect(await checker.check({ type: 'number' }, 1)).toEqual({ kind: 'fits' });
    expect(new Set((await Promise.all(many)).map(({ kind }) => kind))).toEqual(new Set(['unchecked']));
  });

  it.each<[string, JsonObject, Json, string]>([
    ['a million required names', { required: Array.from({ length: 1_000_000 }, (_, at) => `n${at}`) }, {}, 'the schema is larger than'],
    ['a thousand levels', JSON.parse(`${'{"not":'.repeat(1000)}{}${'}'.repeat(1000)}`) as JsonObject, {}, 'the schema is nested deeper than'],
    ['a value of many megabytes', {}, 'x'.repeat(5_000_000), 'the value is larger than'],
  ])('does not even begin with %s (T:H06, T:C14, rule H24)', async (_label, schema, value, message) => {
    expect(await checker.check(schema, value)).toMatchObject({ kind: 'unchecked', message: expect.stringContaining(message) });
  });

  it('answers everybody when it is closed or its thread cannot start', async () => {
    const broken = new SchemaChecker({ worker: new URL('no-such-worker.ts', import.meta.url) });
    expect(await broken.check({}, 1)).toMatchObject({ kind: 'unchecked' });
    await broken.close();
    const closing = new SchemaChecker();
    const pending = [closing.check({}, 1), closing.check({}, 2)];
    await closing.close();
    expect((await Promise.all(pending)).map(({ kind }) => kind)).toEqual(['unchecked', 'unchecked']);
    expect(await closing.check({}, 1)).toMatchObject({ kind: 'unchecked' });
  });

  it('refuses to queue without end', async () => {
    const busy = new SchemaChecker();
    const outcomes = Promise.all(Array.from({ length: 400 }, () => busy.check({}, 1)));
    expect(await busy.check({}, 1)).toMatchObject({ kind: 'unchecked', message: expect.stringContaining('are waiting') });
    await busy.close();
    expect(await outcomes).toHaveLength(400);
  });

  it('gives its thread back when idle and takes a new one when needed', async () => {
    const quick = new SchemaChecker({ idleMs: 20, limitMs: 5000 });
    expect(await quick.check({}, 1)).toEqual({ kind: 'fits' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await quick.check({ type: 'string' }, 1)).toMatchObject({ kind: 'misfit' });
    await quick.close();
  });

  it('tells of a result what its tool declared, and leaves the result alone (row 29, rule H10, try-out 27)', async () => {
    const tool = { outputSchema: object({ sum: { type: 'number' } }, { required: ['sum'] }) };
    const result = { structuredContent: { sum: 'five' }, isError: false };
    expect(await checkOutput(checker, tool, result)).toEqual({ kind: 'misfit', message: '/sum must be number' });
    expect(result).toEqual({ structuredContent: { sum: 'five' }, isError: false });
    expect(await checkOutput(checker, tool, { structuredContent: { sum: 5 }, isError: false })).toEqual({ kind: 'fits' });
    expect(await checkOutput(checker, tool, { isError: false })).toEqual({ kind: 'missing' });
    expect(await checkOutput(checker, tool, { isError: true })).toEqual({ kind: 'nothing-declared' });
    expect(await checkOutput(checker, undefined, { structuredContent: 1, isError: false })).toEqual({ kind: 'nothing-declared' });
  });
});
