/**
 * Reading `requestedSchema` of a form elicitation: one flat object of primitive properties and choices, nothing else
 * (https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation#requested-schema).
 */
import { INVALID_PARAMS } from '../../era/versions.ts';
import type { FieldOption, FormField } from '../../handlers.ts';
import { InboundError } from '../../jsonrpc/inbound.ts';
import { isJsonObject } from '../../jsonrpc/message.ts';
import type { Json, JsonObject } from '../../jsonrpc/message.ts';
import { defined, kindOf } from '../../reading/reader.ts';
import type { Reader } from '../../reading/reader.ts';
import { exceedsBytes } from '../../reading/size.ts';
import { problemsOf } from './form-answer.ts';

/** A form beyond these is nothing a person fills in. */
const FIELDS = 100;
const OPTIONS = 1000;
const SCHEMA_BYTES = 256 * 1024;

/** With any of these a schema says more than a flat form can show, so ignoring them would change what is agreed to. */
const STRUCTURE = ['$ref', '$dynamicRef', 'allOf', 'not', 'if', 'then', 'else', 'dependentSchemas', 'dependentRequired', 'patternProperties', 'prefixItems', 'const'];
/** Narrow a value in ways that are not checked here: patterns of a server's making may take for ever. */
const UNCHECKED = ['pattern', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'uniqueItems', 'contentEncoding', 'contentMediaType'];
const FORMATS = ['email', 'uri', 'date', 'date-time'] as const;

/** @throws {InboundError} -32602 for a schema that no form can be made of */
export function readForm(reader: Reader, schema: Json | undefined): FormField[] {
  if (!isJsonObject(schema)) throw unsupported(`requestedSchema is ${kindOf(schema)} instead of an object`);
  if (exceedsBytes(schema, SCHEMA_BYTES)) throw unsupported(`requestedSchema is larger than ${SCHEMA_BYTES} bytes`);
  const inner = reader.child('requestedSchema', schema);
  const { type, properties = {} } = schema;
  if (type === undefined) inner.note('type', 'missing: taken as "object"');
  else if (type !== 'object') throw unsupported(`requestedSchema must be of the type "object", not ${JSON.stringify(type).slice(0, 60)}`);
  refuseStructure(schema, 'requestedSchema', ['anyOf', 'oneOf']);
  if (!isJsonObject(properties)) throw unsupported(`requestedSchema.properties is ${kindOf(properties)} instead of an object`);
  const names = Object.keys(properties);
  if (names.length > FIELDS) throw unsupported(`the form has ${names.length} fields; the limit is ${FIELDS}`);
  const required = new Set(inner.strings('required'));
  for (const name of required) if (!Object.hasOwn(properties, name)) inner.note('required', `"${name.slice(0, 60)}" is no property and cannot be required`);
  const fieldsReader = inner.child('properties', properties);
  return names.map((name) => readField(fieldsReader, name, properties[name], required.has(name)));
}

function readField(parent: Reader, name: string, schema: Json | undefined, isRequired: boolean): FormField {
  const shown = `the property "${name.slice(0, 60)}"`;
  if (!isJsonObject(schema)) throw unsupported(`${shown} is ${kindOf(schema)} instead of a schema`);
  refuseStructure(schema, shown, []);
  if (schema['properties'] !== undefined || schema['type'] === 'object') throw unsupported(`${shown} is an object; forms are flat`);
  const reader = parent.child(name, schema);
  for (const keyword of UNCHECKED) if (schema[keyword] !== undefined) reader.note(keyword, 'not checked here: no form of the specification has it');
  const common = { name, title: reader.string('title'), description: reader.string('description'), isRequired };
  const field = readKind(reader, schema, shown, common);
  return withoutBadDefault(reader, field);
}

type Common = { name: string; title: string | undefined; description: string | undefined; isRequired: boolean };

function readKind(reader: Reader, schema: JsonObject, shown: string, common: Common): FormField {
  const choices = schema['enum'] ?? schema['oneOf'] ?? schema['anyOf'];
  const type = readType(reader, schema, choices);
  if (choices !== undefined && type !== 'string') throw unsupported(`${shown} offers a choice, but its type is not "string"`);
  switch (type) {
    case 'string':
      if (choices !== undefined) return defined<FormField & { kind: 'select' }>({ ...common, kind: 'select', options: readOptions(reader, schema, shown), default: reader.string('default') });
      return defined<FormField & { kind: 'string' }>({
        ...common,
        kind: 'string',
        format: readFormat(reader),
        minLength: readCount(reader, 'minLength'),
        maxLength: readCount(reader, 'maxLength'),
        default: reader.string('default'),
      });
    case 'number':
    case 'integer':
      return defined<FormField & { kind: 'number' | 'integer' }>({ ...common, kind: type, minimum: reader.number('minimum'), maximum: reader.number('maximum'), default: reader.number('default') });
    case 'boolean':
      return defined<FormField & { kind: 'boolean' }>({ ...common, kind: 'boolean', default: reader.boolean('default') });
    case 'array': {
      const { items } = schema;
      if (!isJsonObject(items) || (items['enum'] ?? items['anyOf'] ?? items['oneOf']) === undefined) throw unsupported(`${shown} is a list of something other than choices`);
      refuseStructure(items, shown, []);
      return defined<FormField & { kind: 'multi-select' }>({
        ...common,
        kind: 'multi-select',
        options: readOptions(reader.child('items', items), items, shown),
        minItems: readCount(reader, 'minItems'),
        maxItems: readCount(reader, 'maxItems'),
        default: reader.strings('default'),
      });
    }
    default:
      throw unsupported(`${shown} has the type ${JSON.stringify(type ?? null).slice(0, 60)}`);
  }
}

