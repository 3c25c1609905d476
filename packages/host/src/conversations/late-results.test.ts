/** What comes of jobs that no answer waited for, on a real database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ToolResultView } from '@portolan/contract/content';
import type { ConversationView, ToolCallView } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import { ServerId } from '@portolan/contract/ids';
import { InteractionQueue } from '../interactions/interaction-queue.ts';
import { ResultReviews } from '../interactions/result-reviews.ts';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/open-storage.ts';
import { newCallId, newJobId, newMessageId } from './ids.ts';
import { LateResults } from './late-results.ts';
import type { WatchEvent } from './live-message.ts';
import { recover } from './recover.ts';

const serverId = ServerId.parse('s1');
const result: ToolResultView = { content: [{ type: 'text', text: 'found' }], isError: false, repairs: [] };
let folder = '';
let storage: Storage;
let chat: ConversationView;
const told: WatchEvent[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-late-'));
  storage = openStorage({ folder, notices: { add: () => undefined } });
  chat = storage.conversations.create(null);
  told.length = 0;
});
afterEach(async () => {
  await storage.close();
  await rm(folder, { recursive: true, force: true });
});

/** A message with calls that went on, each journalled. */
function going(count: number, change: Partial<ToolCallView> = {}) {
  const messageId = newMessageId();
  const calls = Array.from({ length: count }, (): ToolCallView => ({ type: 'tool-call', callId: newCallId(), serverId, serverName: 'files', tool: 'index', arguments: {}, state: 'running', interactionId: null, decidedBy: 'person', progress: null, result: null, problem: null, startedAt: 1, endedAt: null, job: { id: newJobId(), isBackground: true }, ...change }));
  storage.conversations.append({ id: messageId, conversationId: chat.id, role: 'assistant', createdAt: 1, parts: [{ type: 'text', text: 'I go on.' }, ...calls], status: 'complete', problem: null, model: null, usage: null, providerState: [] });
  for (const { callId } of calls) storage.conversations.journalCall({ callId, conversationId: chat.id, messageId, serverId, tool: 'index', argumentsHash: 'x' });
  return calls.map(({ callId, job }) => ({ id: job?.id ?? newJobId(), callId, conversationId: chat.id, messageId }));
}

const late = () => {
  const queue = new InteractionQueue();
  const reviews = new ResultReviews({ queue, store: storage.results });
  return { queue, late: new LateResults({ store: storage.conversations, reviews, now: () => 9, liveOf: () => null, publish: (_id, event) => told.push(event) }) };
};
const parts = () => storage.conversations.messages(chat.id).flatMap((message) => message.parts.filter((part) => part.type === 'tool-call'));

describe('a result that comes late', () => {
  it('stands in its call, is told to windows, and settles the journal; two of one message do not overwrite each other (C18)', async () => {
    const [first, second] = going(2);
    if (first === undefined || second === undefined) throw new Error('none');
    const { late: made } = late();
    expect(await Promise.all([made.jobEnded(first, { state: 'done', result }), made.jobEnded(second, { state: 'lost', problem: new HostError('call-lost', { reason: 'task-lost' }).problem })])).toEqual([true, true]);
    expect(parts()).toMatchObject([{ state: 'done', result, endedAt: 9, job: { id: first.id } }, { state: 'failed', problem: { code: 'call-lost' } }]);
    expect(told).toMatchObject([{ type: 'part', part: 1 }, { type: 'part', part: 2 }]);
    expect(storage.conversations.unsettledCalls()).toEqual([]);
  });

  it('changes nothing of a call that is over, and is told again after a kill in between (O07)', async () => {
    const [job] = going(1);
    if (job === undefined) throw new Error('none');
    await late().late.jobEnded(job, { state: 'done', result });
    const before = parts();
    await late().late.jobEnded(job, { state: 'failed', problem: null });
    expect(parts()).toEqual(before);
  });

  it('is asked about again when the app ended while it waited to be seen (H02, O07)', async () => {
    const [job] = going(1, { job: { id: newJobId(), isBackground: true, reviewsResult: true } });
    if (job === undefined) throw new Error('none');
    const before = late();
    void before.late.jobEnded(job, { state: 'done', result });
    expect(parts()).toMatchObject([{ state: 'done', result: null, review: { state: 'waiting' } }]);
    // Killed: nobody took it back. The next start asks once more.
    recover(storage.conversations);
    const { queue, late: made } = late();
    const putting = made.jobEnded(job, { state: 'done', result });
    const [question] = queue.list();
    expect(question?.kind).toBe('result-review');
    expect(parts()).toMatchObject([{ result: null, review: { state: 'waiting' } }]);
    await made[Symbol.asyncDispose]();
    await putting;
    expect(parts()).toMatchObject([{ result: null, review: { state: 'withheld' } }]);
  });

  it('is asked of nobody where its chat was deleted (H02, C18)', async () => {
    const [job] = going(1, { job: { id: newJobId(), isBackground: true, reviewsResult: true } });
    if (job === undefined) throw new Error('none');
    storage.conversations.remove(chat.id);
    const { queue, late: made } = late();
    expect(await made.jobEnded(job, { state: 'done', result })).toBe(true);
    expect(queue.list()).toEqual([]);
    storage.conversations.restore(chat.id);
    expect(parts()).toMatchObject([{ result: null, review: { state: 'withheld' } }]);
    expect(storage.results.original(job.callId)).toEqual(result);
  });
});

it('is asked of nobody any longer once its chat is deleted, and stands withheld when that is undone (H02, C18)', async () => {
  const [job] = going(1, { job: { id: newJobId(), isBackground: true, reviewsResult: true } });
  if (job === undefined) throw new Error('none');
  const { queue, late: made } = late();
  const putting = made.jobEnded(job, { state: 'done', result });
  expect(queue.list()).toMatchObject([{ callId: job.callId }]);
  storage.conversations.remove(chat.id);
  made.left(chat.id);
  expect(await putting).toBe(true);
  expect(queue.list()).toEqual([]);
  storage.conversations.restore(chat.id);
  expect(parts()).toMatchObject([{ result: null, review: { state: 'withheld' } }]);
  // Asked again in the chat that is back.
  const [next] = going(1, { job: { id: newJobId(), isBackground: true, reviewsResult: true } });
  if (next === undefined) throw new Error('none');
  const again = made.jobEnded(next, { state: 'done', result });
  expect(queue.list()).toMatchObject([{ callId: next.callId }]);
  await made[Symbol.asyncDispose]();
  await again;
});

it('a call whose server made a job of it is no call of unknown outcome after a kill (O07)', () => {
  const [job] = going(1);
  if (job === undefined) throw new Error('none');
  storage.jobs.save({ id: serverId, name: 'files', launchHash: 'h' }, { taskId: 't', tool: 'index', era: 'modern', createdAt: 1, answered: [], reference: job.callId });
  recover(storage.conversations, undefined, storage.jobs);
  expect(parts()).toMatchObject([{ state: 'running', job: { isBackground: true } }]);
  expect(storage.conversations.unsettledCalls()).toHaveLength(1);
});
