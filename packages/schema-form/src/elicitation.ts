/** The restricted schemas of elicitation (MCP 2025-11-25 and 2026-07-28): one flat object of primitive fields. */
import { isObject, own, type Json, type Schema } from './json.ts';

const common = ['type', 'title', 'description', 'default'];
const allowed: Readonly<Record<string, readonly string[]>> = {
  string: [...common, 'minLength', 'maxLength', 'pattern', 'format', 'enum', 'enumNames', 'oneOf'],
  number: [...common, 'minimum', 'maximum'],
  integer: [...common, 'minimum', 'maximum'],
  boolean: common,
  array: [...common, 'items', 'minItems', 'maxItems'],
};
const formats = new Set(['email', 'uri', 'date', 'date-time']);
const maxFields = 100;
const maxOptions = 1_000;

/**
 * Why a requested schema is not one that elicitation allows, or null when it is. The rest is not guessed at:
 * such a request shows its raw schema and can only be declined or cancelled.
 */
export function elicitationFault(schema: Schema): { field: string; keyword: string } | null {
  if (!isObject(schema) || own(schema, 'type') !== 'object') return { field: '', keyword: 'type' };
  const properties = own(schema, 'properties');
  if (!isObject(properties) || Object.keys(properties).length > maxFields) return { field: '', keyword: 'properties' };
  const extra = Object.keys(schema).find((key) => !['type', 'properties', 'required', '$schema', 'title', 'description', 'additionalProperties'].includes(key));
  if (extra !== undefined) return { field: '', keyword: extra };
  const required = own(schema, 'required');
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string' && Object.hasOwn(properties, name)))) {
    // A field that is demanded but not shown could never be filled in knowingly.
    return { field: '', keyword: 'required' };
  }
  for (const [field, property] of Object.entries(properties)) {
    const keyword = fieldFault(property);
    if (keyword !== null) return { field, keyword };
  }
  return null;
}

function fieldFault(property: Json): string | null {
  if (!isObject(property)) return 'type';
  const type = own(property, 'type');
  const keywords = typeof type === 'string' && Object.hasOwn(allowed, type) ? allowed[type] : undefined;
  if (!keywords) return 'type';
  const extra = Object.keys(property).find((key) => !keywords.includes(key));
  if (extra !== undefined) return extra;
  const format = own(property, 'format');
  if (format !== undefined && !(typeof format === 'string' && formats.has(format))) return 'format';
  if (type === 'array') return itemsFault(own(property, 'items'));
  if (own(property, 'enum') !== undefined && !isStrings(own(property, 'enum'))) return 'enum';
  if (own(property, 'oneOf') !== undefined && !isTitled(own(property, 'oneOf'))) return 'oneOf';
  return null;
}

function itemsFault(items: Json | undefined): string | null {
  if (!isObject(items)) return 'items';
  const keys = Object.keys(items);
  if (own(items, 'anyOf') !== undefined) return keys.every((key) => key === 'anyOf') && isTitled(own(items, 'anyOf')) ? null : 'items';
  return keys.every((key) => key === 'type' || key === 'enum') && own(items, 'type') === 'string' && isStrings(own(items, 'enum')) ? null : 'items';
}

function isStrings(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length > 0 && value.length <= maxOptions && value.every((one) => typeof one === 'string');
}

function isTitled(value: Json | undefined): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= maxOptions &&
    value.every((one) => isObject(one) && typeof own(one, 'const') === 'string' && typeof own(one, 'title') === 'string' && Object.keys(one).length === 2)
  );
}
