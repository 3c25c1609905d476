/** Model files that the test makes, through the real llama.cpp in the real process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { scriptedModel, words } from '@portolan/fixture-servers/gguf/scripted-model';
import { callsOf, conversationRig, rigProvider, textOf } from '../../../test/conversation-rig.ts';
import type { Rig } from '../../../test/conversation-rig.ts';
import { textResult } from '../../../test/simple-servers.ts';
import { isProcessRunning } from '../../servers/warden/process-table.ts';
import { missingEngine } from './engine.ts';
import { ModelFiles } from './model-files.ts';
import type { ModelFilesDeps } from './model-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'portolan-models-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, bytes: Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

const calls = { pieces: ['||call:', ' ', 'calc__sum', '(', '{"a": ', '2', ', "b": ', '3', '}', ')'], after: 'Please' };
const helpful = file('Helpful-F32.gguf', scriptedModel({ name: 'Helpful', lines: [{ pieces: words('The tool says five.'), after: '||result:' }, calls, { pieces: words('Hello from a model file.') }] }));
const endless = file('endless.gguf', scriptedModel({ lines: [{ pieces: Array.from({ length: 600 }, (_, n) => ` word${n}`) }] }));

interface Chat {
  rig: Rig;
  files: ModelFiles;
  /** The process that runs now. */
  pid(): number;
}

const open: Chat[] = [];
afterEach(async () => {
  for (const { rig, files } of open.splice(0)) {
    await rig[Symbol.asyncDispose]();
    await files[Symbol.asyncDispose]();
  }
});

async function chat(path: string, settings: { contextSize?: number; idleMinutes?: number } = {}, deps: Partial<ModelFilesDeps> = {}): Promise<Chat> {
  let made: ModelFiles | undefined;
  const rig = await conversationRig({
    url: 'http://127.0.0.1:9',
    files: (config) => (made = new ModelFiles({ config, dataDir: folder, onError: (error) => void process.stderr.write(String(error)), ...deps })),
    model: 'model',
    patienceMs: 100_000,
  });
  if (made === undefined) throw new Error('no files');
  await rig.config.saveProvider({ id: rigProvider, kind: 'gguf', name: 'Helpful', baseUrl: '', models: [{ id: 'model', source: 'added' }], file: { path, contextSize: settings.contextSize ?? 8192, threads: 1, idleMinutes: settings.idleMinutes ?? 10 } });
  const files = made;
  const opened = { rig, files, pid: () => files.pidOf(rigProvider) ?? 0 };
  open.push(opened);
  return opened;
}

async function states(files: ModelFiles, until: (state: string) => boolean): Promise<string[]> {
  const stop = new AbortController();
  const seen: string[] = [];
  for await (const { runs } of files.watch(stop.signal)) {
    const state = runs[0]?.state ?? 'none';
    if (seen.at(-1) !== state) seen.push(state);
    if (until(state)) stop.abort();
  }
  return seen;
}

