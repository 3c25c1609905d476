/**
 * A whole host that lets a model call a counting server, with a person who allows everything, until it is killed:
 * `node calls-until-killed.ts <folder> <model's address> <file of the counts> <newest entry seen> [--once]`. First it says in one
 * line what it finds of the run before; with `--once` that is all.
 */
import { writeSync } from 'node:fs';
import type { ActivityEntry } from '@portolan/contract/activity';
import type { EventOf, HostHandlers } from '@portolan/contract/contract';
import { stdioFixture } from '@portolan/fixture-servers/start';
import { createHost } from '../src/host.ts';

/** What a restarted host knows of the calls of the last chats. */
export interface CallReport {
  calls: { callId: string; id: string; state: string }[];
  entries: ActivityEntry[];
}

const [, , folder = '', url = '', counts = '', seen = '0', mode] = process.argv;
const signal = new AbortController().signal;
const types = ['approval-asked' as const, 'approval-decided' as const, 'call-intended' as const, 'call-ended' as const];
const context = { connection: 'window-1', signal };
const say = (word: string, value?: unknown): void => void writeSync(1, `${word}${value === undefined ? '' : ` ${JSON.stringify(value)}`}\n`);

const host = await createHost({ dataDir: folder, shell: 'browser', version: '0', startsServers: mode !== '--once' });
const { handlers } = host;
say('report', await report());
if (mode === '--once') {
  await host.close();
  process.exit(0);
}
await prepare(handlers);
void allowEverything();
// Only the kill ends it.
for (;;) {
  const { id } = await handlers['conversations/create']({ model: null }, context);
  await handlers['conversations/send']({ conversationId: id, text: 'Count.', attachments: [] }, context);
  await first(handlers['conversations/watch']({ conversationId: id }, context), (event) => (event.type === 'snapshot' || event.type === 'conversation') && !event.conversation.isRunning);
}

async function report(): Promise<CallReport> {
  const { conversations } = await first(handlers['conversations/watchList']({}, context), (event) => event.type === 'snapshot');
  const calls: CallReport['calls'] = [];
  // A run begins few chats before it is killed.
  for (const { id } of conversations.slice(0, 5)) {
    const snapshot = await first(handlers['conversations/watch']({ conversationId: id }, context), (event) => event.type === 'snapshot');
    for (const message of snapshot.messages) for (const part of message.parts) if (part.type === 'tool-call') calls.push({ callId: part.callId, id: typeof part.arguments['id'] === 'string' ? part.arguments['id'] : '', state: part.state });
  }
  const entries: ActivityEntry[] = [];
  const { total } = await handlers['activity/page']({ filter: { types }, from: 0, limit: 0 }, context);
  for (let from = total; from > 0; ) {
    const limit = Math.min(500, from);
    from -= limit;
    const page = await handlers['activity/page']({ filter: { types }, from, limit }, context);
    entries.unshift(...page.entries.filter(({ id }) => id > Number(seen)));
    if ((page.entries[0]?.id ?? 0) <= Number(seen)) break;
  }
  return { calls, entries };
}

async function prepare({ ...ask }: HostHandlers): Promise<void> {
  const known = await first(ask['servers/watch']({}, context), (event) => event.type === 'snapshot');
  if (known.servers.length === 0) {
    const { command, args } = stdioFixture('counting', { file: counts, ms: '15' });
    const server = await ask['servers/add']({ name: 'counting', launch: { kind: 'stdio', command, args, env: [] } }, context);
    await ask['servers/review']({ serverId: server.id, launchHash: server.launchHash, start: true }, context);
  }
  const { providers } = await first(ask['providers/watch']({}, context), () => true);
  const provider = providers[0] ?? (await ask['providers/save']({ kind: 'openai-compatible', name: 'Scripted', baseUrl: `${url}/v1`, models: [] }, context));
  // The address of the model is another one in each run.
  if (providers[0]) await ask['providers/save']({ id: provider.id, kind: 'openai-compatible', name: 'Scripted', baseUrl: `${url}/v1`, models: [] }, context);
  await ask['providers/setDefault']({ model: { providerId: provider.id, model: 'm' } }, context);
  await first(ask['servers/watch']({}, context), (event) => (event.type === 'snapshot' ? event.servers : event.type === 'changed' ? [event.server] : []).some(({ state, counts: { tools } }) => state === 'ready' && tools > 0));
}

async function allowEverything(): Promise<void> {
  const allow = async (view: Extract<EventOf<'interactions/watch'>, { type: 'added' }>['interaction']): Promise<void> => {
    say('allowed');
    await handlers['interactions/resolve']({ id: view.id, hash: view.hash, answer: { kind: 'tool-approval', decision: 'allow', scope: 'once' } }, context);
  };
  for await (const event of handlers['interactions/watch']({}, context)) {
    if (event.type === 'added') await allow(event.interaction);
    if (event.type === 'snapshot') for (const view of event.interactions) await allow(view);
  }
}

async function first<T, S extends T>(events: AsyncIterable<T>, isIt: ((event: T) => event is S) | ((event: T) => boolean)): Promise<S> {
  for await (const event of events) if (isIt(event)) return event as S;
  throw new Error('the stream ended');
}
