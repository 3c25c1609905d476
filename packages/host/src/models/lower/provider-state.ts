/**
 * What a provider needs back verbatim of one step: its content with signatures and encrypted reasoning. Good only for the
 * model that made it; for any other the step is told again from the parts that are shown.
 */
import * as z from 'zod/mini';
import type { AssistantModelMessage, ModelMessage } from 'ai';
import { isJson } from '@portolan/contract/json';
import type { Json } from '@portolan/contract/json';
import { ProviderKind } from '@portolan/contract/providers';

export type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number];

const textOf = (field: string) => (value: Record<string, unknown>) => typeof value[field] === 'string';
const checks = new Map<unknown, (value: Record<string, unknown>) => boolean>([
  ['text', textOf('text')],
  ['reasoning', textOf('text')],
  ['tool-call', (value) => textOf('toolCallId')(value) && textOf('toolName')(value) && value['input'] !== undefined],
  ['file', (value) => textOf('data')(value) && textOf('mediaType')(value)],
  ['reasoning-file', (value) => textOf('data')(value) && textOf('mediaType')(value)],
  ['custom', textOf('kind')],
]);

/** A part as it was written; other kinds, and what the provider ran by itself, are not brought back. */
const StoredPart = z.custom<AssistantPart>((value) => {
  if (typeof value !== 'object' || value === null || !('type' in value)) return false;
  return checks.get(value.type)?.({ ...value }) ?? false;
});

/** Whom a step was made by, or is to be made by. */
export interface StepMaker {
  providerId: string;
  kind: ProviderKind;
  origin: string;
  model: string;
}

export interface StepState extends StepMaker {
  v: 1;
  /** The parts of the message that this step made: from (inclusive) to (exclusive). */
  from: number;
  to: number;
  /** In the order of the tool-call parts. */
  calls: { callId: string; toolCallId: string; toolName: string }[];
  content: AssistantPart[];
}

const StepState: z.ZodMiniType<StepState> = z.object({
  v: z.literal(1),
  providerId: z.string(),
  kind: ProviderKind,
  origin: z.string(),
  model: z.string(),
  from: z.number(),
  to: z.number(),
  calls: z.array(z.object({ callId: z.string(), toolCallId: z.string(), toolName: z.string() })),
  content: z.array(StoredPart),
});

/** Null for what an unknown version of the app left. */
export function readStepState(value: Json): StepState | null {
  const parsed = StepState.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** For the store. Null when it can't be brought back as it is: the parts then have to do. */
export function writeStepState(state: Omit<StepState, 'v' | 'content'>, messages: readonly ModelMessage[]): Json | null {
  const content = messages.flatMap((message) => (message.role === 'assistant' && Array.isArray(message.content) ? message.content : []));
  const ids = state.calls.map((call) => call.toolCallId);
  // Some servers number the calls of every answer alike; two with one id can't be answered apart.
  if (content.length === 0 || new Set(ids).size !== ids.length) return null;
  const plain: unknown = JSON.parse(JSON.stringify({ v: 1, ...state, content }));
  return isJson(plain) && readStepState(plain) ? plain : null;
}

/** Of a message without its first parts: what is left of its states, as if it had begun there. */
export function statesFrom(states: readonly Json[], fromPart: number): Json[] {
  return states.flatMap((value): Json[] => {
    const state = readStepState(value);
    if (state === null || state.from < fromPart || typeof value !== 'object' || value === null || Array.isArray(value)) return [];
    return [{ ...value, from: state.from - fromPart, to: state.to - fromPart }];
  });
}

export function isSameMaker(a: StepMaker, b: StepMaker): boolean {
  return a.providerId === b.providerId && a.kind === b.kind && a.origin === b.origin && a.model === b.model;
}
