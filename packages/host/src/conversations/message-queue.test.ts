import { describe, expect, it } from 'vitest';
import { PendingAttachment } from '@portolan/contract/drafts';
import type { EventOf } from '@portolan/contract/contract';
import { conversationRig } from '../../test/conversation-rig.ts';
import type { Rig } from '../../test/conversation-rig.ts';
import { putFile } from '../../test/put-file.ts';
import { pixelPng, wav } from '../../test/some-files.ts';
import { streamed } from '../../test/wire-formats.ts';
import { startWireServer } from '../../test/wire-server.ts';
import { openStorage } from '../storage/open-storage.ts';
import { MessageQueue } from './message-queue.ts';

const said = (rig: Rig) => rig.store.messages(rig.conversation.id).map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : part.type)).join(' '));

interface Bench {
  rig: Rig;
  /** The oldest question that waits is answered. */
  answer: () => void;
  /** Questions that have reached the model. */
  asked: () => number;
  /** What a window has been told last. */
  latest: () => EventOf<'queue/watch'>;
  /** Texts of what waits. */
  queued: () => string[];
}

async function withRig(work: (bench: Bench) => Promise<void>): Promise<void> {
  const open: (() => void)[] = [];
  let count = 0;
  await using server = await startWireServer(async () => {
    count += 1;
    const mine = count;
    await new Promise<void>((resolve) => open.push(resolve));
    return streamed('openai', { text: `Answer ${mine}` });
  });
  await using rig = await conversationRig({ kind: 'openai', url: server.url });
  const stop = new AbortController();
  let seen: EventOf<'queue/watch'> = { messages: [], isHeld: true };
  const following = (async () => {
    for await (const event of rig.waiting.watch(rig.conversation.id, stop.signal)) seen = event;
  })();
  await work({ rig, answer: () => open.shift()?.(), asked: () => count, latest: () => seen, queued: () => seen.messages.map(({ text }) => text) });
  for (const answer of open) answer();
  stop.abort();
  await following;
}

const begin = async (rig: Rig, text = 'First') => rig.service.send(rig.conversation.id, text, [], new AbortController().signal);
const add = (rig: Rig, text: string, attachments: PendingAttachment[] = []) => rig.waiting.add(rig.conversation.id, text, attachments);

