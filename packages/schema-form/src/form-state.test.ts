import { describe, expect, it } from 'vitest';
import { elicitationFault } from './elicitation.ts';
import { chooseVariant, problemsOf, readForm, removeItem, setDraft, setText, setValue, startForm, swapItems, toFormView, toJsonView } from './form-state.ts';
import { getAt, setAt, type JsonObject } from './json.ts';
import { parseJsonText, parseNumberText } from './json-text.ts';

const schema: JsonObject = {
  type: 'object',
  required: ['name'],
  properties: { name: { type: 'string' }, n: { type: 'number' }, list: { type: 'array', items: { type: 'number' } } },
};

describe('a form keeps what is typed', () => {
  it('leaves untouched optional fields out, and says what is missing', () => {
    const start = startForm(schema);
    expect(start.value).toEqual({});
    expect(readForm(schema, start)).toMatchObject({ ok: false, problems: [{ path: ['name'], keyword: 'required' }] });
    expect(readForm(schema, setValue(start, ['name'], 'x'))).toEqual({ ok: true, value: { name: 'x' } });
  });

  it('leaves an emptied field out again', () => {
    const full = setValue(setValue(startForm(schema), ['name'], 'x'), ['n'], 3);
    expect(setValue(full, ['n'], undefined).value).toEqual({ name: 'x' });
  });

  it('holds half a number back from the value, and from being sent', () => {
    const typed = setDraft(setValue(startForm(schema), ['name'], 'x'), ['n'], { text: '1e', problem: 'notANumber' });
    expect(typed.value).toEqual({ name: 'x' });
    expect(readForm(schema, typed)).toMatchObject({ ok: false, problems: [{ path: ['n'], keyword: 'notANumber' }] });
    expect(readForm(schema, setValue(typed, ['n'], 10))).toEqual({ ok: true, value: { name: 'x', n: 10 } });
  });

  it('goes to JSON and back without losing anything, drafts included', () => {
    const typed = setDraft(setValue(startForm(schema), ['name'], 'x'), ['n'], { text: '1e', problem: 'notANumber' });
    const there = toJsonView(typed);
    expect(JSON.parse(there.text)).toEqual({ name: 'x' });
    const back = toFormView(there);
    expect(back).toMatchObject({ view: 'form', value: { name: 'x' }, drafts: { '/n': { text: '1e' } } });
  });

  it('keeps JSON text that is not JSON yet, and does not leave it', () => {
    const broken = setText(toJsonView(setValue(startForm(schema), ['name'], 'x')), '{"name": "y",');
    expect(broken.text).toBe('{"name": "y",');
    expect(toFormView(broken)).toBe(broken);
    expect(readForm(schema, broken)).toMatchObject({ ok: false, problems: [{ keyword: 'json' }] });
    const mended = setText(broken, '{"name": "y", "extra": [1]}');
    expect(toFormView(mended).value).toEqual({ name: 'y', extra: [1] });
  });

  it('moves drafts and choices with the items of a list', () => {
    let state = setValue(setValue(startForm(schema), ['name'], 'x'), ['list'], [1, 2, 3]);
    state = setDraft(state, ['list', 2], { text: '3x', problem: 'notANumber' });
    expect(state.value).toEqual({ name: 'x', list: [1, 2, 3] });
    const removed = removeItem(state, ['list'], 0);
    expect(removed).toMatchObject({ value: { list: [2, 3] }, drafts: { '/list/1': { text: '3x' } } });
    expect(swapItems(removed, ['list'], 0, 1)).toMatchObject({ value: { list: [3, 2] }, drafts: { '/list/0': { text: '3x' } } });
    expect(removeItem(state, ['list'], 2).drafts).toEqual({});
  });

  it('starts a chosen shape afresh', () => {
    const state = setDraft(startForm(true, { v: 'x' }), ['v'], { text: '{', problem: 'json' });
    expect(chooseVariant(state, ['v'], 1, { kind: 'box' })).toMatchObject({ value: { v: { kind: 'box' } }, drafts: {}, choices: { '/v': 1 } });
  });

  it('sends both keys of an object parameter (try-out 19)', () => {
    const echo = { type: 'object', properties: { param: { type: 'object' } }, required: ['param'] };
    const state = setValue(startForm(echo), ['param'], { a: true, b: 's' });
    expect(readForm(echo, state)).toEqual({ ok: true, value: { param: { a: true, b: 's' } } });
  });

  it('sends an empty object for a tool without properties (try-out 17)', () => {
    expect(readForm({ type: 'object' }, startForm({ type: 'object' }))).toEqual({ ok: true, value: {} });
  });

  it('is not held up by a schema that cannot be checked here', () => {
    const deep = Array.from({ length: 500 }).reduce<JsonObject>((inner) => ({ properties: { a: inner } }), {});
    expect(problemsOf(deep, startForm(deep))).toMatchObject([{ keyword: 'tooComplex' }]);
    expect(readForm(deep, startForm(deep))).toMatchObject({ ok: true });
  });
});

