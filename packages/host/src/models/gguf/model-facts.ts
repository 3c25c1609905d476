/** What a person is told of a model file, and what running it takes, from its header. */
import type { GgufHeader, GgufValue } from './gguf-header.ts';

export interface ModelFacts {
  /** As its maker called it; empty when it does not say. */
  name: string;
  architecture: string;
  quantisation: string;
  parameters: number;
  trainedContext: number | null;
  isForChat: boolean;
  /** Its template speaks of tools. Without, tools are still offered, in the words of the part that runs it. */
  namesTools: boolean;
  /** Files it consists of, and which one this is, from 0. */
  parts: number;
  part: number;
  /** Bytes that one token of context takes. */
  bytesPerToken: number;
}

/** `general.file_type` of llama.cpp. */
const quantisations = new Map([
  [0, 'F32'], [1, 'F16'], [2, 'Q4_0'], [3, 'Q4_1'], [7, 'Q8_0'], [8, 'Q5_0'], [9, 'Q5_1'], [10, 'Q2_K'], [11, 'Q3_K_S'], [12, 'Q3_K_M'], [13, 'Q3_K_L'], [14, 'Q4_K_S'], [15, 'Q4_K_M'],
  [16, 'Q5_K_S'], [17, 'Q5_K_M'], [18, 'Q6_K'], [19, 'IQ2_XXS'], [20, 'IQ2_XS'], [21, 'Q2_K_S'], [22, 'IQ3_XS'], [23, 'IQ3_XXS'], [24, 'IQ1_S'], [25, 'IQ4_NL'], [26, 'IQ3_S'], [27, 'IQ3_M'],
  [28, 'IQ2_S'], [29, 'IQ2_M'], [30, 'IQ4_XS'], [31, 'IQ1_M'], [32, 'BF16'], [36, 'TQ1_0'], [37, 'TQ2_0'], [38, 'MXFP4'],
]);

/** Null for what does not write text: projectors, adapters, vocabularies, embedders. */
export function modelFacts({ metadata, tensors, parameters }: GgufHeader): ModelFacts | null {
  const architecture = textOf(metadata, 'general.architecture');
  const kind = textOf(metadata, 'general.type') || 'model';
  if (architecture === '' || tensors === 0 || kind !== 'model' || /bert|^clip$|^t5encoder$|embedding|^wavtokenizer/i.test(architecture)) return null;
  const of = (key: string): number | null => numberOf(metadata.get(`${architecture}.${key}`));
  const template = textOf(metadata, 'tokenizer.chat_template');
  const fileType = metadata.get('general.file_type');
  return {
    name: textOf(metadata, 'general.name').slice(0, 200).trim(),
    architecture: architecture.slice(0, 60),
    quantisation: (typeof fileType === 'number' ? quantisations.get(fileType) : undefined) ?? '',
    parameters,
    trainedContext: of('context_length'),
    isForChat: template !== '',
    namesTools: /\btools\b/.test(template),
    parts: numberOf(metadata.get('split.count')) ?? 1,
    part: numberOf(metadata.get('split.no')) ?? 0,
    bytesPerToken: bytesPerToken(metadata, architecture),
  };
}

/** Keys and values of every layer, two bytes a number. */
function bytesPerToken(metadata: GgufHeader['metadata'], architecture: string): number {
  const at = (key: string): GgufValue | undefined => metadata.get(`${architecture}.${key}`);
  const layers = numberOf(at('block_count')) ?? 32;
  const width = numberOf(at('embedding_length')) ?? 4096;
  const heads = average(at('attention.head_count')) ?? 1;
  const shared = average(at('attention.head_count_kv')) ?? heads;
  const perHead = width / Math.max(1, heads);
  const key = numberOf(at('attention.key_length')) ?? perHead;
  const value = numberOf(at('attention.value_length')) ?? perHead;
  const bytes = layers * shared * (key + value) * 2;
  return Number.isFinite(bytes) && bytes > 0 ? Math.ceil(bytes) : 1;
}

function textOf(metadata: GgufHeader['metadata'], key: string): string {
  const value = metadata.get(key);
  return typeof value === 'string' ? value : '';
}

function numberOf(value: GgufValue | undefined): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value < 2 ** 40 ? value : null;
}

/** Some models have another number in each layer. */
function average(value: GgufValue | undefined): number | null {
  if (!Array.isArray(value)) return numberOf(value);
  const numbers: number[] = value;
  return numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

/** What the program itself takes, and what it calculates in, beside the model. */
const besides = 250 * 1024 * 1024;

export function memoryNeeded(facts: Pick<ModelFacts, 'bytesPerToken'>, fileBytes: number, contextSize: number): number {
  return Math.ceil(fileBytes + facts.bytesPerToken * contextSize + besides);
}

export function fitOf(needed: number, free: number): 'fits' | 'tight' | 'too-large' {
  return needed > free ? 'too-large' : needed > free * 0.8 ? 'tight' : 'fits';
}

const leastContext = 2048;
const usualContext = 16_384;

/** Tokens to run it with where the person chose none: enough for tools, within what it was trained for and what memory allows. */
export function usualContextSize(facts: ModelFacts, fileBytes: number, free: number): number {
  const most = Math.min(facts.trainedContext ?? usualContext, usualContext);
  const room = Math.floor((free * 0.8 - fileBytes - besides) / facts.bytesPerToken);
  return Math.max(Math.min(leastContext, most), Math.min(most, Math.floor(room / 256) * 256));
}