describe('messages that wait for an answer', () => {
  it('go one after the other, each when the one before was answered, with what was attached (C04, C07)', async () => {
    await withRig(async ({ rig, answer, asked, queued }) => {
      await begin(rig);
      const file = await putFile(rig.library, 'p.png', pixelPng);
      add(rig, 'Second', [PendingAttachment.parse({ key: 'k', label: 'p.png', serverName: '', input: { type: 'file', hash: file.hash, name: file.name }, file })]);
      add(rig, 'Third');
      expect(rig.store.usedFiles().has(file.hash)).toBe(true);
      await rig.until(() => asked() === 1 && queued().length === 2);
      expect(said(rig)).toEqual(['First', '']);
      answer();
      await rig.until(() => asked() === 2 && queued().length === 1);
      answer();
      await rig.until(() => asked() === 3 && queued().length === 0);
      answer();
      await rig.until(({ conversation }) => !conversation.isRunning);
      expect(said(rig)).toEqual(['First', 'Answer 1', 'attachment Second', 'Answer 2', 'Third', 'Answer 3']);
    });
  });

  it('wait for the person after an answer that was stopped, and go on when they say so', async () => {
    await withRig(async ({ rig, answer, asked, latest, queued }) => {
      await begin(rig);
      add(rig, 'Second');
      await rig.until(() => asked() === 1);
      await rig.service.stop(rig.conversation.id);
      await rig.until(({ conversation }) => !conversation.isRunning && latest().isHeld);
      expect(queued()).toEqual(['Second']);
      // Something else that is said meanwhile does not set them going.
      answer();
      await begin(rig, 'Something else');
      await rig.until(() => asked() === 2);
      answer();
      await rig.until(({ conversation }) => !conversation.isRunning);
      expect(queued()).toEqual(['Second']);
      rig.waiting.resume(rig.conversation.id);
      await rig.until(() => asked() === 3 && queued().length === 0);
    });
  });

  it('are changed, moved and taken out while they wait', async () => {
    await withRig(async ({ rig, asked, queued }) => {
      await begin(rig);
      const [a, b, c] = [add(rig, 'a'), add(rig, 'b'), add(rig, 'c')];
      const { id } = rig.conversation;
      rig.waiting.move(id, c, a);
      rig.waiting.move(id, a, null);
      rig.waiting.change(id, b, 'B', []);
      await rig.until(() => queued().join('') === 'cBa');
      rig.waiting.remove(id, c);
      await rig.until(() => queued().join('') === 'Ba' && asked() === 1);
      expect(() => rig.waiting.remove(id, c)).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'message-unknown' }) as unknown }) as Error);
      expect(() => rig.waiting.change(id, b, ' ', [])).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'invalid-input' }) as unknown }) as Error);
    });
  });

  it('one is sent now: the answer that runs is stopped, and the others follow', async () => {
    await withRig(async ({ rig, answer, asked, queued }) => {
      await begin(rig);
      add(rig, 'Later');
      const now = add(rig, 'Now');
      await rig.until(() => asked() === 1);
      await rig.waiting.sendNow(rig.conversation.id, now);
      await rig.until(() => asked() === 2 && queued().join('') === 'Later');
      expect(rig.store.messages(rig.conversation.id).map(({ status }) => status)).toEqual(['complete', 'stopped', 'complete', 'streaming']);
      answer();
      answer();
      await rig.until(() => asked() === 3 && queued().length === 0);
      expect(said(rig).filter((_, index) => index % 2 === 0)).toEqual(['First', 'Now', 'Later']);
    });
  });

  it('one that the model cannot be given stays, with the reason, and those behind it as well (C07)', async () => {
    await withRig(async ({ rig, answer, asked, latest, queued }) => {
      await begin(rig);
      const file = await putFile(rig.library, 'memo.wav', wav);
      const id = add(rig, 'Hear', [PendingAttachment.parse({ key: 'k', label: 'memo.wav', serverName: '', input: { type: 'file', hash: file.hash, name: file.name }, file })]);
      add(rig, 'After');
      await rig.until(() => asked() === 1);
      answer();
      await rig.until(() => latest().messages[0]?.problem?.code === 'attachment-unfit' && latest().isHeld);
      expect(queued()).toEqual(['Hear', 'After']);
      rig.waiting.change(rig.conversation.id, id, 'Never mind', []);
      rig.waiting.resume(rig.conversation.id);
      await rig.until(() => asked() === 2 && queued().join('') === 'After');
    });
  });

  it('are there after a restart, and wait for the person (R98)', async () => {
    await withRig(async ({ rig }) => {
      await begin(rig);
      add(rig, 'Second');
      const { queue, close } = openStorage({ folder: rig.folder, notices: { add: () => undefined } });
      const next = new MessageQueue({ store: queue, chats: { onEnd: () => undefined, isBusy: () => false, stop: () => Promise.resolve(), send: () => Promise.reject(new Error('nothing goes by itself')) }, isKnown: () => true });
      for await (const event of next.watch(rig.conversation.id, new AbortController().signal)) {
        expect(event).toMatchObject({ isHeld: true, messages: [{ text: 'Second', problem: null }] });
        break;
      }
      await close();
    });
  });

  it('are no more than can be looked over', async () => {
    await withRig(async ({ rig }) => {
      await begin(rig);
      for (let count = 0; count < 20; count++) add(rig, 'x');
      expect(() => add(rig, 'x')).toThrow(expect.objectContaining({ problem: expect.objectContaining({ code: 'queue-full' }) as unknown }) as Error);
    });
  });
});
