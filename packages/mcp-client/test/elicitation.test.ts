/** Elicitation by servers of both eras: what reaches the person, and what leaves again. */
import { describe, expect, it } from 'vitest';
import type { ElicitFormRequest, ElicitResult, FormField } from '../src/handlers.ts';
import { LocalError } from '../src/errors.ts';
import { accepting, askRound, eras, form, openAsks, rejection, url, ways } from './asking.ts';
import { openHttp, problemsOf, until } from './fixtures.ts';

const everything = {
  text: { type: 'string', title: 'Text', minLength: 2, maxLength: 20, default: 'hello' },
  email: { type: 'string', format: 'email' },
  moment: { type: 'string', format: 'date-time' },
  number: { type: 'number', minimum: 0, maximum: 10, default: 2.5 },
  integer: { type: 'integer', minimum: 1 },
  flag: { type: 'boolean', default: true },
  choice: { type: 'string', enum: ['red', 'green'], default: 'green' },
  titled: { type: 'string', oneOf: [{ const: 's', title: 'Small' }, { const: 'l', title: 'Large' }] },
  named: { type: 'string', enum: ['a', 'b'], enumNames: ['Anna', 'Bert'] },
  several: { type: 'array', items: { type: 'string', enum: ['x', 'y', 'z'] }, minItems: 1, maxItems: 2, default: ['x'] },
  severalTitled: { type: 'array', items: { anyOf: [{ const: 'c', title: 'Cat' }, { const: 'd', title: 'Dog' }] } },
};

describe.each(ways)('forms over %s, %s', (transport, era) => {
  it('show every kind of field and take every kind of value (P13, row 40, rule H45)', async () => {
    const content = { email: 'ada@example.com', moment: '2026-11-29T10:00:00Z', integer: 3, titled: 'l', named: 'b', severalTitled: ['d', 'c'] };
    const { elicit, seen } = accepting(content);
    const { client } = await openAsks(transport, era, { elicit });
    const answers = await askRound(client, { all: form(everything, { required: ['text', 'choice'] }) });
    expect(answers['all']).toEqual({ action: 'accept', content: { text: 'hello', number: 2.5, flag: true, choice: 'green', several: ['x'], ...content } });
    const request = seen[0]?.request as ElicitFormRequest;
    expect(request.repairs).toEqual([]);
    expect(request.fields.map(({ kind }) => kind)).toEqual(['string', 'string', 'string', 'number', 'integer', 'boolean', 'select', 'select', 'select', 'multi-select', 'multi-select']);
    expect(request.fields[8]).toEqual({ name: 'named', kind: 'select', isRequired: false, options: [{ value: 'a', title: 'Anna' }, { value: 'b', title: 'Bert' }] });
  });

  it('tell accept, decline and cancel apart, and send no content with a no (P13, rule H34)', async () => {
    const results: ElicitResult[] = [{ action: 'accept', content: { yes: true } }, { action: 'decline' }, { action: 'cancel' }];
    const { client } = await openAsks(transport, era, { elicit: ({ message }) => Promise.resolve(results.shift() ?? { action: 'accept', content: { yes: message } }) });
    const yes = form({ yes: { type: 'boolean' } });
    expect(await askRound(client, { a: yes })).toEqual({ a: { action: 'accept', content: { yes: true } } });
    expect(await askRound(client, { b: yes })).toEqual({ b: { action: 'decline' } });
    expect(await askRound(client, { c: yes })).toEqual({ c: { action: 'cancel' } });
  });

  it('say for which call they ask (rule H33)', async () => {
    const { elicit, seen } = accepting({ name: 'Ada' });
    const { client } = await openAsks(transport, era, { elicit });
    await askRound(client, { who: form({ name: { type: 'string' } }) }, 'call-7');
    const [{ context } = { context: undefined }] = seen;
    expect(context).toMatchObject({ era: client.era, call: { method: 'tools/call', name: 'ask', reference: 'call-7' } });
    expect(context?.call?.isCertain).toBe(transport === 'http' || client.era === 'modern');
    expect(context?.requestId).toEqual(client.era === 'modern' ? 'who' : expect.any(String));
    expect(context?.round).toEqual(client.era === 'modern' ? { id: 'round-1', number: 1, inputs: [{ key: 'who', method: 'elicitation/create' }] } : undefined);
  });
});

