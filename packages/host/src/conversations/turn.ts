/** One answer of the assistant: model steps and tool calls in turn, until the model has no more calls. */
import type { ConversationView, ModelRef, PartView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ProviderId } from '@portolan/contract/ids';
import type { JsonObject } from '@portolan/contract/json';
import type { AvailableTool, ServersPort, StoredMessage } from '../ports.ts';
import type { ChatContext, OfferedServers, PreparedRequest } from '../context/chat-context.ts';
import { parametersOf } from '../context/chat-frame.ts';
import type { ChatTool } from '../context/chat-tools.ts';
import { findTools } from '../context/find-tools.ts';
import { callOfId, readOn } from '../context/read-result.ts';
import type { FilesPort } from '../files/file-parts.ts';
import { findTool, hostId, hostToolOf, listTool, plainName, readFileTool, readOnTool, readTool, runTool } from '../resources/host-tools.ts';
import type { Answer, ModelAsker } from '../models/ask.ts';
import { writeStepState } from '../models/lower/provider-state.ts';
import type { ModelRegistry, ResolvedModel } from '../models/registry.ts';
import type { StepEvent, StepLimits } from '../models/step-reader.ts';
import type { Offer } from '../models/tools.ts';
import { runCall } from './calls.ts';
import type { CallDeps } from './calls.ts';
import { ShutDown } from './leaving.ts';
import type { LiveMessage } from './live-message.ts';
import { runScriptCall } from './script-call.ts';
import { waitingCall } from './waiting-call.ts';
import type { UsagePort } from '../usage/usage.ts';

/** Steps of one answer; then the person decides whether to go on (R101). */
export const maxSteps = 25;

export interface TurnDeps extends CallDeps {
  registry: ModelRegistry;
  asker: ModelAsker;
  limits?: Partial<StepLimits>;
  usage?: UsagePort;
  context: ChatContext;
  /** Brings the bytes of attached files; absent where none are kept. */
  files?: Pick<FilesPort, 'withBytes'>;
  /** Hears how each request went: a problem, or null. For the provider's page. */
  onModelUse?(providerId: ProviderId, problem: Problem | null): void;
}

export interface Turn {
  conversation: ConversationView;
  model: ModelRef | null;
  /** The message that is being written; already stored, as streaming. */
  live: LiveMessage;
  /** Aborted by `stop`, or with ShutDown when the host ends. */
  signal: AbortSignal;
}

/** Runs to its end and leaves the message finished, whatever happens; does not throw. */
export async function runTurn(deps: TurnDeps, turn: Turn): Promise<void> {
  const { live, signal } = turn;
  try {
    if (!turn.model) throw new HostError('model-none');
    const model = await resolve(deps, turn.model);
    let remark: Problem | null = null;
    for (let step = 0; step < maxSteps; step++) {
      // What the person changed of the chat meanwhile, such as what it offers, counts from the next request on.
      const now = { ...turn, conversation: deps.store.get(turn.conversation.id) ?? turn.conversation };
      const { answer, calls, tools, characters } = await oneStep(deps, now, model);
      remark ??= answer.remark ?? answer.outcome.problem;
      if (answer.outcome.status !== 'complete') return finish(turn, answer.outcome.status, answer.outcome.problem, calls);
      if (calls.length === 0) return live.finish('complete', remark);
      await Promise.all(calls.map((index) => runOne({ ...deps, resultCharacters: characters }, now, index, tools, `${live.message.id} ${step}`)));
      if (signal.aborted) return finish(turn, 'stopped', null);
    }
    live.finish('stopped', new HostError('model-step-limit', { steps: maxSteps }).problem);
  } catch (error) {
    finish(turn, signal.aborted ? 'stopped' : 'failed', signal.aborted ? null : error instanceof HostError ? error.problem : new HostError('internal', { where: 'answer' }).problem);
  }
}

/** The app's own tools do their work here; every other call is decided about, by its server. */
function runOne(deps: TurnDeps & { resultCharacters: number }, turn: Turn, index: number, tools: readonly ChatTool[], batch: string): Promise<void> {
  const { conversation, live, signal } = turn;
  const { tool, serverId } = live.call(index);
  if (isOwnLook(tool)) return lookInside(deps, turn, index, tools, deps.resultCharacters);
  if (tool === runTool) return runScriptCall(deps, { conversation, live, index, signal, tools, batch });
  if (tool === readOnTool && serverId === null) return Promise.resolve(readOnInOutput(deps, turn, index, deps.resultCharacters));
  return runCall(deps, conversation, live, index, signal, batch);
}

