/** Which control stands for which schema. Plans are shallow: what lies inside is planned when it is shown. */
import { effective } from './effective.ts';
import { isObject, isSchema, own, type Json, type JsonObject, type Schema } from './json.ts';

export interface Option {
  value: Json;
  label: string;
  description?: string;
}

export interface PropertyPlan {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

export interface VariantPlan {
  /** Position in the schema's own list. */
  index: number;
  label: string | undefined;
  schema: Schema;
}

/** Why a place is edited as JSON. */
export type JsonReason = 'any' | 'free-object' | 'free-array' | 'unresolved-ref' | 'composition' | 'nothing-allowed';

export type FieldShape =
  | { kind: 'string'; format: string | undefined; isMultiline: boolean }
  | { kind: 'number'; isInteger: boolean }
  | { kind: 'boolean' }
  | { kind: 'choice'; options: Option[] }
  | { kind: 'multi-choice'; options: Option[] }
  | { kind: 'const'; value: Json }
  | { kind: 'null' }
  /** `prefix` schemas for the first items, `items` for the rest; undefined when there may be no more. */
  | { kind: 'array'; prefix: Schema[]; items: Schema | undefined; minItems: number; maxItems: number }
  /** `additional`: what further properties must be; false when there may be none. */
  | { kind: 'object'; properties: PropertyPlan[]; additional: Schema }
  | { kind: 'variants'; variants: VariantPlan[] }
  | { kind: 'json'; reason: JsonReason; ref?: string };

export type FieldPlan = FieldShape & {
  title: string | undefined;
  description: string | undefined;
  /** `null` is one of the values beside the others. */
  isNullable: boolean;
  default: Json | undefined;
  example: Json | undefined;
  /** The schema with references followed. */
  schema: Schema;
};

const multilineNames = /(?:^|_|[a-z](?=[A-Z]))(?:text|content|contents|body|message|prompt|markdown|html|code|script|sql|query|description|notes?|comment|diff|patch)$/i;

/** The plan of a whole schema; the same as {@link planField} at its root. */
export function planFields(schema: Schema): FieldPlan {
  return planField(schema, schema);
}

/** The plan of one place. `root` is the whole schema, where references lead; `name` helps to guess long texts. */
export function planField(schema: Schema, root: Schema, name = ''): FieldPlan {
  const found = effective(schema, root);
  if (!found.ok) {
    const shape: FieldShape = found.reason === 'unresolved-ref' ? { kind: 'json', reason: 'unresolved-ref', ref: found.ref } : { kind: 'json', reason: 'composition' };
    return describe(schema, shape, false);
  }
  if (found.schema === true) return describe(true, { kind: 'json', reason: 'any' }, true);
  if (found.schema === false) return describe(false, { kind: 'json', reason: 'nothing-allowed' }, false);
  const { schema: plain, isNullable } = withoutNull(found.schema, root);
  return describe(plain, shapeOf(plain, root, name), isNullable);
}

function describe(schema: Schema, shape: FieldShape, isNullable: boolean): FieldPlan {
  const words = typeof schema === 'boolean' ? {} : schema;
  const examples = own(words, 'examples');
  return {
    ...shape,
    title: text(own(words, 'title')),
    description: text(own(words, 'description')),
    isNullable,
    default: own(words, 'default'),
    example: Array.isArray(examples) ? examples[0] : own(words, 'example'),
    schema,
  };
}

/** Takes `null` out of `type`, `enum` and unions, and joins a union of one. */
function withoutNull(schema: JsonObject, root: Schema): { schema: JsonObject; isNullable: boolean } {
  let here = schema;
  let isNullable = own(here, 'nullable') === true;
  const type = own(here, 'type');
  if (Array.isArray(type) && type.includes('null') && type.length > 1) {
    const left = type.filter((one) => one !== 'null');
    here = { ...here, type: left.length === 1 ? (left[0] ?? null) : left };
    isNullable = true;
  }
  const values = own(here, 'enum');
  if (Array.isArray(values) && values.includes(null) && values.length > 1) {
    here = { ...here, enum: values.filter((value) => value !== null) };
    isNullable = true;
  }
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const parts = own(here, keyword);
    if (!Array.isArray(parts)) continue;
    const left = parts.filter((part) => !isNullSchema(part, root));
    if (left.length === parts.length && left.length !== 1) continue;
    isNullable ||= left.length < parts.length;
    const { [keyword]: _, ...rest } = here;
    const only = left[0];
    if (left.length === 1 && isSchema(only)) {
      const joined = effective({ allOf: [only, rest] }, root);
      if (!joined.ok || typeof joined.schema === 'boolean') continue;
      // The inner part may allow null by itself once more.
      const inner = withoutNull(joined.schema, root);
      return { schema: inner.schema, isNullable: isNullable || inner.isNullable };
    }
    here = { ...rest, [keyword]: left };
  }
  return { schema: here, isNullable };
}