function readType(reader: Reader, schema: JsonObject, choices: Json | undefined): Json | undefined {
  const { type } = schema;
  if (type !== undefined || choices === undefined) return type;
  reader.note('type', 'missing: taken as "string"');
  return 'string';
}

/** `enum` with its old `enumNames`, or a list of `const` and `title`. */
function readOptions(reader: Reader, schema: JsonObject, shown: string): FieldOption[] {
  const named = schema['oneOf'] ?? schema['anyOf'];
  const raw = schema['enum'] ?? named;
  if (!Array.isArray(raw)) throw unsupported(`the choices of ${shown} are ${kindOf(raw)} instead of an array`);
  if (raw.length > OPTIONS) throw unsupported(`${shown} has ${raw.length} choices; the limit is ${OPTIONS}`);
  const isPlain = schema['enum'] !== undefined;
  const names = schema['enumNames'];
  const options: FieldOption[] = [];
  const seen = new Set<string>();
  for (const [index, item] of raw.entries()) {
    const value = isPlain ? item : isJsonObject(item) ? item['const'] : undefined;
    const title = isPlain ? (Array.isArray(names) ? names[index] : undefined) : isJsonObject(item) ? item['title'] : undefined;
    if (typeof value !== 'string') throw unsupported(`a choice of ${shown} is not a string`);
    if (seen.has(value)) {
      reader.note('choices', `"${value.slice(0, 60)}" is there twice`);
      continue;
    }
    seen.add(value);
    options.push({ value, title: typeof title === 'string' && title !== '' ? title : value });
  }
  if (options.length === 0) throw unsupported(`${shown} has no choices`);
  return options;
}

function readFormat(reader: Reader): (typeof FORMATS)[number] | undefined {
  const format = reader.string('format');
  const known = FORMATS.find((each) => each === format);
  if (format !== undefined && known === undefined) reader.note('format', `"${format.slice(0, 60)}" is not one of ${FORMATS.join(', ')}; any text is taken`);
  return known;
}

function readCount(reader: Reader, key: string): number | undefined {
  const count = reader.number(key);
  if (count === undefined || (Number.isInteger(count) && count >= 0)) return count;
  reader.note(key, 'left out: not a count');
  return undefined;
}

/** A default that its own field would refuse helps nobody and could never be sent. */
function withoutBadDefault(reader: Reader, field: FormField): FormField {
  if (field.default === undefined) return field;
  const problems = problemsOf([{ ...field, isRequired: false }], { [field.name]: field.default });
  if (problems.length === 0) return field;
  reader.note('default', `left out: ${problems[0]?.message ?? 'it does not fit'}`);
  const { default: _bad, ...rest } = field;
  return rest;
}

function refuseStructure(schema: JsonObject, shown: string, more: string[]): void {
  for (const keyword of [...STRUCTURE, ...more]) if (schema[keyword] !== undefined) throw unsupported(`${shown} uses ${keyword}, which forms do not have`);
}

function unsupported(what: string): InboundError {
  return new InboundError(INVALID_PARAMS, `Unsupported form: ${what}`);
}

/** The fields as one JSON Schema 2020-12, titled choices as `oneOf` of `const` and `title`. */
export function schemaOf(fields: FormField[]): JsonObject {
  const required = fields.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])),
    ...(required.length === 0 ? {} : { required }),
  };
}

function propertyOf(field: FormField): JsonObject {
  const { name: _name, isRequired: _isRequired, kind, ...rest } = field;
  if (kind === 'select') return { ...without(rest, 'options'), ...choicesOf(field.options, 'oneOf'), type: 'string' };
  if (kind === 'multi-select') return { ...without(rest, 'options'), type: 'array', items: choicesOf(field.options, 'anyOf') };
  return { ...without(rest, 'options'), type: kind };
}

function choicesOf(options: FieldOption[], keyword: 'oneOf' | 'anyOf'): JsonObject {
  if (options.every(({ value, title }) => value === title)) return { type: 'string', enum: options.map(({ value }) => value) };
  return { [keyword]: options.map(({ value, title }) => ({ const: value, title })) };
}

function without(object: object, key: string): JsonObject {
  return Object.fromEntries<Json>(Object.entries(object).filter(([name]) => name !== key));
}
