/** Reading tool definitions (https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool). */
import type { Tool, ToolAnnotations } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { JsonObject } from '../jsonrpc/message.ts';
import type { ItemReading } from './listing.ts';
import { readIcons } from './metadata.ts';
import { defined, kindOf, Reader } from './reader.ts';
import { repairSchema } from './schema.ts';
import { isDeeper } from './size.ts';

/** Deeper than a person could read. */
const definitionDepth = 32;

/** Twice what the specification recommends: longer names are cut where they are shown, and two could then be taken for one (C04, C14). */
const longestName = 256;

export function readTool(raw: JsonObject): ItemReading<Tool> {
  const reader = new Reader(raw);
  const name = raw['name'];
  if (typeof name !== 'string' || name === '') return { refused: `A tool needs a name; its name is ${name === '' ? 'empty' : kindOf(name)}.` };
  if (name.length > longestName) return { refused: `Its name is longer than ${longestName} characters.` };
  if (isDeeper(raw, definitionDepth)) return { refused: `Its definition is nested deeper than ${definitionDepth} levels.` };
  const inputSchema = readInputSchema(reader);
  if (typeof inputSchema === 'string') return { refused: inputSchema };
  // Built by hand: there may be thousands.
  const item: Tool = { name, inputSchema, repairs: reader.repairs, raw };
  const title = reader.string('title');
  const description = reader.string('description');
  const outputSchema = readOutputSchema(reader);
  const taskSupport = readTaskSupport(reader);
  const annotations = readToolAnnotations(reader);
  const icons = readIcons(reader);
  if (title !== undefined) item.title = title;
  if (description !== undefined) item.description = description;
  if (outputSchema !== undefined) item.outputSchema = outputSchema;
  if (taskSupport !== undefined) item.taskSupport = taskSupport;
  if (annotations !== undefined) item.annotations = annotations;
  if (icons !== undefined) item.icons = icons;
  return { item };
}

/** The schema, or why the tool cannot be used. */
function readInputSchema(reader: Reader): JsonObject | string {
  const schema = reader.get('inputSchema');
  if (schema === undefined || schema === null) {
    reader.note('inputSchema', `${kindOf(schema)}: taken as a tool without arguments`);
    return { type: 'object' };
  }
  if (!isJsonObject(schema)) return `Its inputSchema is ${kindOf(schema)} instead of an object.`;
  const type = schema['type'];
  if (type !== undefined && type !== null && type !== 'object') {
    if (!(Array.isArray(type) && type.includes('object'))) return `Its inputSchema describes ${JSON.stringify(type).slice(0, 60)}, but tool arguments are always an object.`;
  }
  const repaired = repairSchema(reader.child('inputSchema', schema), schema);
  if (type === 'object') return repaired;
  reader.note('inputSchema.type', 'set to "object"');
  return { ...repaired, type: 'object' };
}

function readOutputSchema(reader: Reader): JsonObject | undefined {
  const schema = reader.object('outputSchema');
  return schema === undefined ? undefined : repairSchema(reader.child('outputSchema', schema), schema);
}

function readTaskSupport(reader: Reader): Tool['taskSupport'] {
  const execution = reader.object('execution');
  const support = execution?.['taskSupport'];
  if (support === undefined || support === 'forbidden' || support === 'optional' || support === 'required') return support;
  reader.note('execution.taskSupport', 'left out: none of forbidden, optional, required');
  return undefined;
}

function readToolAnnotations(reader: Reader): ToolAnnotations | undefined {
  const raw = reader.object('annotations');
  if (raw === undefined) return undefined;
  const inner = reader.child('annotations', raw);
  // A hint that is no boolean is left out and not guessed: "false" as a string must not read as read-only.
  return defined<ToolAnnotations>({
    title: inner.string('title'),
    readOnlyHint: inner.boolean('readOnlyHint'),
    destructiveHint: inner.boolean('destructiveHint'),
    idempotentHint: inner.boolean('idempotentHint'),
    openWorldHint: inner.boolean('openWorldHint'),
  });
}
