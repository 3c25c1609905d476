/** Jobs through the contract, on a whole host and real servers of both eras. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConversationId } from '@portolan/contract/ids';
import type { FixtureName, FixtureOptions } from '@portolan/fixture-servers/start';
import { context, first, jobModel, openJobHost } from '../../test/job-host.ts';
import type { JobHost } from '../../test/job-host.ts';
import { problemOf } from '../servers/testing/collect.ts';

let folder = '';
let host: JobHost | null = null;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-jobs-'));
});
afterEach(async () => {
  await host?.close();
  host = null;
  await rm(folder, { recursive: true, force: true });
});

const gate = (): string => join(folder, 'gate');
const fixture = (name: FixtureName, more: FixtureOptions = {}) => ({ name, options: { era: name === 'tasks-legacy' ? '2025-11-25' : '2026-07-28', state: join(folder, 'tasks'), record: join(folder, 'record'), ...more } });
const model = () => jobModel(() => ({ name: 'jobs__gate', arguments: JSON.stringify({ file: gate() }) }));
const open = async (url: string, name: FixtureName, more: FixtureOptions = {}, options: Parameters<typeof openJobHost>[3] = {}): Promise<JobHost> => (host = await openJobHost(join(folder, 'data'), url, fixture(name, more), options));
/** How often the server was asked for something, over all of its processes. */
const asked = (method: string): number => readFileSync(join(folder, 'record'), 'utf8').split(`\\"method\\":\\"${method}\\"`).length - 1;
const text = (call: { result: { content: unknown[] } | null }): unknown => call.result?.content[0];
const forms = [['tasks-modern'], ['tasks-legacy']] as const;

describe.each(forms)('a job of %s', (name) => {
  it('is waited for like any call, and stands in the list (C18, P16, P17)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers } = await open(wire.url, name);
    const id = await begin();
    expect(await job(({ state }) => state === 'working')).toMatchObject({ serverName: 'jobs', tool: 'gate', conversation: { id }, isWatched: true, isBackground: false, pollMs: 50, cancel: null });
    expect((await call(id, ({ state }) => state === 'running')).job).toBeDefined();
    writeFileSync(gate(), '');
    expect(text(await call(id, ({ state }) => state === 'done'))).toMatchObject({ text: 'The gate is open.' });
    const done = await job(({ state }) => state === 'done');
    expect((await handlers['jobs/result']({ jobId: done.id }, context)).result).toMatchObject({ content: [{ text: 'The gate is open.' }] });
    await host?.answered(id, 2);
    expect(asked('tools/call')).toBe(1);
  });

  it('survives a host that is killed between its beginning and its end; its result comes into the chat, and no call is made twice (O07, P16, P17)', async () => {
    await using wire = await model();
    const { name: fixtureName, options } = fixture(name);
    const child = spawn(process.execPath, [fileURLToPath(new URL('../../test/job-until-killed.ts', import.meta.url)), join(folder, 'data'), wire.url, fixtureName, JSON.stringify(options)], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, PORTOLAN_KEYRING: 'off' } });
    let output = '';
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.includes('\n')) break;
    }
    child.kill('SIGKILL');
    await once(child, 'exit');
    const id = ConversationId.parse(output.trim().split(' ')[1]);
    const { call, job } = await open(wire.url, name);
    expect(await call(id, () => true)).toMatchObject({ state: 'running', job: { isBackground: true } });
    expect(await job(({ isWatched }) => isWatched)).toMatchObject({ state: 'working', isBackground: true });
    writeFileSync(gate(), '');
    const done = await call(id, ({ state }) => state === 'done');
    expect(text(done)).toMatchObject({ text: 'The gate is open.' });
    expect(asked('tools/call')).toBe(1);
    // What is known stays known: the next start changes nothing.
    await host?.close();
    const again = await open(wire.url, name);
    expect(await again.call(id, () => true)).toEqual(done);
  });

  it('is cancelled from the list, and from the list again when it has gone (C18, P16, P17)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers } = await open(wire.url, name);
    const id = await begin();
    const { id: jobId } = await job(({ state }) => state === 'working');
    await handlers['jobs/cancel']({ jobId }, context);
    expect(await call(id, ({ state }) => state === 'cancelled')).toMatchObject({ result: null, problem: null });
    expect(await job(({ state }) => state === 'cancelled')).toMatchObject({ id: jobId, problem: null });
    await handlers['jobs/remove']({ jobIds: [jobId] }, context);
    expect(await first(handlers['jobs/watch']({}, context), () => true)).toEqual({ type: 'snapshot', jobs: [] });
    await handlers['jobs/restore']({ jobIds: [jobId] }, context);
    expect(await job(() => true)).toMatchObject({ id: jobId });
  });
});