describe('an answer that does not fit its form', () => {
  const strict = form({ age: { type: 'integer', minimum: 18 }, color: { type: 'string', enum: ['red'] } }, { required: ['age'] });
  it.each([
    [{ age: 17 }, 'at least 18'],
    [{ color: 'red' }, 'required'],
    [{ age: 20, color: 'blue' }, 'none of the choices'],
    [{ age: 20, extra: 'x' }, 'no such field'],
    [{ age: '20' }, 'a number'],
  ])('never leaves: %j (rule H43, row 40, bug B27)', async (content, said) => {
    const legacy = await openAsks('http', '2025-11-25', { elicit: accepting(content).elicit });
    expect(await askRound(legacy.client, { strict })).toEqual({ strict: { error: { code: -32603, message: 'Internal error' } } });
    const modern = await openAsks('http', '2026-07-28', { elicit: accepting(content).elicit });
    expect(await rejection(askRound(modern.client, { strict }))).toMatchObject({ kind: 'input-failed', mayHaveHappened: true });
    for (const { events } of [legacy, modern]) {
      await until(() => problemsOf(events).includes('answer-refused'));
      expect(events.find((event) => event.type === 'problem' && event.kind === 'answer-refused')).toMatchObject({ message: expect.stringContaining(said) });
    }
  });

  it('can be checked by the host beforehand, in the same way (rule H35)', async () => {
    const { elicit, seen } = accepting({ age: 30 });
    const { client } = await openAsks('http', '2026-07-28', { elicit });
    await askRound(client, { strict });
    const request = seen[0]?.request as ElicitFormRequest;
    expect(request.check({ age: 17, color: 'blue' })).toMatchObject([{ field: 'age', code: 'too-small' }, { field: 'color', code: 'option' }]);
    expect(request.check({ age: 18 })).toEqual([]);
  });

  it('leaves out what was left empty on purpose, default or not (rule H44)', async () => {
    const { client } = await openAsks('http', '2026-07-28', { elicit: accepting({ nick: null }).elicit });
    expect(await askRound(client, { f: form({ nick: { type: 'string', default: 'ada' }, size: { type: 'integer', default: 3 } }) })).toEqual({ f: { action: 'accept', content: { size: 3 } } });
  });
});

describe.each(eras)('a form that cannot be shown, %s', (era) => {
  it.each([
    ['an object inside', { who: { type: 'object', properties: { name: { type: 'string' } } } }],
    ['a reference', { who: { $ref: '#/$defs/who' } }],
    ['a list of anything', { tags: { type: 'array', items: { type: 'string' } } }],
    ['alternatives of types', { id: { anyOf: [{ type: 'string' }, { type: 'number' }] } }],
    ['an unknown type', { x: { type: 'null' } }],
    ['choices that are no strings', { n: { type: 'string', enum: [1, 2] } }],
  ])('is refused with -32602 before anybody sees it: %s (row 40, T:E08)', async (_what, properties) => {
    const { elicit, seen } = accepting();
    const { client, events } = await openAsks('http', era, { elicit });
    const asked = askRound(client, { bad: form(properties) });
    if (client.era === 'legacy') expect(await asked).toMatchObject({ bad: { error: { code: -32602, message: expect.stringContaining('Unsupported form') } } });
    else expect(await rejection(asked)).toMatchObject({ kind: 'input-unusable', message: expect.stringContaining('Unsupported form') });
    expect(seen).toEqual([]);
    await until(() => problemsOf(events).includes('input-refused'));
  });
});