describe('values', () => {
  it('treats __proto__ as a name like any other', () => {
    const value = setAt({}, ['__proto__', 'polluted'], true);
    expect(getAt(value, ['__proto__', 'polluted'])).toBe(true);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(getAt({}, ['constructor'])).toBeUndefined();
  });

  it('refuses to round a whole number', () => {
    expect(parseJsonText('{"id": 12345678901234567890}')).toEqual({ ok: false, reason: 'unsafe-integer', source: '12345678901234567890' });
    expect(parseJsonText('{"id": 9007199254740991, "x": 1e300}')).toMatchObject({ ok: true });
    expect(parseNumberText('9007199254740993')).toEqual({ problem: 'unsafeInteger' });
  });

  it('says where JSON is broken', () => {
    expect(parseJsonText('{\n  "a": 1,\n}')).toMatchObject({ ok: false, reason: 'syntax', line: 3 });
  });

  it.each([
    ['12', 12],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['1.', 1],
    ['1e3', 1000],
    ['１２', 12],
    ['−3', -3],
  ])('reads %s as %d', (text, value) => {
    expect(parseNumberText(text)).toEqual({ value });
  });

  it.each(['', '-', '1e', '0x10', 'Infinity', 'NaN', '1,5', '1 2', '1e999'])('does not read %j as a number', (text) => {
    expect(parseNumberText(text)).toEqual({ problem: 'notANumber' });
  });
});

describe('schemas of elicitation (P13, E08)', () => {
  it('accepts every primitive the specification names', () => {
    expect(
      elicitationFault({
        type: 'object',
        properties: {
          s: { type: 'string', title: 'S', minLength: 1, maxLength: 9, pattern: 'x', format: 'email', default: 'a@b.c' },
          n: { type: 'number', minimum: 0, maximum: 9 },
          i: { type: 'integer', default: 3 },
          b: { type: 'boolean', default: true },
          e: { type: 'string', enum: ['a'], enumNames: ['A'] },
          o: { type: 'string', oneOf: [{ const: 'a', title: 'A' }] },
          m: { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1, maxItems: 2, default: ['a'] },
          t: { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } },
        },
        required: ['s'],
      }),
    ).toBeNull();
  });

  it.each<[string, JsonObject]>([
    ['nesting', { a: { type: 'object', properties: {} } }],
    ['a reference', { a: { $ref: '#/x' } }],
    ['a free list', { a: { type: 'array', items: { type: 'string' } } }],
    ['an unknown keyword', { a: { type: 'string', const: 'x' } }],
    ['an unknown format', { a: { type: 'string', format: 'password' } }],
    ['no type', { a: {} }],
  ])('refuses %s', (_, properties) => {
    expect(elicitationFault({ type: 'object', properties })).toMatchObject({ field: 'a' });
  });

  it('refuses a required field that is not shown', () => {
    expect(elicitationFault({ type: 'object', properties: {}, required: ['hidden'] })).toEqual({ field: '', keyword: 'required' });
  });
});
