/** Between the form on the screen and what a server is sent: exactly what is seen, nothing filled in behind it (E08). */
import type { FieldProblemView, FormValues } from '@portolan/contract/elicitation';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { Problem } from '@portolan/schema-form/validate';

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function properties(schema: JsonObject): JsonObject {
  return isObject(schema['properties']) ? schema['properties'] : {};
}

/** What a form holds, with null for a proposal of the server that the person took out. */
export function valuesOf(schema: JsonObject, value: Json | undefined): FormValues {
  const held = isObject(value) ? value : {};
  const values: [string, FormValues[string]][] = [];
  for (const [name, property] of Object.entries(properties(schema))) {
    const own = Object.hasOwn(held, name) ? held[name] : undefined;
    if (own === undefined) {
      if (isObject(property) && property['default'] !== undefined) values.push([name, null]);
    } else if (own === null || typeof own !== 'object') values.push([name, own]);
    else if (Array.isArray(own)) values.push([name, own.filter((item) => typeof item === 'string')]);
  }
  return Object.fromEntries(values);
}

/** What goes to the server for these values. */
export function sentFor(values: FormValues): JsonObject {
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]): [string, Json][] => (value === null ? [] : [[name, value]])));
}

const keywords: Record<FieldProblemView['code'], string> = {
  required: 'required',
  type: 'type',
  'too-short': 'minLength',
  'too-long': 'maxLength',
  'too-small': 'minimum',
  'too-large': 'maximum',
  format: 'format',
  option: 'enum',
  'too-few': 'minItems',
  'too-many': 'maxItems',
  repeated: 'uniqueItems',
  pattern: 'pattern',
  'unknown-field': 'additionalProperties',
};

/** What the host found wrong, as the form shows it. */
export function formProblems(schema: JsonObject, problems: readonly FieldProblemView[]): Problem[] {
  return problems.map(({ field, code }) => {
    const property = properties(schema)[field];
    const keyword = keywords[code];
    return { path: [field], keyword, limit: isObject(property) ? property[keyword] : undefined };
  });
}
