/** A call as it stands in a message before anything is decided about it. */
import type { ToolCallView } from '@portolan/contract/conversations';
import type { Problem } from '@portolan/contract/errors';
import type { JsonObject } from '@portolan/contract/json';
import type { AvailableTool } from '../ports.ts';
import { newCallId } from './ids.ts';

/** @param raw what came in place of arguments, where `input` is null */
export function waitingCall(tool: AvailableTool | undefined, toolName: string, input: JsonObject | null, raw: string, problem: Problem | null): ToolCallView {
  return {
    type: 'tool-call',
    callId: newCallId(),
    serverId: tool?.serverId ?? null,
    serverName: tool?.serverName ?? '',
    tool: tool?.name ?? toolName,
    ...(tool?.title === undefined ? {} : { title: tool.title }),
    ...(tool?.view.ui?.resourceUri === undefined ? {} : { app: { resourceUri: tool.view.ui.resourceUri } }),
    arguments: input ?? {},
    ...(input === null ? { invalidArguments: raw } : {}),
    state: problem ? 'failed' : 'waiting',
    interactionId: null,
    decidedBy: null,
    progress: null,
    result: null,
    problem,
    startedAt: null,
    endedAt: null,
  };
}
