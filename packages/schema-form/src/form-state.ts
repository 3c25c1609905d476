/** What a form holds. One plain object, kept by whoever shows the form, so that nothing typed is lost when it is hidden. */
import { initialValue } from './initial.ts';
import { getAt, pathOfPointer, pointerOf, setAt, type Json, type Path, type Schema } from './json.ts';
import { parseJsonText } from './json-text.ts';
import { isBlocking, validate, type Choices, type Problem } from './validate.ts';

/** Text in one field that is not a value yet: half a number, broken JSON. */
export interface Draft {
  text: string;
  problem: 'notANumber' | 'unsafeInteger' | 'json';
}

export interface FormState {
  /** The value so far; `undefined` when nothing is set. */
  value: Json | undefined;
  view: 'form' | 'json';
  /** The text of the JSON view, kept as typed while it is no JSON. */
  text: string;
  /** By JSON Pointer. */
  drafts: Readonly<Record<string, Draft>>;
  choices: Choices;
}

/** A form with its schema's defaults, or with a value that was there before. */
export function startForm(schema: Schema, value: Json | undefined = initialValue(schema)): FormState {
  return { value, view: 'form', text: '', drafts: {}, choices: {} };
}

export type FormResult = { ok: true; value: Json } | { ok: false; problems: Problem[] };

/** What would be sent, or everything that is wrong with it. */
export function readForm(schema: Schema, state: FormState): FormResult {
  const problems = problemsOf(schema, state);
  if (problems.some(isBlocking)) return { ok: false, problems };
  if (state.value === undefined) return { ok: false, problems: [{ path: [], keyword: 'required', limit: undefined }] };
  return { ok: true, value: state.value };
}

/** All problems: text that is no value yet, then what the schema says. */
export function problemsOf(schema: Schema, state: FormState): Problem[] {
  if (state.view === 'json') {
    const parsed = parseJsonText(state.text);
    if (!parsed.ok) return [{ path: [], keyword: parsed.reason === 'syntax' ? 'json' : 'unsafeInteger', limit: undefined }];
  }
  const drafts = Object.entries(state.drafts).map(([pointer, { problem }]): Problem => ({ path: pathOfPointer(pointer), keyword: problem, limit: undefined }));
  const drafted = new Set(Object.keys(state.drafts));
  return [...drafts, ...validate(schema, state.value, state.choices).filter((problem) => !drafted.has(pointerOf(problem.path)))];
}

/** Sets one place; drafts at and below it are done with. */
export function setValue(state: FormState, path: Path, value: Json | undefined): FormState {
  return { ...state, value: setAt(state.value, path, value), drafts: without(state.drafts, pointerOf(path)) };
}

/** Keeps text that is no value yet; the value at its place is taken away meanwhile. */
export function setDraft(state: FormState, path: Path, draft: Draft): FormState {
  const at = getAt(state.value, path);
  // Taking an item out of a list would move its neighbours: there the old item stays until the text is right.
  const isItem = Array.isArray(getAt(state.value, path.slice(0, -1)));
  const value = at === undefined || isItem || path.length === 0 ? state.value : setAt(state.value, path, undefined);
  return { ...state, value, drafts: { ...state.drafts, [pointerOf(path)]: draft } };
}

/** Chooses the shape of a place and starts it with that shape's defaults. */
export function chooseVariant(state: FormState, path: Path, index: number, value: Json | undefined): FormState {
  const set = setValue(state, path, value);
  return { ...set, choices: { ...without(set.choices, pointerOf(path)), [pointerOf(path)]: index } };
}

/** Takes an item out; what belongs to later items moves with them. */
export function removeItem(state: FormState, path: Path, index: number): FormState {
  const items = getAt(state.value, path);
  if (!Array.isArray(items)) return state;
  const value = setAt(state.value, path, items.filter((_, at) => at !== index));
  const move = (at: number): number | null => (at === index ? null : at > index ? at - 1 : at);
  return { ...state, value, drafts: renumber(state.drafts, path, move), choices: renumber(state.choices, path, move) };
}

/** Swaps an item with a neighbour. */
export function swapItems(state: FormState, path: Path, a: number, b: number): FormState {
  const items = getAt(state.value, path);
  if (!Array.isArray(items)) return state;
  const copy = [...items];
  const [first, second] = [copy[a], copy[b]];
  if (first === undefined || second === undefined) return state;
  copy[a] = second;
  copy[b] = first;
  const move = (at: number): number => (at === a ? b : at === b ? a : at);
  return { ...state, value: setAt(state.value, path, copy), drafts: renumber(state.drafts, path, move), choices: renumber(state.choices, path, move) };
}

/** Shows the value as JSON. Text that is no value yet waits for the way back. */
export function toJsonView(state: FormState): FormState {
  return { ...state, view: 'json', text: JSON.stringify(state.value ?? {}, null, 2) };
}

/** Back to the form; only from text that is JSON, so that none is thrown away. */
export function toFormView(state: FormState): FormState {
  const parsed = parseJsonText(state.text);
  if (!parsed.ok) return state;
  const drafts = Object.fromEntries(Object.entries(state.drafts).filter(([pointer]) => getAt(parsed.value, pathOfPointer(pointer)) === undefined));
  return { ...state, view: 'form', value: parsed.value, drafts };
}

/** Text typed into the JSON view; the value follows whenever it is JSON. */
export function setText(state: FormState, text: string): FormState {
  const parsed = parseJsonText(text);
  return parsed.ok ? { ...state, text, value: parsed.value } : { ...state, text };
}

function without<T>(record: Readonly<Record<string, T>>, pointer: string): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => key !== pointer && !key.startsWith(`${pointer}/`)));
}

function renumber<T>(record: Readonly<Record<string, T>>, path: Path, move: (index: number) => number | null): Record<string, T> {
  const prefix = `${pointerOf(path)}/`;
  return Object.fromEntries(
    Object.entries(record).flatMap(([key, value]): [string, T][] => {
      if (!key.startsWith(prefix)) return [[key, value]];
      const [index = '', ...rest] = key.slice(prefix.length).split('/');
      const next = move(Number(index));
      return next === null ? [] : [[prefix + [String(next), ...rest].join('/'), value]];
    }),
  );
}
