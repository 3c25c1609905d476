/** Parts of messages from a file: only what can be looked at is left of them. */
import type { ContentView } from '@portolan/contract/content';
import type { PartView, ToolCallView } from '@portolan/contract/conversations';
import type { JsonObject } from '@portolan/contract/json';
import { isJson } from '@portolan/contract/json';
import { newCallId } from '../ids.ts';
import { importLimits, LeftOut } from './imported-chat.ts';

export function textPart(text: string): PartView {
  if (text.length > importLimits.text) throw new LeftOut('too-large');
  return { type: 'text', text: text.toWellFormed() };
}

export function reasoningPart(text: string): PartView {
  if (text.length > importLimits.text) throw new LeftOut('too-large');
  return { type: 'reasoning', text: text.toWellFormed() };
}

/** A call that some other program made, or did not; here nothing of it ever ran. */
export function callPart({ tool, server, args, at }: { tool: string; server: string; args: unknown; at: number }): ToolCallView {
  return {
    type: 'tool-call',
    callId: newCallId(),
    serverId: null,
    serverName: name(server, 200),
    tool: name(tool, 200) || '?',
    arguments: objectOf(args),
    state: 'interrupted',
    interactionId: null,
    decidedBy: null,
    progress: null,
    result: null,
    problem: null,
    startedAt: null,
    endedAt: at,
  };
}

/** What came back for a call. */
export function answered(call: ToolCallView, content: ContentView[], isError: boolean, at: number): ToolCallView {
  return { ...call, state: isError ? 'failed' : 'done', result: { content, isError, repairs: [] }, endedAt: at };
}

export function attachmentPart({ from, uri, fileName, content }: { from: string; uri: string; fileName: string; content: ContentView }): PartView {
  return { type: 'attachment', serverId: null, serverName: name(from, 200), uri: uri.toWellFormed().slice(0, 2000), name: name(fileName, 300) || 'file', content };
}

/**
 * A part of a chat of ours, as another installation wrote it down or somebody made it up: it names no server of here, waits for
 * nobody, has no app and no job, and says of nothing that the person decided it.
 */
function ownPart(part: PartView): PartView {
  if (part.type === 'text') return textPart(part.text);
  if (part.type === 'reasoning') return reasoningPart(part.text);
  if (part.type === 'attachment') {
    // A hash that a stranger wrote down could be of somebody else's file here.
    const { version: _version, file: _file, ...rest } = part;
    return { ...rest, serverId: null };
  }
  const { app: _app, review: _review, script: _script, printed: _printed, job: _job, ...call } = part;
  const isUnfinished = call.state === 'waiting' || call.state === 'running';
  return {
    ...call,
    callId: newCallId(),
    serverId: null,
    interactionId: null,
    decidedBy: null,
    progress: null,
    state: isUnfinished ? 'interrupted' : call.state,
    result: withoutMeta(call.result),
    problem: call.problem === null ? null : { code: call.problem.code, details: call.problem.details, at: call.problem.at },
  };
}

/** The same of all parts of a message: what a script of it called goes on being of that script, and what names no script of it does not. */
export function ownParts(parts: readonly PartView[]): PartView[] {
  const own = parts.map(ownPart);
  return own.map((part, at) => {
    const before = parts[at];
    if (part.type !== 'tool-call' || before?.type !== 'tool-call' || before.script === undefined) return part;
    const script = own[parts.findIndex((each, index) => index < at && each.type === 'tool-call' && each.callId === before.script)];
    return script?.type === 'tool-call' ? { ...part, script: script.callId } : part;
  });
}

function withoutMeta(result: ToolCallView['result']): ToolCallView['result'] {
  if (result === null) return null;
  const { meta: _meta, ...rest } = result;
  return rest;
}

function objectOf(value: unknown): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && isJson(value)) return value as JsonObject;
  return value === undefined || value === null || !isJson(value) ? {} : { input: value };
}

function name(text: string, longest: number): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\s]+/gu, ' ').trim().slice(0, longest).toWellFormed();
}