/** What a script printed is nobody's but the chat's: there is no server to decide about. */
function readOnInOutput(deps: TurnDeps, turn: Turn, index: number, characters: number): void {
  const { live } = turn;
  if (live.call(index).state !== 'waiting') return;
  live.updateCall(index, { state: 'done', result: readOn(history(deps, turn), live.call(index).arguments, characters), startedAt: deps.now(), endedAt: deps.now() });
  live.saveNow();
}

async function resolve(deps: TurnDeps, ref: ModelRef): Promise<ResolvedModel> {
  try {
    return await deps.registry.resolve(ref);
  } catch (error) {
    if (error instanceof HostError) deps.onModelUse?.(ref.providerId, error.problem);
    throw error;
  }
}

/** Calls that arrived with a cut answer (`cut`) are not made: there may have been more to it. */
function finish({ live, signal }: Turn, status: 'stopped' | 'interrupted' | 'failed', problem: Problem | null, cut: readonly number[] = []): void {
  for (const index of cut) live.updateCall(index, { state: 'interrupted', problem: null });
  for (const [index, part] of live.message.parts.entries()) {
    if (part.type === 'tool-call' && part.state === 'waiting') live.updateCall(index, { state: 'interrupted', interactionId: null });
  }
  if (signal.aborted && signal.reason instanceof ShutDown) live.finish('interrupted', new HostError('model-interrupted', { reason: 'closed' }).problem);
  else live.finish(status, problem);
}

interface StepDone {
  answer: Answer;
  calls: number[];
  /** As they stood for this step. */
  tools: ChatTool[];
  /** Characters of one result that the model is given. */
  characters: number;
}

async function oneStep(deps: TurnDeps, turn: Turn, model: ResolvedModel): Promise<StepDone> {
  const { live } = turn;
  const prepared = await prepare(deps, turn, model);
  const { instructions, available, results, weights, tools } = prepared;
  const from = live.message.parts.length;
  const heard: { index: number; toolCallId: string; toolName: string }[] = [];
  const answer = await deps.asker.ask(
    {
      model,
      instructions,
      history: (await deps.files?.withBytes(prepared.history)) ?? prepared.history,
      available,
      results,
      ...parametersOf(prepared.frames),
      signal: turn.signal,
      cacheKey: turn.conversation.id,
      ...(deps.limits ? { limits: deps.limits } : {}),
    },
    (event, offer) => {
      if (event.type === 'tool-call') heard.push({ index: live.add(callPart(event, offer, { ...prepared.servers, suspendedTools: () => deps.servers.suspendedTools(), tool: (id, name) => deps.servers.tool(id, name) }, () => history(deps, turn), tools)), toolCallId: event.toolCallId, toolName: event.toolName });
      else if (event.type === 'file') live.add(filePart(event, model.providerName));
      else live.appendText(event.type, event.text, event.isNewPart);
    },
  );
  if (turn.model && answer.outcome.status !== 'stopped') deps.onModelUse?.(turn.model.providerId, answer.outcome.status === 'complete' ? null : answer.outcome.problem);
  const { usage } = answer.outcome;
  const isCounted = usage.inputTokens !== null || usage.outputTokens !== null;
  const cost = isCounted && turn.model ? ((await deps.usage?.record({ kind: 'chat', conversationId: turn.conversation.id, serverId: null, ...turn.model, tokens: usage })) ?? null) : null;
  live.addUsage(usage, cost);
  if (turn.model) {
    deps.context.measured(turn.conversation.id, turn.model, weights, usage.inputTokens);
    if (answer.outcome.problem) deps.context.windows.learn(turn.model, answer.outcome.problem);
  }
  const calls = heard.map((call) => ({ callId: live.call(call.index).callId, toolCallId: call.toolCallId, toolName: call.toolName }));
  const state = writeStepState({ ...model.maker, from, to: live.message.parts.length, calls }, answer.outcome.responseMessages);
  if (state !== null) live.addProviderState(state);
  live.saveNow();
  return { answer, calls: heard.map((call) => call.index), tools, characters: results.characters };
}

/** The next request; where it would nearly fill the window, earlier messages are summarised first. */
async function prepare(deps: TurnDeps, turn: Turn, model: ResolvedModel): Promise<PreparedRequest> {
  const { context } = deps;
  const { conversation, model: ref, signal } = turn;
  if (!ref) throw new HostError('model-none');
  const messages = history(deps, turn);
  const prepared = await context.prepare(conversation, ref, messages);
  if (!context.isDue(conversation.id, ref, prepared)) return prepared;
  const plan = context.plan(conversation.id, ref, messages, prepared, 'app');
  if (plan === null) return prepared;
  await context.summarise(conversation, ref, model, messages, prepared, plan, 'app', signal, deps.limits);
  return context.prepare(conversation, ref, history(deps, turn));
}

const isOwnLook = (tool: string): boolean => tool === findTool || tool === readFileTool;