function isNullSchema(part: Json, root: Schema): boolean {
  if (!isSchema(part)) return false;
  const found = effective(part, root);
  if (!found.ok || typeof found.schema === 'boolean') return false;
  const type = own(found.schema, 'type');
  return type === 'null' || own(found.schema, 'const') === null || (Array.isArray(type) && type.length === 1 && type[0] === 'null');
}

function shapeOf(schema: JsonObject, root: Schema, name: string): FieldShape {
  const constant = own(schema, 'const');
  if (constant === null) return { kind: 'null' };
  if (constant !== undefined) return { kind: 'const', value: constant };
  const options = optionsOf(schema, root);
  if (options) return options.length === 1 && options[0] ? { kind: 'const', value: options[0].value } : { kind: 'choice', options };
  const variants = variantsOf(schema, root);
  if (variants) return { kind: 'variants', variants };
  switch (typeOf(schema)) {
    case 'string':
      return { kind: 'string', format: text(own(schema, 'format')), isMultiline: isMultiline(schema, name) };
    case 'integer':
      return { kind: 'number', isInteger: true };
    case 'number':
      return { kind: 'number', isInteger: false };
    case 'boolean':
      return { kind: 'boolean' };
    case 'null':
      return { kind: 'null' };
    case 'array':
      return arrayOf(schema, root);
    case 'object':
      return objectOf(schema);
    default:
      return { kind: 'json', reason: 'any' };
  }
}