describe('what was not declared', () => {
  it('is refused with -32601 without a handler, with -32602 for a mode (rule H45, row 40)', async () => {
    const none = await openAsks('http', '2025-11-25', {});
    expect(await askRound(none.client, { a: form({}), b: { method: 'roots/list' }, c: { method: 'sampling/createMessage' } })).toMatchObject({
      a: { error: { code: -32601, message: 'Elicitation not supported' } },
      b: { error: { code: -32601, message: 'Roots not supported' } },
      c: { error: { code: -32601, message: 'Sampling not supported' } },
    });
    const { elicit, seen } = accepting();
    const forms = await openAsks('http', '2025-11-25', { elicit }, { capabilities: { elicitation: { form: {} } } });
    expect(await askRound(forms.client, { a: url('https://example.com/', { elicitationId: 'x' }), b: { method: 'elicitation/create', params: { mode: 'voice', message: 'x' } } })).toMatchObject({
      a: { error: { code: -32602, message: expect.stringContaining('url mode') } },
      b: { error: { code: -32602 } },
    });
    expect(seen).toEqual([]);
  });
});

describe('a handler that fails', () => {
  it.each(eras)('keeps its words to itself, %s (row 39)', async (era) => {
    const { client, events } = await openAsks('http', era, { elicit: () => Promise.reject(new Error('ENOENT /home/ada/.secret')) });
    const asked = askRound(client, { a: form({}) });
    if (client.era === 'legacy') expect(await asked).toEqual({ a: { error: { code: -32603, message: 'Internal error' } } });
    else {
      const error = await rejection(asked);
      expect(error).toBeInstanceOf(LocalError);
      expect(error).toMatchObject({ kind: 'input-failed', message: expect.not.stringContaining('secret') });
    }
    await until(() => problemsOf(events).includes('handler-failed'));
  });

  it('by throwing at once is no different', async () => {
    const elicit = (): never => {
      throw new Error('at once');
    };
    const { client } = await openAsks('http', '2025-11-25', { elicit });
    expect(await askRound(client, { a: form({}) })).toEqual({ a: { error: { code: -32603, message: 'Internal error' } } });
  });
});

describe('fields as a host gets them', () => {
  it('come with a schema that holds no more than they do (T:E08)', async () => {
    const { elicit, seen } = accepting({ code: 'ab', pet: 'c' });
    const { client } = await openHttp('asks', { era: 'modern' }, { handlers: { elicit } });
    await askRound(client, {
      f: form({ code: { type: 'string', pattern: '^(a+)+$', title: 'Code', format: 'uuid', minLength: -1 }, pet: { oneOf: [{ const: 'c', title: 'Cat' }] }, pick: { type: 'string', enum: ['a', 'a'], default: 'zzz' } }, { required: ['code', 'nothing'] }),
    });
    const request = seen[0]?.request as ElicitFormRequest;
    const fields: FormField[] = [
      { name: 'code', title: 'Code', isRequired: true, kind: 'string' },
      { name: 'pet', isRequired: false, kind: 'select', options: [{ value: 'c', title: 'Cat' }] },
      { name: 'pick', isRequired: false, kind: 'select', options: [{ value: 'a', title: 'a' }] },
    ];
    expect(request.fields).toEqual(fields);
    expect(request.schema).toEqual({
      type: 'object',
      properties: { code: { title: 'Code', type: 'string' }, pet: { type: 'string', oneOf: [{ const: 'c', title: 'Cat' }] }, pick: { type: 'string', enum: ['a'] } },
      required: ['code'],
    });
    expect(request.repairs.map(({ path }) => path)).toEqual([
      'requestedSchema.required',
      'requestedSchema.properties.code.pattern',
      'requestedSchema.properties.code.format',
      'requestedSchema.properties.code.minLength',
      'requestedSchema.properties.pet.type',
      'requestedSchema.properties.pick.choices',
      'requestedSchema.properties.pick.default',
    ]);
  });
});
