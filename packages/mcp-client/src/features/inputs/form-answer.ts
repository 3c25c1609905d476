/** The answer to a form: defaults put in, everything checked, before any of it leaves. */
import type { FieldProblem, FormContent, FormField } from '../../handlers.ts';
import type { JsonObject } from '../../jsonrpc/message.ts';
import { fitsFormat } from './formats.ts';

/** What would be sent for this content: defaults for what is absent, nothing for what was left empty on purpose. */
export function completeForm(fields: FormField[], content: FormContent): JsonObject {
  const complete: JsonObject = {};
  for (const field of fields) {
    const given = Object.hasOwn(content, field.name) ? content[field.name] : undefined;
    const value = given === undefined ? field.default : given;
    if (value !== undefined && value !== null) complete[field.name] = Array.isArray(value) ? [...value] : value;
  }
  return complete;
}

/** Checks the values as they would be sent, defaults included. */
export function problemsOf(fields: FormField[], content: FormContent): FieldProblem[] {
  const complete = completeForm(fields, content);
  const problems: FieldProblem[] = [];
  for (const field of fields) {
    const problem = problemOf(field, Object.hasOwn(complete, field.name) ? complete[field.name] : undefined);
    if (problem !== undefined) problems.push({ field: field.name, ...problem });
  }
  const names = new Set(fields.map(({ name }) => name));
  for (const name of Object.keys(content)) if (!names.has(name)) problems.push({ field: name, code: 'unknown-field', message: 'The form has no such field.' });
  return problems;
}

type Fault = Omit<FieldProblem, 'field'>;

function problemOf(field: FormField, value: unknown): Fault | undefined {
  if (value === undefined) return field.isRequired ? { code: 'required', message: 'A value is required.' } : undefined;
  switch (field.kind) {
    case 'string':
      return typeof value === 'string' ? textProblem(field, value) : wrongType('a text');
    case 'number':
    case 'integer':
      return typeof value === 'number' && Number.isFinite(value) ? numberProblem(field, value) : wrongType('a number');
    case 'boolean':
      return typeof value === 'boolean' ? undefined : wrongType('true or false');
    case 'select':
      if (typeof value !== 'string') return wrongType('one of the choices');
      return field.options.some((option) => option.value === value) ? undefined : { code: 'option', message: 'It is none of the choices.' };
    case 'multi-select':
      return Array.isArray(value) ? choicesProblem(field, value) : wrongType('a list of choices');
  }
}

function wrongType(wanted: string): Fault {
  return { code: 'type', message: `It has to be ${wanted}.` };
}

function textProblem(field: FormField & { kind: 'string' }, value: string): Fault | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, format } = field;
  // JSON Schema counts characters, not UTF-16 units; counting can be skipped where it cannot matter.
  const length = minLength === 0 && value.length <= maxLength ? value.length : codePoints(value);
  if (length < minLength) return { code: 'too-short', message: `It has to be at least ${minLength} characters long.` };
  if (length > maxLength) return { code: 'too-long', message: `It may be at most ${maxLength} characters long.` };
  if (format !== undefined && !fitsFormat(format, value)) return { code: 'format', message: `It has to be a valid ${format}.` };
  return undefined;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _point of text) count += 1;
  return count;
}

function numberProblem(field: FormField & { kind: 'number' | 'integer' }, value: number): Fault | undefined {
  if (field.kind === 'integer' && !Number.isInteger(value)) return wrongType('a whole number');
  if (field.minimum !== undefined && value < field.minimum) return { code: 'too-small', message: `It has to be at least ${field.minimum}.` };
  if (field.maximum !== undefined && value > field.maximum) return { code: 'too-large', message: `It may be at most ${field.maximum}.` };
  return undefined;
}

function choicesProblem(field: FormField & { kind: 'multi-select' }, values: unknown[]): Fault | undefined {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = field;
  const known = new Set<unknown>(field.options.map(({ value }) => value));
  if (values.some((value) => !known.has(value))) return { code: 'option', message: 'It holds something that is none of the choices.' };
  if (new Set(values).size < values.length) return { code: 'repeated', message: 'It holds a choice twice.' };
  if (values.length < minItems) return { code: 'too-few', message: `Choose at least ${minItems}.` };
  if (values.length > maxItems) return { code: 'too-many', message: `Choose at most ${maxItems}.` };
  return undefined;
}
