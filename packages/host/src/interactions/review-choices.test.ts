import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ServerId } from '@portolan/contract/ids';
import type { ReviewChoice } from '@portolan/contract/result-reviews';
import { openStorage } from '../storage/open-storage.ts';
import type { Storage } from '../storage/open-storage.ts';
import { ReviewChoices } from './review-choices.ts';

let folder: string;
let storage: Storage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portolan-review-choices-'));
  storage = openStorage({ folder, notices: { add: () => undefined } });
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true });
});

it('every window hears of a choice that was made in one, of one taken back, and of a server known under another id (H02)', async () => {
  const [mail, post] = [ServerId.parse('mail'), ServerId.parse('post')];
  using choices = new ReviewChoices(storage.results);
  const windows = [new AbortController(), new AbortController()].map(({ signal }) => choices.watch(signal)[Symbol.asyncIterator]());
  const told = () => Promise.all(windows.map(async (each) => ((await each.next()).value as { choices: ReviewChoice[] }).choices));
  const ofTool: ReviewChoice = { scope: 'tool', serverId: mail, tool: 'read' };
  const ofChat: ReviewChoice = { scope: 'chat', conversationId: storage.conversations.create(null).id };
  expect(await told()).toEqual([[], []]);
  choices.choose(ofTool, true);
  expect(await told()).toEqual([[ofTool], [ofTool]]);
  choices.choose(ofChat, true);
  expect(await told()).toEqual([[ofTool, ofChat], [ofTool, ofChat]]);
  choices.move(mail, post);
  expect(await told()).toEqual([[{ ...ofTool, serverId: post }, ofChat], [{ ...ofTool, serverId: post }, ofChat]]);
  choices.choose(ofChat, false);
  expect(await told()).toEqual([[{ ...ofTool, serverId: post }], [{ ...ofTool, serverId: post }]]);
  // The same choice a second time is one choice.
  choices.choose({ ...ofTool, serverId: post }, true);
  expect(await told()).toEqual([[{ ...ofTool, serverId: post }], [{ ...ofTool, serverId: post }]]);
});
