/**
 * A language model whose weights say by heart what it answers: real enough for llama.cpp to load, tokenise, evaluate and
 * sample, small enough to be made for each test. Each token leads to one other token; which one may depend on whether a
 * certain piece of text stood anywhere before.
 *
 * How: an embedding is one dimension a token. Attention has no preference, so its values are averages over everything
 * before, and say which of the watched pieces were there. The gated layer multiplies "this token is now" by "that piece was
 * there" and votes for the token that follows then; without a vote the output matrix names the usual one.
 */
import { ggufFile } from './gguf-file.ts';
import type { GgufTensor, GgufValue } from './gguf-file.ts';

export interface ScriptedLine {
  /** The answer, in pieces; each piece is one token and stands in one line only. */
  pieces: readonly string[];
  /** The answer is given only where this text came up before (no piece of any line may hold it); of several, the line that comes first. */
  after?: string;
}

export interface ScriptedModel {
  lines: readonly ScriptedLine[];
  /** `general.name`. */
  name?: string;
  /** Tokens it was "trained" for (default 16,384). */
  contextLength?: number;
  /** In place of the ChatML template; null leaves it out. */
  chatTemplate?: string | null;
  /** More metadata, written after the usual. */
  more?: readonly (readonly [string, GgufValue])[];
}

const chatMl = "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>' + '\\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}";
const tokenType = { normal: 1, control: 3, userDefined: 4 } as const;
const newline = '\n';

