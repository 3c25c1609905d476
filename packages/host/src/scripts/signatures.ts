/** Tools as a script calls them: one line each, with types, short enough to stand in the description of one tool (C17). */
import { isJson } from '@portolan/contract/json';
import type { Json, JsonObject } from '@portolan/contract/json';
import type { AvailableTool } from '../ports.ts';

const longestType = 320;
const longestWords = 90;
/** Objects within objects that are written out. */
const deepest = 3;
const mostFields = 24;
const mostValues = 12;

/** `tools.files.read({ path: string }): string` */
export function signatureOf({ serverName, name, description, title, inputSchema, view }: Pick<AvailableTool, 'serverName' | 'name' | 'description' | 'title' | 'inputSchema' | 'view'>): string {
  const outputSchema: unknown = view.outputSchema;
  const result = isObject(outputSchema) ? shortened(typeOf(outputSchema, 0)) : 'string';
  const words = (description ?? title ?? '').split(/[\n\r\u2028\u2029]/)[0]?.replace(/\s+/g, ' ').trim() ?? '';
  const said = words === '' ? '' : ` // ${words.length > longestWords ? `${words.slice(0, longestWords).toWellFormed()}…` : words}`;
  return `tools${member(serverName)}${member(name)}(${shortened(typeOf(inputSchema, 0))}): ${result}${said}`;
}

function member(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}]`;
}

function shortened(type: string): string {
  return type.length <= longestType ? type : `${type.slice(0, longestType).toWellFormed()}…`;
}

/** What a schema says, as far as a line holds it: servers write what they like, so whatever is odd is `any`. */
function typeOf(schema: unknown, depth: number): string {
  if (!isObject(schema) || depth > deepest) return 'any';
  if (Array.isArray(schema['enum'])) return oneOf(schema['enum'].slice(0, mostValues).map(value));
  if (schema['const'] !== undefined) return value(schema['const']);
  const either = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(either)) return oneOf(either.slice(0, mostValues).map((each) => typeOf(each, depth + 1)));
  const type = schema['type'];
  if (Array.isArray(type)) return oneOf(type.slice(0, mostValues).map((each) => typeOf({ ...schema, type: each }, depth + 1)));
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `${grouped(typeOf(schema['items'], depth + 1))}[]`;
    case 'object':
      return objectType(schema, depth);
    default:
      return isObject(schema['properties']) ? objectType(schema, depth) : 'any';
  }
}

function objectType(schema: JsonObject, depth: number): string {
  const properties = schema['properties'];
  if (!isObject(properties) || Object.keys(properties).length === 0) return '{}';
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  // What has to be there first: a line is cut at its end.
  const names = Object.keys(properties).toSorted((a, b) => Number(required.has(b)) - Number(required.has(a)));
  const fields = names.slice(0, mostFields).map((name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name.slice(0, 60))}${required.has(name) ? '' : '?'}: ${typeOf(properties[name], depth + 1)}`);
  return `{ ${fields.join('; ')}${names.length > mostFields ? '; …' : ''} }`;
}

const value = (each: Json): string => {
  const text = JSON.stringify(each);
  return text.length > 40 ? 'string' : text;
};
const oneOf = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'any';
const grouped = (type: string): string => (type.includes(' | ') ? `(${type})` : type);

function isObject(value_: unknown): value_ is JsonObject {
  return typeof value_ === 'object' && value_ !== null && !Array.isArray(value_) && isJson(value_);
}
