/** What a model is told of one tool call: its result, or why there is none. Every call gets exactly one answer. */
import type { ToolResultView } from '@portolan/contract/content';
import type { ToolCallView } from '@portolan/contract/conversations';
import type { Problem } from '@portolan/contract/errors';
import type { JsonObject } from '@portolan/contract/json';
import { runTool } from '../../resources/host-tools.ts';
import { isForModel, lowerBlock, sendable } from './blocks.ts';
import type { Lowered } from './blocks.ts';
import type { WireTraits } from './traits.ts';
import { headAndTail, joinAll, joinWithin } from './truncate.ts';
import type { Piece, ReadOn } from './truncate.ts';

/** Characters of one result that a model is given. */
export const maxResultCharacters = 50_000;

type File = Extract<Lowered, { type: 'file' }>;

export interface LoweredResult {
  text: string;
  isError: boolean;
  /** Shown inside the result where the format allows it, else in a user message after it. */
  images: File[];
  /** Always in a user message after the result. */
  others: File[];
}

/** With a word before it where the call is not the one that the model asked for (H02). */
export function lowerToolResult(call: ToolCallView, traits: WireTraits): LoweredResult {
  const lowered = outcomeOf(call, traits);
  return call.modelArguments === undefined ? lowered : { ...lowered, text: `${changedBefore(call.arguments)}\n${lowered.text}` };
}

/** Characters of changed arguments that a model is told. */
const maxArgumentCharacters = 10_000;

function changedBefore(args: JsonObject): string {
  return `[The user changed the arguments before allowing this call. What follows is about the call with these arguments: ${headAndTail(sendable(JSON.stringify(args)), maxArgumentCharacters)}]`;
}

function outcomeOf(call: ToolCallView, traits: WireTraits): LoweredResult {
  if (call.review?.state === 'waiting' || call.review?.state === 'withheld') return { text: withheld(call.review.note), isError: false, images: [], others: [] };
  if (!call.result) return { text: missing(call), isError: call.state !== 'running', images: [], others: [] };
  const { pieces, files } = piecesOf(call.result, traits);
  const text = joinWithin(pieces, traits.results?.characters ?? maxResultCharacters, readOn(call.callId, traits));
  // Services refuse empty and blank texts.
  const instead = files.length > 0 ? '[The result is in the files that come with it.]' : '[The tool returned nothing to read.]';
  const told = text.trim() === '' ? instead : text;
  return {
    text: call.review?.state === 'edited' ? `[The user changed this result before passing it on to you.]\n${told}` : told,
    isError: call.result.isError,
    images: files.filter((file) => file.mediaType.startsWith('image/')),
    others: files.filter((file) => !file.mediaType.startsWith('image/')),
  };
}

function piecesOf(result: ToolResultView, traits: WireTraits): { pieces: Piece[]; files: File[] } {
  const lowered = result.content.filter(isForModel).map((block) => ({
    priority: block.type === 'unknown' ? 0.5 : (block.annotations?.priority ?? 0.5),
    value: lowerBlock(block, traits),
  }));
  const pieces = lowered.flatMap(({ priority, value }) => (value.type === 'text' && value.text !== '' ? [{ priority, text: value.text }] : []));
  const files = lowered.flatMap(({ value }) => (value.type === 'file' ? [value] : []));
  const hasText = result.content.some((block) => block.type === 'text' && block.text !== '');
  if (!hasText && result.structuredContent !== undefined) pieces.push({ priority: 0.5, text: sendable(JSON.stringify(result.structuredContent)) });
  return { pieces, files };
}

/** All that a model may read of a result, of which it is given a part at a time; null where it may read nothing. */
export function wholeResult(call: ToolCallView, traits: WireTraits): string | null {
  if (!call.result || call.review?.state === 'waiting' || call.review?.state === 'withheld') return null;
  return joinAll(piecesOf(call.result, traits).pieces);
}

function readOn(callId: string, { results }: WireTraits): ReadOn | undefined {
  const tool = results?.readOnTool ?? null;
  return tool === null ? undefined : (offset) => `The person sees the whole result. Read on with the tool ${tool}: {"id": "${callId}", "offset": ${offset}}.`;
}