describe('a job, whichever its form,', () => {
  const name = 'tasks-modern';

  it('goes on when the app is closed, and waits for a server that nobody has started (C18)', async () => {
    await using wire = await model();
    const { begin, job, handlers } = await open(wire.url, name);
    const id = await begin();
    const { serverId } = await job(({ state }) => state === 'working');
    await handlers['servers/setStartup']({ serverId, startup: 'manual' }, context);
    await host?.close();
    const { call, job: jobNow, handlers: now } = await open(wire.url, name);
    expect(await call(id, () => true)).toMatchObject({ state: 'running', job: { isBackground: true } });
    const waiting = await jobNow(() => true);
    expect(waiting).toMatchObject({ state: 'working', isWatched: false });
    expect(await problemOf(now['jobs/cancel']({ jobId: waiting.id }, context))).toMatchObject({ code: 'server-not-ready' });
    writeFileSync(gate(), '');
    await now['servers/start']({ serverId }, context);
    expect(text(await call(id, ({ state }) => state === 'done'))).toMatchObject({ text: 'The gate is open.' });
    expect(asked('tools/cancel')).toBe(0);
    // The answer was cut by the end of the app: it goes on with what came.
    await now['jobs/handOver']({ jobId: waiting.id, text: 'Go on.' }, context);
    await host?.answered(id, 3);
    expect(JSON.stringify(wire.requests.at(-1)?.body)).toContain('The gate is open.');
  });

  it('is left to go on by the person; the model is told so, and gets what came with one press (C18)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers } = await open(wire.url, name);
    const id = await begin();
    const { id: jobId } = await job(({ state }) => state === 'working');
    await call(id, (each) => each.job !== undefined);
    await handlers['jobs/goOn']({ jobId }, context);
    await host?.answered(id, 2);
    expect(JSON.stringify(wire.requests.at(-1)?.body)).toContain(`goes on in the background as the job ${jobId}`);
    expect(await call(id, () => true)).toMatchObject({ state: 'running', job: { id: jobId, isBackground: true } });
    writeFileSync(gate(), '');
    await call(id, ({ state }) => state === 'done');
    await handlers['drafts/save']({ conversationId: id, text: 'half a thought' }, context);
    await handlers['jobs/handOver']({ jobId, text: 'Here is what came.' }, context);
    await host?.answered(id, 4);
    const body = JSON.stringify(wire.requests.at(-1)?.body);
    expect(body).toContain('The gate is open.');
    expect(body).toContain('Here is what came.');
    expect(body).not.toContain('goes on in the background');
    expect(await handlers['drafts/get']({ conversationId: id }, context)).toEqual({ text: 'half a thought' });
  });

  it('is handed over where its call is shown, and to no other version of the chat (C18, C02)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers, answered } = await open(wire.url, name);
    const id = await begin();
    const { id: jobId } = await job(({ state }) => state === 'working');
    await call(id, (each) => each.job !== undefined);
    await handlers['jobs/goOn']({ jobId }, context);
    await answered(id, 2);
    writeFileSync(gate(), '');
    await call(id, ({ state }) => state === 'done');
    const shown = await first(handlers['conversations/watch']({ conversationId: id }, context), () => true);
    const [question, answer] = shown.type === 'snapshot' ? shown.messages : [];
    if (question === undefined || answer === undefined) throw new Error('no messages');
    await handlers['conversations/edit']({ conversationId: id, messageId: question.id, text: 'Begin anew.' }, context);
    await answered(id, 2);
    expect(await problemOf(handlers['jobs/handOver']({ jobId, text: 'Here is what came.' }, context))).toMatchObject({ code: 'message-unknown' });
    await handlers['conversations/choose']({ conversationId: id, messageId: answer.id }, context);
    await handlers['jobs/handOver']({ jobId, text: 'Here is what came.' }, context);
    await answered(id, 4);
    expect(JSON.stringify(wire.requests.at(-1)?.body)).toContain('Here is what came.');
  });

  it('is asked to stop with the answer that waits for it (P06, C18)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers } = await open(wire.url, name);
    const id = await begin();
    await call(id, (each) => each.job !== undefined);
    await handlers['conversations/stop']({ conversationId: id }, context);
    expect(await call(id, ({ state }) => state !== 'running')).toMatchObject({ state: 'cancelled' });
    expect(await job(({ state }) => state === 'cancelled')).toMatchObject({ cancel: 'asked' });
    expect(asked('tasks/cancel')).toBe(1);
  });

  it('is waited for over an end of its server, and taken up on the next connection (R19, P17)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers } = await open(wire.url, name);
    const id = await begin();
    const { serverId } = await job(({ state }) => state === 'working');
    await call(id, (each) => each.job !== undefined);
    await handlers['servers/stop']({ serverId }, context);
    expect(await job(({ isWatched }) => !isWatched)).toMatchObject({ state: 'working', problem: null });
    writeFileSync(gate(), '');
    await handlers['servers/start']({ serverId }, context);
    expect(text(await call(id, ({ state }) => state === 'done'))).toMatchObject({ text: 'The gate is open.' });
    await host?.answered(id, 2);
    expect(asked('tools/call')).toBe(1);
  });

  it('is lost when the server knows it no more, and says so (C18)', async () => {
    await using wire = await model();
    const { begin, call, job } = await open(wire.url, name, { fault: 'forget' });
    const id = await begin();
    expect(await job(({ state }) => state === 'lost')).toMatchObject({ problem: { code: 'call-lost', details: { reason: 'task-lost' } } });
    expect(await call(id, ({ state }) => state === 'failed')).toMatchObject({ problem: { code: 'call-lost' } });
  });

  it('keeps what came of it when its chat was deleted (C18)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers } = await open(wire.url, name);
    const id = await begin();
    const { id: jobId } = await job(({ state }) => state === 'working');
    await call(id, (each) => each.job !== undefined);
    await handlers['conversations/remove']({ conversationId: id }, context);
    writeFileSync(gate(), '');
    expect(await job(({ state }) => state === 'done')).toMatchObject({ id: jobId, conversation: null });
    expect((await handlers['jobs/result']({ jobId }, context)).result).toMatchObject({ content: [{ text: 'The gate is open.' }] });
    expect(await problemOf(handlers['jobs/handOver']({ jobId, text: 'x' }, context))).toMatchObject({ code: 'conversation-unknown' });
    // It comes back with what came meanwhile.
    await handlers['conversations/restore']({ conversationId: id }, context);
    expect(await call(id, () => true)).toMatchObject({ state: 'done', job: { id: jobId } });
  });

  it('has its result seen first where the person wants that, also long after its answer (H02, C18)', async () => {
    await using wire = await model();
    const { begin, call, job, handlers } = await open(wire.url, name);
    const id = await begin();
    const { id: jobId } = await job(({ state }) => state === 'working');
    await call(id, (each) => each.job !== undefined);
    await handlers['jobs/goOn']({ jobId }, context);
    await handlers['results/choose']({ choice: { scope: 'chat', conversationId: id }, isOn: true }, context);
    writeFileSync(gate(), '');
    expect(await call(id, ({ review }) => review?.state === 'waiting')).toMatchObject({ state: 'done', result: null });
    const event = await first(handlers['interactions/watch']({}, context), (each) => each.type === 'snapshot' ? each.interactions.some(({ kind }) => kind === 'result-review') : each.type === 'added' && each.interaction.kind === 'result-review');
    const question = event.type === 'snapshot' ? event.interactions.find(({ kind }) => kind === 'result-review') : event.type === 'added' ? event.interaction : undefined;
    if (question === undefined) throw new Error('not asked');
    await handlers['interactions/resolve']({ id: question.id, hash: question.hash, answer: { kind: 'result-review', action: 'send' } }, context);
    expect(text(await call(id, ({ review }) => review?.state === 'sent'))).toMatchObject({ text: 'The gate is open.' });
  });
});

