/** What a request to a model consists of, in tokens as they are guessed (C13). */
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import type { ContentView, ToolResultView } from '@portolan/contract/content';
import type { FrameKind } from '@portolan/contract/context';
import type { FileRef } from '@portolan/contract/files';
import { isForModel } from '../models/lower/blocks.ts';
import type { AvailableTool, StoredMessage } from '../ports.ts';
import { tokensOfTool } from './chat-tools.ts';
import { estimateTokens, tokensOfFile } from './estimate.ts';

/** As far as they go to models, in characters. */
const longestAttachment = 200_000;
/** Roles, ids and marks around a message, a call or a result. */
const wrapping = 6;

export interface MessageWeight {
  history: number;
  attachments: number;
  results: number;
}

export interface Weights extends MessageWeight {
  system: number;
  /** What of the instructions is the person's own, and the files that go with every message. */
  frames: { from: FrameKind; name: string; instructions: number; files: number }[];
  summary: number;
  tools: { serverId: AvailableTool['serverId']; serverName: string; tokens: number; loaded: number }[];
}

/** @param resultLimit characters of one result that the model is given */
export function weighMessage({ parts }: Pick<StoredMessage, 'parts'>, resultLimit: number): MessageWeight {
  const weight = { history: wrapping, attachments: 0, results: 0 };
  for (const part of parts) addPart(weight, part, resultLimit);
  return weight;
}

export const totalOf = ({ history, attachments, results }: MessageWeight): number => history + attachments + results;

function addPart(weight: MessageWeight, part: PartView, resultLimit: number): void {
  switch (part.type) {
    case 'text':
      weight.history += estimateTokens(part.text);
      return;
    case 'reasoning':
      // It goes back only to the model that made it, and mostly sealed.
      weight.history += estimateTokens(part.text);
      return;
    case 'tool-call':
      // A script's: its model reads what that printed.
      if (part.script !== undefined) return;
      weight.history += wrapping + estimateTokens(part.tool) + estimateTokens(JSON.stringify(part.modelArguments ?? part.arguments));
      weight.results += wrapping + resultTokens(part, resultLimit);
      return;
    case 'attachment':
      if (isForModel(part.content)) weight.attachments += part.file === undefined ? contentTokens(part.content, longestAttachment) : fileTokens(part.content, part.file);
      return;
    default:
      part satisfies never;
  }
}

/** A file of the person's, whose bytes are not in the message. */
function fileTokens(content: ContentView, file: FileRef): number {
  if (file.asWords === true) return 40;
  const isCutText = content.type === 'resource' && content.resource.kind === 'text' && content.resource.isLeftOut === true;
  if (isCutText) return Math.ceil(Math.min(file.bytes, longestAttachment) / 4);
  const { width, height } = file.forModel ?? file;
  // By area, as services count; the largest are made smaller there.
  return width === undefined || height === undefined ? contentTokens(content, longestAttachment) : Math.min(1_600, Math.max(100, Math.ceil((width * height) / 750)));
}

function resultTokens({ result, review }: ToolCallView, limit: number): number {
  // A sentence in its place.
  if (result === null || review?.state === 'waiting' || review?.state === 'withheld') return 30;
  const tokens = result.content.filter(isForModel).reduce((sum, block) => sum + contentTokens(block, limit), 0);
  return Math.min(tokens, limitTokens(result, limit)) || structuredTokens(result, limit);
}

/** Texts together are held to the limit; a file counts beside them. */
function limitTokens({ content }: ToolResultView, limit: number): number {
  const files = content.filter((block) => block.type === 'image' || block.type === 'audio').length;
  return limit + files * tokensOfFile;
}

function structuredTokens({ structuredContent }: ToolResultView, limit: number): number {
  return structuredContent === undefined ? 10 : estimateTokens(JSON.stringify(structuredContent).slice(0, limit));
}

function contentTokens(content: ContentView, limit: number): number {
  switch (content.type) {
    case 'text':
      return estimateTokens(content.text.slice(0, limit));
    case 'image':
      return tokensOfFile;
    case 'audio':
      return Math.max(tokensOfFile, Math.round(content.data.length / 600));
    case 'resource':
      if (content.resource.kind === 'text') return estimateTokens(content.resource.text.slice(0, limit)) + estimateTokens(content.resource.uri);
      return content.resource.mimeType?.startsWith('image/') === true ? tokensOfFile : content.resource.mimeType === 'application/pdf' ? Math.max(tokensOfFile, Math.round(content.resource.bytes / 50)) : 40;
    case 'resource_link':
      return estimateTokens(content.uri) + estimateTokens(content.name);
    case 'unknown':
      return 20;
    default:
      return content satisfies never;
  }
}

export interface RequestParts {
  /** What goes to the model as it is; the summary, where there is one, apart. */
  said: MessageWeight;
  summary: string | null;
  instructions: string;
  /** What of the instructions each frame says, and its files that go whole. */
  frames?: readonly { from: FrameKind; name: string; instructions: string; files: readonly PartView[] }[];
  tools: readonly AvailableTool[];
}

export function addUp(weights: readonly MessageWeight[]): MessageWeight {
  const sum: MessageWeight = { history: 0, attachments: 0, results: 0 };
  for (const { history, attachments, results } of weights) {
    sum.history += history;
    sum.attachments += attachments;
    sum.results += results;
  }
  return sum;
}

export function weigh({ said, summary, instructions, frames: framed = [], tools }: RequestParts): Weights {
  const frames = framed.map(({ from, name, instructions: text, files }) => ({ from, name, instructions: estimateTokens(text), files: files.length === 0 ? 0 : totalOf(weighMessage({ parts: [...files] }, 0)) }));
  const system = Math.max(0, estimateTokens(instructions) - frames.reduce((tokens, each) => tokens + each.instructions, 0));
  const sum: Weights = { ...said, system, frames, summary: summary === null ? 0 : estimateTokens(summary), tools: [] };
  const byServer = new Map<string, Weights['tools'][number]>();
  for (const tool of tools) {
    const of = byServer.get(tool.serverId) ?? { serverId: tool.serverId, serverName: tool.serverName, tokens: 0, loaded: 0 };
    of.tokens += tokensOfTool(tool);
    of.loaded += 1;
    byServer.set(tool.serverId, of);
  }
  sum.tools = [...byServer.values()];
  return sum;
}

export function sumOf(weights: Weights): number {
  return weights.system + weights.frames.reduce((sum, each) => sum + each.instructions + each.files, 0) + weights.summary + totalOf(weights) + weights.tools.reduce((sum, { tokens }) => sum + tokens, 0);
}