function withheld(note: string | undefined): string {
  return `The call was made. Its result went to the user, who withheld it from you${note === undefined ? '.' : `, with this note: ${sendable(note)}`} Do not make the call again to get at the result.`;
}

function missing(call: ToolCallView): string {
  switch (call.state) {
    case 'denied':
      if (call.decidedBy === 'never-rule') return 'This call was not made: the user has a standing rule that calls like it are never made, and was not asked. Do not make it again or try to reach the same end another way: tell the user what you would have needed.';
      if (call.decidedBy === 'storm-limit') {
        return `Portolan, the app you run in, refused this call without asking the user; it was not made. There were too many questions about the server "${call.serverName}" within a minute. Do not call its tools again now: tell the user what you wanted to do, and let them decide how to go on.`;
      }
      if (call.decidedBy === 'unattended') return 'This call was not made: nobody is there to be asked, and no standing permission of the user allows it. Do not make it again: go on without it, and say at the end what you could not do.';
      if (call.decidedBy === 'mute') return `The user has muted the server "${call.serverName}", so Portolan, the app you run in, refuses all of its calls; this one was not made. Do not call its tools again: go on without them, or tell the user what you would need.`;
      return `The user declined this call; it was not made.${call.denyReason ? ` Their reason: ${asSentence(call.denyReason)}` : ''} Do not try to reach the same end another way without asking.`;
    case 'cancelled':
      return 'The user stopped this call while it was running. It may have taken effect in part.';
    case 'unknown':
      if (call.tool === runTool) return 'The app was closed while this script was running. Some of its calls may have been made: check before you run it again.';
      return 'The app was closed while this call was running. It may or may not have happened: check before making it again.';
    case 'failed':
      return call.problem ? failed(call, call.problem) : 'The call failed.';
    case 'running':
      // Read by the script, which ends long before: what comes is put where the person sees it, and calls of scripts are told to no model.
      if (call.job !== undefined && call.script !== undefined) return `The call was made and goes on in the background as the job ${call.job.id}: the user chose not to wait for it. Its result goes to the user alone; neither this script nor the model that wrote it is given it. Do not make the call again to get at it: print that it goes on, and let the user say what came of it.`;
      if (call.job !== undefined) return `The call was made and goes on in the background as the job ${call.job.id}: the user chose not to wait for it. Its result will stand here when it has come, and the user will tell you. Do not make the call again to get at it; go on with what can be done without it, or tell the user that you wait.`;
      return 'This call was not made: the answer was interrupted before it.';
    case 'waiting':
    case 'done':
    case 'interrupted':
      return 'This call was not made: the answer was interrupted before it.';
    default:
      return call.state satisfies never;
  }
}

/** Enough for a model to do better or to tell the person; the person sees the problem itself. */
function failed(call: ToolCallView, problem: Problem): string {
  const { code, details } = problem;
  if (code === 'tool-unknown') return `There is no tool "${call.tool}". Use only the tools you were given.`;
  if (code === 'tool-suspended') {
    return 'The call was not made. The server changed what this tool is after the user had allowed it, so it is suspended until the user has looked at the change. Do not call it again or try another way: tell the user.';
  }
  if (code === 'result-unknown') return 'There is no result of this id in this conversation.';
  if (code === 'server-unknown') return 'There is no server of this name that offers resources now.';
  if (code === 'tool-arguments-invalid') {
    return call.invalidArguments === undefined ? 'The arguments do not fit the tool.' : 'The arguments were not a JSON object. Give the arguments as one JSON object.';
  }
  if (code === 'call-timeout') return 'The tool did not answer in time. It may or may not have taken effect.';
  if (code === 'call-lost' || code === 'server-exited') {
    return 'The connection to the server broke during the call. It may or may not have taken effect: check before making it again.';
  }
  if (code === 'server-error' || code === 'server-invalid-result') {
    return `The server answered with an error${typeof details['message'] === 'string' ? `: ${details['message'].slice(0, 2000)}` : '.'}`;
  }
  return `The call was not made (${code}).`;
}

/** People write reasons without a full stop; what follows is a sentence of its own. */
const asSentence = (text: string) => (/[\p{P}\p{S}]$/u.test(text.trim()) ? text.trim() : `${text.trim()}.`);
