/** A real process killed with SIGKILL in the middle of an answer, and what the next one finds. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callsOf, textOf } from '../../test/conversation-rig.ts';
import { streamed, wireFormats } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import type { WireAnswer } from '../../test/wire-server.ts';
import { openStorage } from '../storage/open-storage.ts';
import { recover } from './recover.ts';

const kind = 'openai-compatible' as const;
let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portolan-kill-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Kills the process as soon as `word` is on its standard output and `ready` resolves; returns what is stored then. */
async function killedAfter(answer: WireAnswer, word: string, waitMs: number) {
  await using server = await startWireServer(() => answer);
  const child = spawn(process.execPath, [fileURLToPath(new URL('../../test/chat-until-killed.ts', import.meta.url)), folder, server.url], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  for await (const chunk of child.stdout) {
    output += String(chunk);
    if (output.includes(word)) break;
  }
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  child.kill('SIGKILL');
  await once(child, 'exit');
  const storage = openStorage({ folder, notices: { add: () => undefined } });
  try {
    recover(storage.conversations);
    const [conversation] = storage.conversations.list();
    if (!conversation) throw new Error('the conversation is lost');
    return { messages: storage.conversations.messages(conversation.id), unsettled: storage.conversations.unsettledCalls() };
  } finally {
    await storage.close();
  }
}

describe('a host killed with SIGKILL', () => {
  it('loses at most a second of an answer, and marks it as cut (O07, R80, R98)', async () => {
    const chunks = wireFormats[kind]({ text: 'The beginning of' });
    const words = chunks.slice(0, 2);
    const { messages } = await killedAfter({ chunks: words, close: 'hang' }, 'heard', 1_500);
    expect(messages.map(({ role, status }) => [role, status])).toEqual([['user', 'complete'], ['assistant', 'interrupted']]);
    expect(textOf(messages[0])).toBe('Tell me.');
    expect(textOf(messages[1])).toBe('The beginning of');
  });

  it('knows that a call may have happened, and does not make it again (O07, R80)', async () => {
    const { messages, unsettled } = await killedAfter(streamed(kind, { text: 'Adding.', calls: [{ id: 'a', name: 'calc__sum', arguments: '{"a":1}' }] }), 'called', 0);
    expect(callsOf(messages[1])).toMatchObject([{ tool: 'sum', arguments: { a: 1 }, state: 'unknown', decidedBy: 'person' }]);
    expect(textOf(messages[1])).toBe('Adding.');
    expect(unsettled).toEqual([]);
  });
});
