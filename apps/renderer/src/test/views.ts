/** Views as a host would send them, each with everything in order unless a test says otherwise. */
import type { ConversationView, MessageView, ToolCallView } from '@portolan/contract/conversations';
import type { ElicitationView } from '@portolan/contract/elicitation';
import { CallId, ConversationId, InteractionId, JobId, MessageId, ProviderId, RuleId, ServerId } from '@portolan/contract/ids';
import type { ToolApprovalView } from '@portolan/contract/interactions';
import type { JobView } from '@portolan/contract/jobs';
import type { NetworkView } from '@portolan/contract/network';
import type { ResultReviewView } from '@portolan/contract/result-reviews';
import type { RuleView } from '@portolan/contract/rules';
import type { SamplingSpent, SamplingView } from '@portolan/contract/sampling';
import type { ModelFacts } from '@portolan/contract/model-facts';
import type { ProviderView } from '@portolan/contract/providers';
import type { ResourceVersion } from '@portolan/contract/resource-versions';
import type { PasteCandidate, ServerView, ToolView } from '@portolan/contract/servers';

export const ids = {
  server: (name: string) => ServerId.parse(`s-${name}`),
  chat: (name: string) => ConversationId.parse(`c-${name}`),
  message: (name: string) => MessageId.parse(`m-${name}`),
  call: (name: string) => CallId.parse(`call-${name}`),
  question: (name: string) => InteractionId.parse(`q-${name}`),
  provider: (name: string) => ProviderId.parse(`p-${name}`),
};

export const spent: SamplingSpent = { requestsToday: 1, tokensToday: 0, tokensThisMinute: 0, moneyToday: 0, unpricedToday: 0, budget: { requestsPerDay: 200, tokensPerMinute: 50_000, moneyPerDay: 1 } };

export function server(name: string, part: Partial<ServerView> = {}): ServerView {
  return {
    id: ids.server(name),
    name,
    isEnabled: true,
    isReviewed: true,
    launch: { kind: 'stdio', command: 'node', args: ['server.js'], env: [] },
    launchHash: `hash-${name}`,
    flags: [],
    inputs: [],
    state: 'ready',
    problem: null,
    since: 1_780_000_000_000,
    retryAt: null,
    crashes: 0,
    pid: 4242,
    startup: 'launch',
    limits: {},
    asks: { elicitation: 'ask', sampling: 'off', budget: spent.budget, roots: null, needsRestart: false, isStopped: false },
    start: null,
    lists: { source: 'live', at: null, isUsable: true },
    latencyMs: 3,
    transport: 'stdio',
    era: 'modern',
    protocolVersion: '2026-07-28',
    info: null,
    instructions: null,
    capabilities: ['tools', 'resources', 'prompts'],
    counts: { tools: 0, resources: 0, resourceTemplates: 0, prompts: 0, refused: 0 },
    generation: 1,
    warnings: [],
    ...part,
  };
}

export function tool(name: string, part: Partial<ToolView> = {}): ToolView {
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
  return { name, inputSchema, isEnabled: true, repairs: [], model: { name: `s__${name}`, changes: [] }, raw: { name, inputSchema }, ...part };
}

export function chat(name: string, part: Partial<ConversationView> = {}): ConversationView {
  return { id: ids.chat(name), title: name, createdAt: 1_780_000_000_000, updatedAt: 1_780_000_000_000, model: { providerId: ids.provider('one'), model: 'model-a' }, isRunning: false, messageCount: 0, ...part };
}

export function message(name: string, part: Partial<MessageView> = {}): MessageView {
  return { id: ids.message(name), conversationId: ids.chat('first'), role: 'assistant', createdAt: 1_780_000_000_000, parts: [{ type: 'text', text: name }], status: 'complete', problem: null, model: null, usage: null, ...part };
}

export function call(name: string, part: Partial<ToolCallView> = {}): ToolCallView {
  return {
    type: 'tool-call',
    callId: ids.call(name),
    serverId: ids.server('files'),
    serverName: 'files',
    tool: name,
    arguments: {},
    state: 'waiting',
    interactionId: ids.question(name),
    decidedBy: null,
    progress: null,
    result: null,
    problem: null,
    startedAt: null,
    endedAt: null,
    ...part,
  };
}

export function approval(name: string, part: Partial<ToolApprovalView> = {}): ToolApprovalView {
  return {
    id: ids.question(name),
    kind: 'tool-approval',
    createdAt: 1_780_000_000_000,
    conversationId: ids.chat('first'),
    conversationTitle: 'first',
    callId: ids.call(name),
    serverId: ids.server('files'),
    serverName: 'files',
    tool: tool(name),
    arguments: {},
    hash: `sha-${name}`,
    flags: [],
    readBefore: [],
    isSetAside: false,
    askedBy: null,
    narrower: [],
    scopes: ['once', 'chat', 'always'],
    ...part,
  };
}

