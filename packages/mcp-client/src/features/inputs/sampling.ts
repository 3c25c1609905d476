/** `sampling/createMessage`, with tools (https://modelcontextprotocol.io/specification/2026-07-28/client/sampling). */
import type { Tool } from '../../client.ts';
import { INVALID_PARAMS } from '../../era/versions.ts';
import type { ModelPreferences, SampleRequest } from '../../handlers.ts';
import { InboundError } from '../../jsonrpc/inbound.ts';
import { isJsonObject } from '../../jsonrpc/message.ts';
import type { Json, JsonObject } from '../../jsonrpc/message.ts';
import { defined, kindOf, Reader } from '../../reading/reader.ts';
import { exceedsBytes } from '../../reading/size.ts';
import { readTool } from '../../reading/tools.ts';
import { readSamplingMessages } from './sampling-messages.ts';

const TOOLS = 512;
const HINTS = 32;
const STOP_SEQUENCES = 64;

/** What of sampling is declared, and how large one tool's definition may be, in bytes. */
export interface SamplingSupport {
  tools: boolean;
  context: boolean;
  definitionBytes: number;
}

/** @throws {InboundError} -32602 for tools that were not declared, and for messages that no model can be given */
export function readSample(params: JsonObject, support: SamplingSupport): SampleRequest {
  const { tools, toolChoice, maxTokens } = params;
  if (!support.tools && (tools !== undefined || toolChoice !== undefined)) throw invalid('This client does not support tools in sampling requests');
  if (typeof maxTokens !== 'number' || !(maxTokens >= 1)) throw invalid(`maxTokens has to be a positive number, not ${JSON.stringify(maxTokens ?? null).slice(0, 60)}`);
  const reader = new Reader(params);
  const metadata = reader.object('metadata');
  return defined<SampleRequest>({
    messages: readSamplingMessages(reader, params['messages']),
    systemPrompt: reader.string('systemPrompt'),
    maxTokens: Math.floor(maxTokens),
    temperature: readNumber(reader, 'temperature'),
    stopSequences: (reader.strings('stopSequences') ?? []).slice(0, STOP_SEQUENCES),
    modelPreferences: readPreferences(reader),
    includeContext: readContext(reader, support.context),
    tools: readTools(tools, support.definitionBytes),
    toolChoice: readChoice(toolChoice),
    metadata,
    repairs: reader.repairs,
    raw: params,
  });
}

function readNumber(reader: Reader, key: string): number | undefined {
  const value = reader.number(key);
  return value === undefined || Number.isFinite(value) ? value : undefined;
}

function readPreferences(parent: Reader): ModelPreferences {
  const raw = parent.object('modelPreferences');
  if (raw === undefined) return { hints: [] };
  const reader = parent.child('modelPreferences', raw);
  const hints = (reader.array('hints') ?? []).flatMap((hint) => (isJsonObject(hint) && typeof hint['name'] === 'string' && hint['name'] !== '' ? [hint['name'].slice(0, 200)] : []));
  return defined<ModelPreferences>({
    hints: hints.slice(0, HINTS),
    costPriority: readPriority(reader, 'costPriority'),
    speedPriority: readPriority(reader, 'speedPriority'),
    intelligencePriority: readPriority(reader, 'intelligencePriority'),
  });
}

function readPriority(reader: Reader, key: string): number | undefined {
  const value = readNumber(reader, key);
  if (value === undefined || (value >= 0 && value <= 1)) return value;
  reader.note(key, 'brought into the range 0 to 1');
  return Math.min(1, Math.max(0, value));
}

/** The values other than none are deprecated, and mean data of this and other servers: only where that was declared. */
function readContext(reader: Reader, isDeclared: boolean): SampleRequest['includeContext'] {
  const value = reader.get('includeContext');
  if (value === undefined || value === 'none') return 'none';
  const known = value === 'thisServer' || value === 'allServers';
  if (known && isDeclared) return value;
  reader.note('includeContext', known ? 'taken as none: this client declares no sampling.context' : 'taken as none: no such value');
  return 'none';
}

/** One tool that cannot be read would change what the server's conversation means, so it costs the request. */
function readTools(raw: Json | undefined, definitionBytes: number): Tool[] {
  if (raw === undefined) return [];
  if (!Array.isArray(raw)) throw invalid(`tools is ${kindOf(raw)} instead of an array`);
  if (raw.length > TOOLS) throw invalid(`${raw.length} tools were given; the limit is ${TOOLS}`);
  const names = new Set<string>();
  return raw.map((item, index) => {
    if (!isJsonObject(item)) throw invalid(`tools[${index}] is ${kindOf(item)} instead of a tool`);
    if (exceedsBytes(item, definitionBytes)) throw invalid(`tools[${index}] is larger than ${definitionBytes} bytes`);
    const reading = readTool(item);
    if ('refused' in reading) throw invalid(`tools[${index}]: ${reading.refused}`);
    if (names.has(reading.item.name)) throw invalid(`two tools have the name ${reading.item.name.slice(0, 100)}`);
    names.add(reading.item.name);
    return reading.item;
  });
}

function readChoice(raw: Json | undefined): SampleRequest['toolChoice'] {
  const mode = isJsonObject(raw) ? (raw['mode'] ?? 'auto') : raw;
  if (mode === undefined || mode === 'auto') return 'auto';
  if (mode === 'required' || mode === 'none') return mode;
  throw invalid(`toolChoice has the unknown mode ${JSON.stringify(mode).slice(0, 60)}`);
}

function invalid(message: string): InboundError {
  return new InboundError(INVALID_PARAMS, message);
}
