import { describe, expect, it } from 'vitest';
import { conversationRig } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { titleOf } from '../storage/title.ts';
import type { UsagePort } from '../usage/usage.ts';

const long = 'I would like to know when the ferry to the island leaves in the morning, and whether I can take my bicycle along.';
const begins = 'I would like to know when the ferry to the island leaves…';

interface Setup {
  /** What the model answers when it is asked for a title; null fails. */
  title: string | null;
  /** Done before the title is answered. */
  before?: (rig: Rig) => void | Promise<void>;
}

/** One message and its answer, and what became of the title. */
async function titled({ title, before }: Setup, text = long, first?: (rig: Rig) => void | Promise<void>): Promise<{ title: string; requests: string[]; counted: number }> {
  const requests: string[] = [];
  let counted = 0;
  const usage: UsagePort = { record: () => Promise.resolve((counted += 1)), check: () => undefined };
  const gate = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await using server = await startWireServer(async ({ body }) => {
    requests.push(JSON.stringify(body));
    if (requests.length === 1) return streamed('openai-compatible', { text: 'At seven.', usage: { input: 1, output: 1 } });
    asked.resolve();
    await gate.promise;
    return title === null ? { status: 500, chunks: ['{}'] } : streamed('openai-compatible', { text: title, usage: { input: 1, output: 1 } });
  });
  const rig = await conversationRig({ url: server.url, tools: [], deps: { usage, makesTitles: true } });
  try {
    await first?.(rig);
    await rig.ask(text);
    await Promise.race([asked.promise, rig.service.settled()]);
    await before?.(rig);
    gate.resolve();
    await rig.service.settled();
    return { title: rig.store.get(rig.conversation.id)?.title ?? '(none)', requests, counted };
  } finally {
    gate.resolve();
    await rig[Symbol.asyncDispose]();
  }
}

describe('titles that a model makes (C10)', () => {
  it('name a chat after its first answer, by one request without tools that is counted', async () => {
    const { title, requests, counted } = await titled({ title: '"Ferry times and bicycles."' });
    expect(title).toBe('Ferry times and bicycles');
    expect(requests).toHaveLength(2);
    expect(requests[1]).toContain('At seven.');
    expect(requests[1]).not.toContain('"tools"');
    expect(counted).toBe(2);
  });

  it.each<[string, string | null]>([
    ['the request fails', null],
    ['nothing is answered', ' '],
    ['it answers at length', 'word '.repeat(200)],
  ])('stay what they were when %s', async (_name, title) => {
    expect((await titled({ title })).title).toBe(begins);
  });

  it('are not asked for where the message is its own title, or when they are switched off', async () => {
    const short = await titled({ title: 'Other' }, 'When does the ferry leave?');
    expect([short.title, short.requests.length]).toEqual(['When does the ferry leave?', 1]);
    const off = await titled({ title: 'Other' }, long, async (rig) => void (await rig.config.updateSettings({ modelTitles: 'off' })));
    expect([off.title, off.requests.length]).toEqual([begins, 1]);
  });

  it('never take the place of the person’s own, given meanwhile', async () => {
    expect((await titled({ title: 'Other', before: (rig) => void rig.service.rename(rig.conversation.id, 'Mine') })).title).toBe('Mine');
  });

  it.each([
    ['**Ferry**\nsecond line', 'Ferry'],
    ['# Title\u202e\u0007 with\tmarks', 'Title with marks'],
    ['「渡轮时间」', '渡轮时间'],
    ['x'.repeat(100), `${'x'.repeat(59)}…`],
    ['\n\n', ''],
  ])('are plain and short: %j', (text, title) => {
    expect(titleOf(text)).toBe(title);
  });
});
