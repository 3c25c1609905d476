/** A stored conversation as the messages of one request. The same history gives the same bytes, so that caches hold. */
import type { FilePart, ModelMessage, TextPart, ToolResultPart } from 'ai';
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import type { StoredMessage } from '../../ports.ts';
import { hostName, isHostTool, plainName } from '../../resources/host-tools.ts';
import { modelToolName } from '../names.ts';
import { isForModel, lowerBlock, sendable } from './blocks.ts';
import type { Lowered } from './blocks.ts';
import { isSameMaker, readStepState } from './provider-state.ts';
import type { AssistantPart, StepMaker, StepState } from './provider-state.ts';
import { lowerToolResult } from './tool-result.ts';
import type { WireTraits } from './traits.ts';
import { fitWithin, headAndTail } from './truncate.ts';
import type { Piece } from './truncate.ts';

const maxAttachmentCharacters = 200_000;
/** Of everything attached to one message. */
const maxAttachedCharacters = 600_000;
/** Stands between two answers, and after a cut one: services refuse a history that ends with an answer. */
const goOn = 'Go on from where your last message ended, without repeating it.';

export function lowerHistory(messages: readonly StoredMessage[], target: StepMaker, traits: WireTraits, hasTools = true): ModelMessage[] {
  const result: ModelMessage[] = [];
  // Anthropic and Amazon refuse calls in a history when no tools are offered any more (reported).
  const callsAsText = (target.kind === 'anthropic' || target.kind === 'bedrock') && !hasTools;
  const push = (message: ModelMessage) => {
    if (message.role === 'assistant' && result.length === 0) result.push({ role: 'user', content: begins });
    if (message.role === 'assistant' && result.at(-1)?.role === 'assistant') result.push({ role: 'user', content: goOn });
    result.push(message);
  };
  for (const message of messages) {
    if (message.role === 'user') {
      const content = userParts(message.parts, traits);
      if (content.length > 0) push({ role: 'user', content });
    } else {
      for (const step of stepsOf(message)) for (const lowered of callsAsText ? stepAsText(step, traits) : lowerStep(step, target, traits)) push(lowered);
    }
  }
  if (result.at(-1)?.role === 'assistant') push({ role: 'user', content: goOn });
  return result;
}

/** Before an answer that nobody asked for, such as the first message of some prompts. */
const begins = '[The conversation begins with your message.]';

interface Step {
  parts: PartView[];
  state: StepState | null;
}

/** Divides a message into the steps that made it; where nothing tells, what follows calls is a new step. */
function stepsOf(message: StoredMessage): Step[] {
  const states = message.providerState.flatMap((value) => readStepState(value) ?? []).toSorted((a, b) => a.from - b.from);
  const steps: Step[] = [];
  let at = 0;
  for (const state of states) {
    if (state.from < at || state.to > message.parts.length) continue;
    steps.push(...unmarked(message.parts.slice(at, state.from)));
    steps.push({ parts: message.parts.slice(state.from, state.to), state });
    at = state.to;
  }
  return withScripts([...steps, ...unmarked(message.parts.slice(at))]);
}

/** What a script called belongs to the step that wrote the script; no model is told of it (C17). */
function withScripts(steps: readonly Step[]): Step[] {
  const result: Step[] = [];
  for (const step of steps) {
    const last = result.at(-1);
    if (last !== undefined && step.state === null && step.parts.every(isOfScript)) result[result.length - 1] = { ...last, parts: [...last.parts, ...step.parts] };
    else result.push(step);
  }
  return result;
}

const isOfScript = (part: PartView): boolean => part.type === 'tool-call' && part.script !== undefined;

/** Where in a message its steps begin, by part: a call and its result are always of one step. */
export function stepStarts(message: StoredMessage): number[] {
  let at = 0;
  return stepsOf(message).map(({ parts }) => {
    const start = at;
    at += parts.length;
    return start;
  });
}

function unmarked(parts: PartView[]): Step[] {
  const steps: Step[] = [];
  for (const part of parts) {
    const last = steps.at(-1);
    const isNew = !last || (part.type !== 'tool-call' && last.parts.some((other) => other.type === 'tool-call'));
    if (isNew) steps.push({ parts: [part], state: null });
    else last.parts.push(part);
  }
  return steps;
}