/** The model's look for tools, or into a file of the person's that goes with the chat: nothing leaves the app, so nobody is asked; what is found waits for its own decisions (H01). */
async function lookInside(deps: TurnDeps, { conversation, live, signal }: Turn, index: number, tools: readonly ChatTool[], characters: number): Promise<void> {
  const call = live.call(index);
  if (call.state !== 'waiting') return;
  live.updateCall(index, { state: 'running', startedAt: deps.now() });
  try {
    if (call.tool === readFileTool) {
      live.updateCall(index, { state: 'done', result: await deps.context.readFile(conversation, call.arguments, characters), endedAt: deps.now() });
      return live.saveNow();
    }
    const found = await findTools(tools, call.arguments, signal, deps.context.runsScripts(conversation));
    deps.context.store.addFound(conversation.id, found.tools, found.query);
    live.updateCall(index, { state: 'done', result: found.result, endedAt: deps.now() });
  } catch (error) {
    live.updateCall(index, signal.aborted ? { state: 'cancelled', endedAt: deps.now() } : { state: 'failed', problem: error instanceof HostError ? error.problem : new HostError('internal', { where: 'call' }).problem, endedAt: deps.now() });
  }
  live.saveNow();
}

function history(deps: TurnDeps, { conversation, live }: Turn) {
  return deps.store.messages(conversation.id).map((message) => (message.id === live.message.id ? live.message : message));
}

function filePart({ mediaType, base64 }: Extract<StepEvent, { type: 'file' }>, serverName: string): PartView {
  const type = mediaType.startsWith('audio/') ? 'audio' : 'image';
  return { type: 'attachment', serverId: null, serverName, uri: '', name: mediaType, content: { type, data: base64, mimeType: mediaType } };
}

/** Of servers, what a call of this chat can be about. */
type CallableServers = OfferedServers & Pick<ServersPort, 'suspendedTools' | 'tool'>;

/** Which tool is meant. A call to one that was not offered, or without arguments, is answered with an error and never made (B06). */
function callPart({ toolName, input, raw }: Extract<StepEvent, { type: 'tool-call' }>, offer: Offer, servers: CallableServers, messages: () => readonly StoredMessage[], tools: readonly ChatTool[]): ToolCallView {
  // Not loaded but there: a model that knows its name, such as from an earlier chat, need not look for it first.
  const offered = offer.byName.get(toolName)?.tool ?? tools.find(({ tool, state }) => state === 'findable' && tool.view.model.name === toolName)?.tool;
  if (offered?.serverId === hostId) return hostCall(offered, input, raw, servers, messages);
  // Known to the model from an earlier step, and suspended since.
  const suspended = offered === undefined ? servers.suspendedTools().find(({ view }) => view.model.name === toolName) : undefined;
  const tool = offered ?? suspended;
  const problem = suspended
    ? new HostError('tool-suspended', { server: suspended.serverName, tool: suspended.name }).problem
    : !tool
    ? new HostError('tool-unknown', { tool: toolName.slice(0, 100) }).problem
    : input === null
      ? new HostError('tool-arguments-invalid', { server: tool.serverName, tool: tool.name, reason: 'by-model' }).problem
      : null;
  return waitingCall(tool, toolName, input, raw, problem);
}

/** A call of one of the app's own tools is a call about the server that it names, or that gave the result it names. */
function hostCall(offered: AvailableTool, input: JsonObject | null, raw: string, servers: CallableServers, messages: () => readonly StoredMessage[]): ToolCallView {
  const name = ([listTool, readTool, readOnTool, findTool, readFileTool, runTool] as const).find((each) => plainName(each) === offered.name) ?? readTool;
  const bad = (problem: HostError): ToolCallView => waitingCall(undefined, name, input, raw, problem.problem);
  if (input === null) return bad(new HostError('tool-arguments-invalid', { server: offered.serverName, tool: offered.name, reason: 'by-model' }));
  if (name === findTool || name === readFileTool || name === runTool) return { ...waitingCall(undefined, name, input, raw, null), serverName: 'Portolan' };
  if (name === readOnTool) {
    const call = callOfId(messages(), input['id']);
    if (call?.tool === runTool) return { ...waitingCall(undefined, name, input, raw, null), serverName: 'Portolan' };
    const serverId = call?.serverId ?? null;
    const tool = serverId === null ? null : servers.tool(serverId, name);
    return tool === null ? bad(new HostError('result-unknown')) : waitingCall(tool, name, input, raw, null);
  }
  const wanted = input['server'];
  const server = servers.resourceServers().find(({ serverName }) => serverName === wanted);
  return server === undefined ? bad(new HostError('server-unknown', { server: typeof wanted === 'string' ? wanted.slice(0, 100) : '?' })) : waitingCall(hostToolOf(server, name), name, input, raw, null);
}