it('says the truth when a server does not let jobs be cancelled (C18, P16)', async () => {
  await using wire = await model();
  const { begin, job, handlers } = await open(wire.url, 'tasks-legacy', { cancel: false });
  await begin();
  const { id: jobId } = await job(({ state }) => state === 'working');
  expect(await problemOf(handlers['jobs/cancel']({ jobId }, context))).toMatchObject({ code: 'server-not-supported' });
  expect(await job(({ cancel }) => cancel === 'refused')).toMatchObject({ state: 'working' });
  await handlers['jobs/giveUp']({ jobId }, context);
  expect(await job(({ state }) => state === 'lost')).toMatchObject({ problem: { details: { reason: 'given-up' } } });
});

it.each(forms)('asks what a job of %s needs in its chat, also after a restart (P13, P17)', async (name) => {
  await using wire = await jobModel(() => ({ name: 'jobs__ask', arguments: '{}' }));
  const { begin, call, job } = await open(wire.url, name);
  const id = await begin();
  await call(id, (each) => each.job !== undefined);
  await job(({ state }) => state === 'input_required');
  await host?.close();
  const { handlers, call: callNow } = await open(wire.url, name);
  const event = await first(handlers['interactions/watch']({}, context), (each) => each.type === 'snapshot' ? each.interactions.length > 0 : each.type === 'added');
  const question = event.type === 'snapshot' ? event.interactions[0] : event.type === 'added' ? event.interaction : undefined;
  if (question?.kind !== 'elicitation') throw new Error(`asked ${question?.kind ?? 'nothing'}`);
  expect(question).toMatchObject({ conversationId: id });
  await handlers['interactions/resolve']({ id: question.id, hash: question.hash, answer: { kind: 'elicitation', action: 'accept', content: { name: 'Ada' } } }, context);
  expect(JSON.stringify((await callNow(id, ({ state }) => state === 'done')).result)).toContain('Ada');
  expect(existsSync(join(folder, 'record'))).toBe(true);
});