export function rule(name: string, part: Partial<RuleView> = {}): RuleView {
  return {
    id: RuleId.parse(name),
    serverId: ids.server('files'),
    serverName: 'files',
    tool: 'read',
    tools: null,
    effect: 'allow',
    conditions: [],
    scope: 'always',
    conversationId: null,
    madeBy: 'person',
    createdAt: 1_780_000_000_000,
    isStale: false,
    isServerGone: false,
    ...part,
  };
}

export function resultReview(name: string, part: Partial<ResultReviewView> = {}): ResultReviewView {
  const { tool: _tool, flags: _flags, kind: _kind, ...frame } = approval(name);
  return { ...frame, kind: 'result-review', tool: name, result: { content: [{ type: 'text', text: 'Five.' }], isError: false, repairs: [] }, ...part };
}

export function elicitation(name: string, part: Partial<ElicitationView> = {}): ElicitationView {
  return {
    id: ids.question(name),
    kind: 'elicitation',
    createdAt: 1_780_000_000_000,
    serverId: ids.server('files'),
    serverName: 'files',
    conversationId: null,
    conversationTitle: '',
    callId: null,
    cause: { method: 'tools/call', name: 'work', isCertain: true },
    round: null,
    hash: `sha-${name}`,
    message: 'Please tell me.',
    request: { mode: 'form', schema: { type: 'object', properties: {} }, secretFields: [], isSecretAsked: false, repairs: [] },
    ...part,
  };
}

export function sampling(name: string, part: Partial<SamplingView> = {}): SamplingView {
  const { message: _message, request: _request, kind: _kind, ...frame } = elicitation(name);
  return {
    ...frame,
    kind: 'sampling',
    request: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Capital of France?' }] }], systemPrompt: '', hostPrompt: 'A program asks.', maxTokens: 1000, tokenCap: 1000, temperature: null, stopSequences: [], hints: [], priorities: { cost: null, speed: null, intelligence: null }, contextAsked: null, tools: [], toolChoice: 'auto', repairs: [] },
    choice: { providerId: ids.provider('one'), model: 'model-a', why: 'first', hint: null },
    spent,
    phase: { at: 'request' },
    ...part,
  };
}

export function provider(name: string, part: Partial<ProviderView> = {}): ProviderView {
  return { id: ids.provider(name), kind: 'openai-compatible', name, baseUrl: 'http://127.0.0.1:11434/v1', hasKey: false, needsKey: false, models: [{ id: 'model-a', source: 'listed' }], problem: null, ...part };
}

export function modelFacts(model: string, part: Partial<ModelFacts> = {}): ModelFacts {
  const yes = { value: true, source: 'usual' as const };
  return { model, vision: yes, pdf: yes, audio: { value: false, source: 'usual' }, tools: yes, window: { tokens: 128_000, source: 'usual' }, price: null, ...part };
}

/** Nothing set, nothing between. */
export function network(part: Partial<NetworkView> = {}): NetworkView {
  return { settings: { mode: 'system', proxy: '', noProxy: '', certificates: '' }, credentials: null, proxy: { source: 'none', http: null, https: null, no: '', hasCredentials: false }, certificateFiles: [], trusted: 140, ...part };
}

export function candidate(name: string, part: Partial<PasteCandidate> = {}): PasteCandidate {
  return { name, launch: { kind: 'stdio', command: 'npx', args: ['-y', name], env: [] }, flags: [], unsetVariables: [], inputs: [], existing: null, changes: [], openSecrets: [], notes: [], ...part };
}

export function version(text: string, part: Partial<ResourceVersion> = {}): ResourceVersion {
  // Anything that differs with the text and looks like a hash.
  const hash = Array.from(text, (letter) => letter.codePointAt(0)?.toString(36) ?? '').join('').slice(0, 43).padEnd(43, '0');
  return { hash, readAt: 1, bytes: text.length, tokens: Math.ceil(text.length / 4), contents: 1, mimeTypes: ['text/plain'], ...part };
}

export function job(name: string, part: Partial<JobView> = {}): JobView {
  return {
    id: JobId.parse(`job_${name}`),
    serverId: ids.server('files'),
    serverName: 'files',
    tool: name,
    callId: ids.call(name),
    conversation: { id: ids.chat('first'), title: 'first' },
    state: 'working',
    progress: null,
    startedAt: 1_780_000_000_000,
    heardAt: 1_780_000_000_000,
    endedAt: null,
    expiresAt: null,
    isWatched: true,
    isBackground: false,
    cancel: null,
    problem: null,
    ...part,
  };
}