/** The file's bytes, about 4 MB. Throws when a piece stands in two lines or twice in one: a token has one follower. */
export function scriptedModel({ lines, name = 'Scripted', contextLength = 16_384, chatTemplate = chatMl, more = [] }: ScriptedModel): Buffer {
  const watched = [...new Set(lines.flatMap(({ after }) => after ?? []))];
  const pieces = lines.flatMap((line) => line.pieces);
  if (new Set(pieces).size !== pieces.length) throw new Error('a piece stands twice in the script');
  const tokens: string[] = [...byteTokens(), 'Ġt'];
  const types: number[] = tokens.map(() => tokenType.normal);
  const add = (token: string, type: number): number => {
    types.push(type);
    return tokens.push(token) - 1;
  };
  const end = add('<|im_end|>', tokenType.control);
  const start = add('<|im_start|>', tokenType.control);
  const idOf = new Map<string, number>();
  for (const piece of new Set([...pieces, ...watched])) {
    // A single letter is in the vocabulary already, and no token may stand there twice.
    const letter = tokens.indexOf(piece === ' ' ? 'Ġ' : piece === newline ? 'Ċ' : piece);
    idOf.set(piece, letter === -1 ? add(piece, tokenType.userDefined) : letter);
  }
  const id = (piece: string): number => idOf.get(piece) ?? end;
  const begin = tokens.indexOf('Ċ');

  const vocabulary = tokens.length;
  const seenAt = (watchedIndex: number): number => vocabulary + watchedIndex;
  const conditional = lines.filter(({ after }) => after !== undefined);
  const voteAt = (line: number): number => vocabulary + watched.length + line;
  const width = Math.ceil((vocabulary + watched.length + conditional.length) / 32) * 32;
  const hidden = Math.max(32, Math.ceil(conditional.length / 32) * 32);

  const embedding = matrix(width, vocabulary);
  for (let token = 0; token < vocabulary; token += 1) embedding.set(token, token, 1);
  const output = matrix(width, vocabulary);
  const follows = (token: number, next: number): void => output.set(next, token, 1);
  for (const line of lines) {
    for (const [at, piece] of line.pieces.entries()) {
      const next = line.pieces[at + 1];
      follows(id(piece), next === undefined ? end : id(next));
    }
  }
  follows(begin, id(lines.find(({ after }) => after === undefined)?.pieces[0] ?? ''));

  const values = matrix(width, width);
  const attended = matrix(width, width);
  for (const [index, piece] of watched.entries()) {
    values.set(seenAt(index), id(piece), 3);
    attended.set(seenAt(index), seenAt(index), 1);
  }
  const gate = matrix(width, hidden);
  const up = matrix(width, hidden);
  const down = matrix(hidden, width);
  for (const [index, { pieces: [first = ''], after = '' }] of conditional.entries()) {
    gate.set(index, begin, 1e3);
    // The line that comes first counts more than how often its piece stands there.
    up.set(index, seenAt(watched.indexOf(after)), 10 ** (3 + 6 * (conditional.length - 1 - index)));
    down.set(voteAt(index), index, 1);
    output.set(id(first), voteAt(index), 1);
  }

  const metadata: [string, GgufValue][] = [
    ['general.architecture', { type: 'string', value: 'llama' }],
    ['general.name', { type: 'string', value: name }],
    ['general.file_type', { type: 'u32', value: 0 }],
    ['llama.context_length', { type: 'u32', value: contextLength }],
    ['llama.embedding_length', { type: 'u32', value: width }],
    ['llama.block_count', { type: 'u32', value: 1 }],
    ['llama.feed_forward_length', { type: 'u32', value: hidden }],
    ['llama.attention.head_count', { type: 'u32', value: 1 }],
    ['llama.attention.head_count_kv', { type: 'u32', value: 1 }],
    ['llama.attention.layer_norm_rms_epsilon', { type: 'f32', value: 1e-6 }],
    ['llama.vocab_size', { type: 'u32', value: vocabulary }],
    ['tokenizer.ggml.model', { type: 'string', value: 'gpt2' }],
    ['tokenizer.ggml.pre', { type: 'string', value: 'default' }],
    ['tokenizer.ggml.tokens', { type: 'array', of: 'string', values: tokens }],
    ['tokenizer.ggml.token_type', { type: 'array', of: 'i32', values: types }],
    ['tokenizer.ggml.merges', { type: 'array', of: 'string', values: ['Ġ t'] }],
    ['tokenizer.ggml.bos_token_id', { type: 'u32', value: start }],
    ['tokenizer.ggml.eos_token_id', { type: 'u32', value: end }],
    ['tokenizer.ggml.add_bos_token', { type: 'bool', value: false }],
    ...(chatTemplate === null ? [] : ([['tokenizer.chat_template', { type: 'string', value: chatTemplate }]] as [string, GgufValue][])),
    ...more.map(([key, value]): [string, GgufValue] => [key, value]),
  ];
  const ones = (): Float32Array => new Float32Array(width).fill(1);
  const tensors: GgufTensor[] = [
    { name: 'token_embd.weight', dimensions: [width, vocabulary], data: embedding.data },
    { name: 'blk.0.attn_norm.weight', dimensions: [width], data: ones() },
    { name: 'blk.0.attn_q.weight', dimensions: [width, width], data: matrix(width, width).data },
    { name: 'blk.0.attn_k.weight', dimensions: [width, width], data: matrix(width, width).data },
    { name: 'blk.0.attn_v.weight', dimensions: [width, width], data: values.data },
    { name: 'blk.0.attn_output.weight', dimensions: [width, width], data: attended.data },
    { name: 'blk.0.ffn_norm.weight', dimensions: [width], data: ones() },
    { name: 'blk.0.ffn_gate.weight', dimensions: [width, hidden], data: gate.data },
    { name: 'blk.0.ffn_up.weight', dimensions: [width, hidden], data: up.data },
    { name: 'blk.0.ffn_down.weight', dimensions: [hidden, width], data: down.data },
    { name: 'output_norm.weight', dimensions: [width], data: ones() },
    { name: 'output.weight', dimensions: [width, vocabulary], data: output.data },
  ];
  return ggufFile(metadata, tensors);
}

function matrix(width: number, rows: number): { data: Float32Array; set(row: number, column: number, value: number): void } {
  const data = new Float32Array(width * rows);
  return {
    data,
    set: (row, column, value) => {
      data[row * width + column] = value;
    },
  };
}

/** The 256 letters by which byte-level vocabularies (GPT-2) write bytes; printable ones stand for themselves. */
function byteTokens(): string[] {
  let free = 256;
  const isPrintable = (byte: number): boolean => (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
  return Array.from({ length: 256 }, (_, byte) => String.fromCodePoint(isPrintable(byte) ? byte : free++));
}

/** Pieces of an answer in words, as a script wants them. */
export function words(text: string): string[] {
  return text.match(/\s*\S+/g) ?? [newline];
}
