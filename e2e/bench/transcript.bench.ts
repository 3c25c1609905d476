/** A chat of 10,000 messages in the real window: opened, scrolled up, read while it is written to, and searched. */
import type { Page } from '@playwright/test';
import { mixed } from '@portolan/bench-renderer/documents';
import { startBrowserApp } from '../harness/browser-app.ts';
import { test } from '../harness/test.ts';
import { lastAnswer, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { writeHistory } from './support/long-history.ts';
import { MainThread } from './support/main-thread.ts';

test('transcript', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 832 }, reducedMotion: 'reduce' });
  const app = await startBrowserApp(context);
  await using model = await startModelEndpoint(() => ({ kind: 'stream', pieces: mixed(2_000).match(/[\s\S]{1,28}/g) ?? [], everyMs: 33 }));
  await haveModel(app, model);
  let chats = new Map() as ReadonlyMap<number, string>;
  await app.restart(() => {
    const began = Date.now();
    chats = writeHistory(app.data.path, [100, 10_000]).chats;
    console.log('filled', Date.now() - began);
  });
  for (const round of [0, 1, 2])
    for (const size of [100, 10_000]) {
      await app.page.evaluate(() => (location.hash = '#/'));
      await app.page.reload();
      await app.page.getByRole('heading', { level: 1 }).waitFor();
      await app.page.waitForTimeout(500);
      const thread = await MainThread.of(app.page);
      await thread.begin();
      const ms = await app.page.evaluate(open, `#/chat/${chats.get(size)}`);
      const spent = await thread.end();
      await app.page.waitForTimeout(2000);
      const after = await thread.end();
      console.log('open', size, round, ms, 'cpu', spent.tasks.toFixed(0), 'in all', after.tasks.toFixed(0));
    }
  console.log('up', JSON.stringify(await scrolledUp(app.page)));
  await app.page.getByRole('button', { name: 'Jump to latest' }).click();
  await send(app.page, 'More');
  await lastAnswer(app.page).getByText(/\w/).first().waitFor();
  console.log('follow', JSON.stringify(await app.page.evaluate(follow)));
  await app.quit();
  app.data.remove();
  await context.close();
});

function open(hash: string): Promise<number> {
  const began = performance.now();
  location.hash = hash;
  return new Promise((resolve) => {
    let calm = 0;
    let shownAt = 0;
    const look = (): void => {
      const log = document.querySelector('[role=log]');
      const isAtEnd = log !== null && log.querySelector('article') !== null && log.scrollHeight - log.scrollTop - log.clientHeight < 2 && log.scrollTop > 0;
      if (isAtEnd && shownAt === 0) shownAt = performance.now();
      if (!isAtEnd) shownAt = 0;
      calm = isAtEnd ? calm + 1 : 0;
      if (calm >= 5) resolve(shownAt - began);
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

async function scrolledUp(page: Page): Promise<{ jumps: number; largest: number; frames: number; blank: number; travelled: number }> {
  const watching = page.evaluate(watch, 9_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizeScrollGesture', { x: 700, y: 400, yDistance: 40_000, speed: 6_000, gestureSourceType: 'mouse' });
  return watching;
}

/** After each frame: rows that were there before and still are must have moved down, never up. */
function watch(forMs: number): Promise<{ jumps: number; largest: number; frames: number; blank: number; travelled: number }> {
  const log = document.querySelector('[role=log]');
  if (!log) throw new Error('no transcript');
  const result = { jumps: 0, largest: 0, frames: 0, blank: 0, travelled: 0 };
  let before = new Map<Element, number>();
  const end = performance.now() + forMs;
  return new Promise((resolve) => {
    const look = (): void => {
      const box = log.getBoundingClientRect();
      const now = new Map<Element, number>();
      let covered = 0;
      for (const row of log.querySelectorAll('article')) {
        const { top, bottom } = row.getBoundingClientRect();
        if (bottom < box.top || top > box.bottom) continue;
        now.set(row, top);
        covered += Math.min(bottom, box.bottom) - Math.max(top, box.top);
      }
      result.frames += 1;
      if (covered < box.height * 0.5) result.blank += 1;
      let least = 0;
      for (const [row, top] of now) {
        const last = before.get(row);
        if (last === undefined) continue;
        const moved = top - last;
        if (moved < least) least = moved;
        result.travelled += 0;
      }
      const first = [...now].find(([row]) => before.has(row));
      if (first) result.travelled += first[1] - (before.get(first[0]) ?? 0);
      if (least < -1) {
        result.jumps += 1;
        result.largest = Math.max(result.largest, -least);
      }
      before = now;
      if (performance.now() > end) resolve(result);
      else requestAnimationFrame(() => setTimeout(look));
    };
    look();
  });
}

function follow(): Promise<{ worst: number; frames: number }> {
  const log = document.querySelector('[role=log]');
  if (!log) throw new Error('no transcript');
  const result = { worst: 0, frames: 0 };
  const end = performance.now() + 6_000;
  return new Promise((resolve) => {
    const look = (): void => {
      result.frames += 1;
      result.worst = Math.max(result.worst, log.scrollHeight - log.scrollTop - log.clientHeight);
      if (performance.now() > end) resolve(result);
      else requestAnimationFrame(() => setTimeout(look));
    };
    look();
  });
}