function lowerStep({ parts: all, state }: Step, target: StepMaker, traits: WireTraits): ModelMessage[] {
  const parts = all.filter((part) => !isOfScript(part));
  const calls = parts.filter((part) => part.type === 'tool-call');
  const isVerbatim = state !== null && isSameMaker(state, target) && state.calls.length === calls.length && calls.every((call, index) => state.calls[index]?.callId === call.callId);
  const names = calls.map((call, index) => (isVerbatim ? state.calls[index] : undefined) ?? { toolCallId: call.callId, toolName: nameOf(call) });
  const content = isVerbatim ? state.content.filter(isSaying) : retold(parts, traits);
  if (content.length === 0) return [];
  const messages: ModelMessage[] = [{ role: 'assistant', content }];
  if (calls.length === 0) return messages;

  const answers: ToolResultPart[] = [];
  const moved: (TextPart | FilePart)[] = [];
  for (const [index, call] of calls.entries()) {
    const name = names[index];
    if (!name) continue;
    const lowered = lowerToolResult(call, traits);
    const inside = traits.imagesInResults && !lowered.isError ? lowered.images : [];
    answers.push({
      type: 'tool-result',
      toolCallId: name.toolCallId,
      toolName: name.toolName,
      output: lowered.isError
        ? { type: 'error-text', value: lowered.text }
        : inside.length > 0
          ? { type: 'content', value: [{ type: 'text', text: lowered.text }, ...inside.map((image) => ({ type: 'file' as const, mediaType: image.mediaType, data: { type: 'data' as const, data: image.data } }))] }
          : { type: 'text', value: lowered.text },
    });
    const outside = [...(inside.length > 0 ? [] : lowered.images), ...lowered.others];
    if (outside.length > 0) moved.push({ type: 'text', text: `[From the result of ${name.toolName}:]` }, ...outside.map((file) => filePart(file, traits)));
  }
  messages.push({ role: 'tool', content: answers });
  if (moved.length > 0) messages.push({ role: 'user', content: moved });
  return messages;
}

/** The same step without calls: what was asked for and what came of it, told in words. */
function stepAsText({ parts: all }: Step, traits: WireTraits): ModelMessage[] {
  const parts = all.filter((part) => !isOfScript(part));
  const said = retold(parts, traits).map((part): AssistantPart => (part.type === 'tool-call' ? { type: 'text', text: `[I called ${part.toolName} with ${sendable(JSON.stringify(part.input))}]` } : part));
  if (said.length === 0) return [];
  const results = parts.flatMap((part) => (part.type === 'tool-call' ? [{ name: nameOf(part), ...lowerToolResult(part, traits) }] : []));
  const told = results.flatMap(({ name, text, images, others }) => [{ type: 'text' as const, text: `[Result of ${name}:]\n${text}` }, ...[...images, ...others].map((file) => filePart(file, traits))]);
  return [{ role: 'assistant', content: said }, ...(told.length > 0 ? [{ role: 'user' as const, content: told }] : [])];
}

/** Blank texts are refused, even those the model wrote itself between two calls. */
function isSaying(part: AssistantPart): boolean {
  return part.type !== 'text' || part.text.trim() !== '' || part.providerOptions !== undefined;
}

/** What another model said, without its reasoning, under ids that every service takes. */
function retold(parts: readonly PartView[], traits: WireTraits): AssistantPart[] {
  return parts.flatMap((part): AssistantPart[] => {
    switch (part.type) {
      case 'text':
        return part.text.trim() === '' ? [] : [{ type: 'text', text: sendable(part.text) }];
      case 'tool-call':
        return [{ type: 'tool-call', toolCallId: part.callId, toolName: nameOf(part), input: part.modelArguments ?? part.arguments }];
      case 'attachment': {
        const lowered = lowerBlock(part.content, traits);
        return [{ type: 'text', text: lowered.type === 'text' ? headAndTail(lowered.text, maxAttachmentCharacters) : '[A file stood here.]' }];
      }
      case 'reasoning':
        return [];
      default:
        return part satisfies never;
    }
  });
}

/** A tool that was never offered is kept under the name the model made up, as far as names go. */
function nameOf(call: ToolCallView): string {
  if (isHostTool(call.tool)) return modelToolName(hostName, plainName(call.tool));
  if (call.serverId !== null) return modelToolName(call.serverName, call.tool);
  return /^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(call.tool) ? call.tool : 'unknown_tool';
}

interface UserPiece {
  /** What the person wrote. */
  own?: string;
  file?: FilePart;
  piece?: Piece;
}

/** What the person wrote goes whole; what they attached within bounds, what its server calls less important being cut first (P08). */
function userParts(parts: readonly PartView[], traits: WireTraits): (TextPart | FilePart)[] {
  const lowered = parts.flatMap((part): UserPiece[] => {
    if (part.type === 'text') return [{ own: sendable(part.text) }];
    if (part.type !== 'attachment' || !isForModel(part.content)) return [];
    const value = lowerBlock(part.content, traits);
    if (value.type === 'file') return [{ file: filePart(value, traits) }];
    const priority = part.content.type === 'unknown' ? undefined : part.content.annotations?.priority;
    return [{ piece: { text: headAndTail(value.text, maxAttachmentCharacters), priority: priority ?? 0.5 } }];
  });
  const texts = fitWithin(lowered.flatMap(({ piece }) => piece ?? []), maxAttachedCharacters);
  return lowered.flatMap(({ own, file, piece }): (TextPart | FilePart)[] => {
    if (file !== undefined) return [file];
    const text = piece === undefined ? (own ?? '') : (texts.shift() ?? '');
    return text.trim() === '' ? [] : [{ type: 'text', text }];
  });
}

function filePart(file: Extract<Lowered, { type: 'file' }>, traits: WireTraits): FilePart {
  return { type: 'file', mediaType: file.mediaType, data: file.data, ...(file.filename === undefined || traits.namelessFiles ? {} : { filename: file.filename }) };
}