describe.skipIf(missingEngine() !== null)('a model file (skipped where nothing runs model files)', { timeout: 120_000 }, () => {
  it('is loaded with the first message, answers, counts and is taken out of memory by a press (C02, C15)', async () => {
    const { rig, files, pid } = await chat(helpful);
    expect(pid()).toBe(0);
    const seen = states(files, (state) => state === 'answering');
    const answer = await rig.ask('Hi');
    expect(textOf(answer)).toBe('Hello from a model file.');
    expect(answer).toMatchObject({ status: 'complete', problem: null });
    expect(answer.usage?.inputTokens).toBeGreaterThan(20);
    expect(answer.usage?.outputTokens).toBeGreaterThanOrEqual(5);
    expect(await seen).toEqual(expect.arrayContaining(['loading', 'answering']));
    const first = pid();
    expect(isProcessRunning(first)).toBe(true);
    await rig.ask('Hi again');
    expect(pid()).toBe(first);
    await files.unload(rigProvider);
    expect(isProcessRunning(first)).toBe(false);
    expect(textOf(await rig.ask('Once more'))).toBe('Hello from a model file.');
    expect(pid()).not.toBe(first);
  });

  it('calls a tool by its own grammar, past the same decision, and goes on with the result (C02, H01)', async () => {
    const { rig } = await chat(helpful);
    rig.servers.onCall = () => Promise.resolve(textResult('5'));
    const answer = await rig.ask('Please add 2 and 3.');
    expect(rig.person.asked.map(({ tool }) => tool.name)).toEqual(['sum']);
    expect(callsOf(answer)).toMatchObject([{ tool: 'sum', state: 'done', arguments: { a: 2, b: 3 } }]);
    expect(textOf(answer)).toBe('The tool says five.');
  });

  it('killed with kill -9 in the middle leaves what it had written, says so, and goes on with the next question (C02, R98)', async () => {
    const { rig, pid } = await chat(endless);
    const asking = rig.ask('Tell me');
    await rig.until(({ messages }) => textOf(messages.at(-1)).includes('word3'));
    const first = pid();
    process.kill(first, 'SIGKILL');
    const answer = await asking;
    expect(answer).toMatchObject({ status: 'interrupted', problem: { code: 'model-process-ended', details: { reason: 'crash' } } });
    expect(textOf(answer)).toContain('word0 word1 word2 word3');
    rig.service.continue(rig.conversation.id);
    await rig.until(({ messages }) => messages.length === 3 && textOf(messages.at(-1)).includes('word1'));
    expect(pid()).not.toBe(first);
    await rig.service.stop(rig.conversation.id);
    await rig.until(({ conversation }) => !conversation.isRunning);
  });

  it('stops when asked, and the same process answers the next question (C04)', async () => {
    const { rig, pid } = await chat(endless);
    const asking = rig.ask('Tell me');
    await rig.until(({ messages }) => textOf(messages.at(-1)).includes('word3'));
    const first = pid();
    await rig.service.stop(rig.conversation.id);
    expect(await asking).toMatchObject({ status: 'stopped' });
    const next = rig.ask('Tell me');
    await rig.until(({ messages }) => messages.length === 4 && textOf(messages.at(-1)).includes('word1'));
    expect(pid()).toBe(first);
    await rig.service.stop(rig.conversation.id);
    await next;
  });

  it('says so when the chat is longer than its context, instead of forgetting the beginning (R102)', async () => {
    const { rig } = await chat(helpful, { contextSize: 512 });
    expect(await rig.ask('x'.repeat(3000))).toMatchObject({ status: 'failed', problem: { code: 'model-context-too-long' } });
  });

  it('that brings down the program that reads it brings down nothing else (C02)', async () => {
    // Two words of its vocabulary are the same, which llama.cpp takes for impossible and ends the process.
    const bytes = Buffer.from(scriptedModel({ lines: [{ pieces: [' wordA', ' wordB'] }] }));
    bytes.write(' wordA', bytes.indexOf(' wordB'));
    const { rig } = await chat(file('hostile.gguf', bytes));
    expect(await rig.ask('Hi')).toMatchObject({ status: 'failed', problem: { code: 'model-process-ended', details: { reason: 'crash' }, log: expect.stringContaining('ASSERT') as string } });
  });

  it('that llama.cpp refuses says why (C02)', async () => {
    const { rig } = await chat(file('odd.gguf', scriptedModel({ lines: [{ pieces: words('Hi') }], more: [['llama.rope.dimension_count', { type: 'u32', value: 32 }]] })));
    expect(await rig.ask('Hi')).toMatchObject({ status: 'failed', problem: { code: 'model-file-unusable', details: { reason: 'refused' }, log: expect.stringContaining('n_rot') as string } });
  });

  it.runIf(process.platform === 'linux')('is ended when it takes far more memory than its file announces, and says so (C02)', async () => {
    const { rig } = await chat(endless, {}, { memoryLimit: () => 10_000_000 });
    expect(await rig.ask('Tell me')).toMatchObject({ problem: { code: 'model-process-ended', details: { reason: 'memory' } } });
  });
});
