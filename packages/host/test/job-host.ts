/** A whole host with one server that makes jobs of calls, a scripted model and a person who allows everything. */
import type { ToolCallView } from '@portolan/contract/conversations';
import type { CallContext, EventOf, HostHandlers } from '@portolan/contract/contract';
import type { ConversationId } from '@portolan/contract/ids';
import type { JobView } from '@portolan/contract/jobs';
import { stdioFixture } from '@portolan/fixture-servers/start';
import type { FixtureName, FixtureOptions } from '@portolan/fixture-servers/start';
import { createHost } from '../src/host.ts';
import type { Host, HostOptions } from '../src/host.ts';
import { streamed } from './wire-formats.ts';
import { startWireServer } from './wire-server.ts';

export const context: CallContext = { connection: 'window-1', signal: new AbortController().signal };

export interface JobHost {
  host: Host;
  handlers: HostHandlers;
  /** Begins a chat whose model calls a tool once. */
  begin(): Promise<ConversationId>;
  /** The first call of the chat, once it is as wanted. */
  call(id: ConversationId, isIt: (call: ToolCallView) => boolean): Promise<ToolCallView>;
  job(isIt: (job: JobView) => boolean): Promise<JobView>;
  /** Until the chat has so many messages and its last answer is complete. */
  answered(id: ConversationId, messages: number): Promise<void>;
  close(): Promise<void>;
}

/** Asks for `gate__gate`, or what the person names, once a chat; then says what it was told. */
export function jobModel(calls: (asked: string) => { name: string; arguments: string } = () => ({ name: 'jobs__gate', arguments: '{}' })) {
  return startWireServer(({ body }) => {
    const asked = JSON.stringify(body);
    return streamed('openai-compatible', asked.includes('"role":"tool"') ? { text: 'So be it.' } : { calls: [{ id: 'a', ...calls(asked) }] });
  });
}

export async function openJobHost(dataDir: string, modelUrl: string, fixture: { name: FixtureName; options: FixtureOptions }, options: Partial<HostOptions> = {}): Promise<JobHost> {
  const host = await createHost({ dataDir, shell: 'browser', version: '0', ...options });
  const { handlers } = host;
  const known = await first(handlers['servers/watch']({}, context), (event) => event.type === 'snapshot');
  if (known.type === 'snapshot' && known.servers.length === 0) {
    const { command, args } = stdioFixture(fixture.name, fixture.options);
    const server = await handlers['servers/add']({ name: 'jobs', launch: { kind: 'stdio', command, args, env: [] } }, context);
    await handlers['servers/review']({ serverId: server.id, launchHash: server.launchHash, start: true }, context);
    const provider = await handlers['providers/save']({ kind: 'openai-compatible', name: 'Scripted', baseUrl: `${modelUrl}/v1`, models: [] }, context);
    await handlers['providers/setDefault']({ model: { providerId: provider.id, model: 'm' } }, context);
    await first(handlers['servers/watch']({}, context), (event) => (event.type === 'snapshot' ? event.servers : event.type === 'changed' ? [event.server] : []).some(({ state, counts }) => state === 'ready' && counts.tools > 0));
  }
  void allowEverything(handlers);
  return {
    host,
    handlers,
    async begin() {
      const { id } = await handlers['conversations/create']({ model: null }, context);
      await handlers['conversations/send']({ conversationId: id, text: 'Begin.', attachments: [] }, context);
      return id;
    },
    call: (conversationId, isIt) => firstOf(handlers['conversations/watch']({ conversationId }, context), (event) => callsIn(event).find(isIt)),
    job: (isIt) => firstOf(handlers['jobs/watch']({}, context), (event) => (event.type === 'snapshot' ? event.jobs.find(isIt) : event.type === 'changed' && isIt(event.job) ? event.job : undefined)),
    async answered(conversationId, count) {
      const isDone = async (): Promise<boolean> => {
        const event = await first(handlers['conversations/watch']({ conversationId }, context), () => true);
        return event.type === 'snapshot' && event.messages.length === count && event.messages.at(-1)?.status === 'complete';
      };
      for await (const event of handlers['conversations/watch']({ conversationId }, context)) if (event.type !== 'delta' && (await isDone())) return;
    },
    close: () => host.close(),
  };
}

function callsIn(event: EventOf<'conversations/watch'>): ToolCallView[] {
  const parts = event.type === 'snapshot' ? event.messages.flatMap((message) => message.parts) : event.type === 'message' ? event.message.parts : event.type === 'part' ? [event.value] : [];
  return parts.filter((part): part is ToolCallView => part.type === 'tool-call');
}

async function allowEverything(handlers: HostHandlers): Promise<void> {
  for await (const event of handlers['interactions/watch']({}, context)) {
    const open = event.type === 'added' ? [event.interaction] : event.type === 'snapshot' ? event.interactions : [];
    for (const { id, hash, kind } of open) {
      if (kind === 'tool-approval') await handlers['interactions/resolve']({ id, hash, answer: { kind: 'tool-approval', decision: 'allow', scope: 'once' } }, context);
    }
  }
}

export async function first<T>(events: AsyncIterable<T>, isIt: (event: T) => boolean): Promise<T> {
  return firstOf(events, (event) => (isIt(event) ? event : undefined));
}

async function firstOf<T, R>(events: AsyncIterable<T>, found: (event: T) => R | undefined): Promise<R> {
  for await (const event of events) {
    const value = found(event);
    if (value !== undefined) return value;
  }
  throw new Error('the stream ended');
}
