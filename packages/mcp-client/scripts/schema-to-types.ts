/** From the part of JSON Schema that the protocol's own schemas use to TypeScript. */

/** A JSON Schema as the protocol's schemas use it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
}

/**
 * Definitions whose schema says less than the specification means: JSON has null and numbers that are no integers, and
 * the converter that made the schemas left both out.
 */
const meant: Record<string, string> = {
  JSONValue: 'null | boolean | number | string | JSONArray | JSONObject',
};

/** One exported type for each definition, in the schema's order. */
export function typesOf(definitions: Record<string, Schema>): string {
  return Object.entries(definitions)
    .map(([name, schema]) => `export type ${name} = ${meant[name] ?? typeOf(schema, '')};\n`)
    .join('\n');
}

/** Keywords that add nothing to a type: text, and bounds that TypeScript cannot express. */
const silent = new Set(['description', 'title', 'default', 'format', 'minimum', 'maximum', 'maxItems', 'minItems', '$schema']);
const known = new Set([...silent, '$ref', 'type', 'const', 'enum', 'anyOf', 'allOf', 'properties', 'required', 'items', 'additionalProperties']);

/** @param indent of the line that the type begins on */
function typeOf(schema: Schema, indent: string): string {
  // A schema that says something this script does not understand would make types that are wrong.
  for (const keyword of Object.keys(schema)) if (!known.has(keyword)) throw new Error(`The schema uses ${keyword}, which this script does not know`);
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value).replaceAll('"', "'")));
  if (schema.anyOf !== undefined) return union(schema.anyOf.map((each) => typeOf(each, indent)));
  if (schema.allOf !== undefined) return schema.allOf.map((each) => typeOf(each, indent)).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => plain(schema, type, indent)));
  return schema.type === undefined && schema.properties === undefined ? 'unknown' : plain(schema, schema.type ?? 'object', indent);
}

function plain(schema: Schema, type: string, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return arrayOf(schema.items === undefined ? 'unknown' : typeOf(schema.items, indent));
    case 'object':
      return objectOf(schema, indent);
    default:
      throw new Error(`The schema has the type ${type}, which this script does not know`);
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema, indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => `${inner}${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema, inner)};`);
  const isFree = lines.length === 0 && additionalProperties === undefined;
  if (isFree || additionalProperties === true) lines.push(`${inner}[key: string]: unknown;`);
  else if (typeof additionalProperties === 'object') lines.push(`${inner}[key: string]: ${lines.length > 0 ? 'unknown' : typeOf(additionalProperties, inner)};`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function arrayOf(item: string): string {
  return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`;
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ');
}

function nameOf(reference: string): string {
  const name = /^#\/(?:\$defs|definitions)\/(\w+)$/.exec(reference)?.[1];
  if (name === undefined) throw new Error(`The schema refers to ${reference}, which this script does not know`);
  return name;
}

function quoted(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`;
}