/** The one type of a schema, said or implied by its keywords. */
function typeOf(schema: JsonObject): string | undefined {
  const type = own(schema, 'type');
  if (typeof type === 'string') return type;
  if (Array.isArray(type) && type.length === 1) return text(type[0]);
  if (type !== undefined) return undefined;
  const has = (...keys: string[]): boolean => keys.some((key) => Object.hasOwn(schema, key));
  if (has('properties', 'additionalProperties', 'patternProperties', 'required')) return 'object';
  if (has('items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems')) return 'array';
  if (has('pattern', 'minLength', 'maxLength', 'format')) return 'string';
  if (has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return 'number';
  return undefined;
}

/** A closed list of values: `enum` (with the older `enumNames`), or a union of constants with titles. */
export function optionsOf(schema: JsonObject, root: Schema): Option[] | null {
  const values = own(schema, 'enum');
  if (Array.isArray(values) && values.length > 0) {
    const names = own(schema, 'enumNames');
    return values.map((value, index) => ({ value, label: (Array.isArray(names) ? text(names[index]) : undefined) ?? showValue(value) }));
  }
  const parts = own(schema, 'oneOf') ?? own(schema, 'anyOf');
  if (!Array.isArray(parts) || parts.length === 0) return null;
  const options: Option[] = [];
  for (const part of parts) {
    const found = isSchema(part) ? effective(part, root) : undefined;
    if (!found?.ok || typeof found.schema === 'boolean') return null;
    const value = own(found.schema, 'const');
    if (value === undefined) return null;
    const description = text(own(found.schema, 'description'));
    options.push({ value, label: text(own(found.schema, 'title')) ?? showValue(value), ...(description === undefined ? {} : { description }) });
  }
  return options;
}

/** Different shapes one value may take. A union that only adds conditions to an object is no choice of shape. */
function variantsOf(schema: JsonObject, root: Schema): VariantPlan[] | null {
  const type = own(schema, 'type');
  if (Array.isArray(type) && type.length > 1) {
    return type.map((one, index) => ({ index, label: typeof one === 'string' ? one : undefined, schema: { ...schema, type: one, title: own(schema, 'title') ?? '' } }));
  }
  const keyword = Array.isArray(own(schema, 'oneOf')) ? 'oneOf' : 'anyOf';
  const parts = own(schema, keyword);
  if (!Array.isArray(parts) || parts.length < 2) return null;
  const { [keyword]: _, title: _title, description: _description, default: _default, ...base } = schema;
  const variants: VariantPlan[] = [];
  let hasShape = false;
  for (const [index, part] of parts.entries()) {
    if (!isSchema(part)) return null;
    const found = effective(part, root);
    const inner = found.ok && typeof found.schema !== 'boolean' ? found.schema : undefined;
    hasShape ||= inner === undefined || ['type', 'properties', 'enum', 'const', 'items', 'oneOf', 'anyOf', 'pattern', 'format'].some((key) => Object.hasOwn(inner, key));
    const label = text(inner && own(inner, 'title')) ?? discriminator(inner) ?? refName(part) ?? (inner && typeOf(inner));
    variants.push({ index, label, schema: Object.keys(base).length === 0 ? part : { allOf: [part, base] } });
  }
  return hasShape ? variants : null;
}

/** The constant that tells one object variant from another, such as `type: "circle"`. */
function discriminator(schema: JsonObject | undefined): string | undefined {
  const properties = schema && own(schema, 'properties');
  if (!isObject(properties)) return undefined;
  for (const property of Object.values(properties)) {
    if (!isObject(property)) continue;
    const values = own(property, 'enum');
    const value = own(property, 'const') ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
    if (typeof value === 'string') return value;
  }
  return undefined;
}

function refName(part: Schema): string | undefined {
  const ref = typeof part === 'boolean' ? undefined : own(part, '$ref');
  return typeof ref === 'string' ? ref.split('/').at(-1) : undefined;
}

function arrayOf(schema: JsonObject, root: Schema): FieldShape {
  const items = own(schema, 'items');
  const prefixItems = own(schema, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
  const prefix = Array.isArray(prefixItems) ? prefixItems.filter(isSchema) : [];
  const rest = Array.isArray(items) ? own(schema, 'additionalItems') : items;
  const minItems = count(own(schema, 'minItems'), 0);
  const maxItems = count(own(schema, 'maxItems'), Number.POSITIVE_INFINITY);
  if (prefix.length === 0) {
    if (!isSchema(rest) || rest === true || isEmpty(rest)) return { kind: 'json', reason: 'free-array' };
    const inner = effective(rest, root);
    if (inner.ok && typeof inner.schema !== 'boolean') {
      const options = optionsOf(inner.schema, root);
      if (options && options.length <= 50 && (own(schema, 'uniqueItems') === true || options.length <= 12)) return { kind: 'multi-choice', options };
    }
  }
  return { kind: 'array', prefix, items: rest === false ? undefined : isSchema(rest) ? rest : true, minItems, maxItems };
}

function objectOf(schema: JsonObject): FieldShape {
  const properties = own(schema, 'properties');
  const additional = own(schema, 'additionalProperties');
  const required = own(schema, 'required');
  const requiredNames = new Set(Array.isArray(required) ? required.filter((name) => typeof name === 'string') : []);
  const plans: PropertyPlan[] = isObject(properties)
    ? Object.entries(properties).map(([name, property]) => ({ name, schema: isSchema(property) ? property : true, isRequired: requiredNames.has(name) }))
    : [];
  // A property that is demanded but not described can still be given.
  const described = new Set(plans.map((plan) => plan.name));
  for (const name of requiredNames) if (!described.has(name)) plans.push({ name, schema: true, isRequired: true });
  const isOpenEnded = ['patternProperties', 'if', 'dependentSchemas', 'dependencies'].some((key) => Object.hasOwn(schema, key));
  if (plans.length === 0 && !isObject(additional) && additional !== false && !isOpenEnded) return { kind: 'json', reason: 'free-object' };
  const further: Schema = isObject(additional) ? additional : isOpenEnded && additional !== false;
  return { kind: 'object', properties: plans, additional: further };
}

function isMultiline(schema: JsonObject, name: string): boolean {
  const maxLength = own(schema, 'maxLength');
  if (typeof maxLength === 'number' && maxLength <= 200) return false;
  const format = text(own(schema, 'format'));
  if (format !== undefined) return ['textarea', 'multiline', 'markdown'].includes(format);
  return Object.hasOwn(schema, 'contentMediaType') || multilineNames.test(name);
}

function isEmpty(schema: Schema): boolean {
  return typeof schema !== 'boolean' && Object.keys(schema).every((key) => key === 'title' || key === 'description');
}

function count(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : otherwise;
}

function text(value: Json | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A value as the label of an option. */
export function showValue(value: Json): string {
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return shown.length > 200 ? `${shown.slice(0, 199)}…` : shown;
}
