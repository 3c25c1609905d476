/** Results of jobs that came after the messages of their calls were told in a summary: their model is told that they are there, and how to read them (C18, C13). */
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import { modelToolName } from '../models/names.ts';
import type { StoredMessage } from '../ports.ts';
import { hostName, plainName, readOnTool } from '../resources/host-tools.ts';
import type { StoredSummary } from './context-store.ts';

/** Of very many the last ones. */
const mostTold = 20;

/** @param messages what the chat shows. Empty where nothing came */
export function endedSince(messages: readonly StoredMessage[], { before, inside, createdAt }: Pick<StoredSummary, 'before' | 'inside' | 'createdAt'>): string {
  const kept = messages.findIndex(({ id }) => id === before);
  const parts = messages.flatMap(({ id, parts: all }, place): readonly PartView[] => (place < kept ? all : id === inside?.messageId ? all.slice(0, inside.fromPart) : []));
  const came = parts.filter((part): part is ToolCallView => part.type === 'tool-call' && isTold(part) && part.endedAt !== null && part.endedAt >= createdAt);
  if (came.length === 0) return '';
  const lines = came.slice(-mostTold).map((call) => `- ${JSON.stringify(modelToolName(call.serverName, call.tool))}: ${call.result === null ? 'it failed' : `read the result with ${modelToolName(hostName, plainName(readOnTool))}, id ${call.callId}, offset 0`}`);
  return `\n[Jobs of that part have ended since the summary was written:]\n${lines.join('\n')}`;
}

/** What calls of scripts bring is told to no model, and what the person keeps back is theirs. */
function isTold({ state, job, script, review }: ToolCallView): boolean {
  return job?.isBackground === true && script === undefined && (state === 'done' || state === 'failed') && review?.state !== 'waiting' && review?.state !== 'withheld';
}
