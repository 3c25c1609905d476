/**
 * The window at its limits: a long answer while it is written, against what could be taken off the shelf; a chat of 10,000 messages;
 * a search over 100,000. Processor time of the main thread, so that what else the machine does hardly counts.
 */
import { mixed } from '@portolan/bench-renderer/documents';
import type { Browser, Page } from '@playwright/test';
import { startBrowserApp } from '../harness/browser-app.ts';
import type { RunningApp } from '../harness/running-app.ts';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { serveBenchPage, streamOnce } from './support/bench-page.ts';
import type { Streamed } from './support/bench-page.ts';
import { openChat, watchEnd, watchTravel } from './support/in-page.ts';
import { rareWords, writeHistory } from './support/long-history.ts';
import { MainThread, tasksDuring } from './support/main-thread.ts';

/** `WHOLE=1` streams all 20,000 tokens at their speed, in the window too, which takes minutes; otherwise the end of them. */
const isWhole = process.env['WHOLE'] === '1';
const rounds = Number(process.env['ROUNDS'] ?? 3);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('a long answer, against others', async ({ browser }) => {
  await using page = await serveBenchPage();
  for (const text of ['mixed', 'code'] as const) {
    const of = async (name: string): Promise<Streamed> => streamOnce(browser, page.address, name, text, isWhole && name === 'ours');
    const ours = await of('ours');
    const others = { 'react-markdown, by block': await of('react-markdown'), 'streamdown with its code': await of('streamdown') };
    const floor = await of('floor');
    const line = (name: string, { perUpdate, script, layout, longest, over50 }: Streamed): string =>
      `  ${name.padEnd(28)}${[perUpdate, script, layout, longest].map((value) => value.toFixed(1).padStart(9)).join('')}${String(over50).padStart(9)}${(perUpdate / ours.perUpdate).toFixed(1).padStart(9)}`;
    console.log(
      [
        '',
        `${text === 'mixed' ? 'mixed document of 20,000 tokens' : 'one code block of 60 kB'}, 200 tokens a second, ms an update`,
        `  ${''.padEnd(28)}${['tasks', 'script', 'layout', 'longest', 'over 50', '÷ ours'].map((name) => name.padStart(9)).join('')}`,
        line('ours', ours),
        ...Object.entries(others).map(([name, streamed]) => line(name, streamed)),
        line('nothing drawn', floor),
      ].join('\n'),
    );
    expect.soft(ours.perUpdate, `ms an update, ${text}`).toBeLessThanOrEqual(text === 'mixed' ? 6 : 8);
    expect.soft(ours.over50, `tasks over 50 ms, ${text}`).toBe(0);
    for (const other of Object.values(others)) expect.soft(other.perUpdate / ours.perUpdate, `others against ours, ${text}`).toBeGreaterThan(1);
  }
});

test('ten thousand messages', async ({ browser }) => {
  const sizes = [100, 10_000];
  await using model = await startModelEndpoint(() => ({ kind: 'stream', pieces: pieces(mixed(2_000)), everyMs: 33 }));
  const { app, chats, close } = await appWith(browser, sizes, model);
  const { page } = app;
  const opened = new Map<number, { ms: number; cpu: number }[]>(sizes.map((size) => [size, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const size of sizes) {
      await page.evaluate(() => {
        location.hash = '#/';
      });
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForTimeout(500);
      const thread = await MainThread.of(page);
      await thread.begin();
      const ms = await page.evaluate(openChat, `#/chat/${chats.get(size) ?? ''}`);
      opened.get(size)?.push({ ms, cpu: (await thread.end()).tasks });
      await page.waitForTimeout(2_000);
    }
  }
  const of = (size: number, what: 'ms' | 'cpu') => median((opened.get(size) ?? []).map((each) => each[what]));
  const ratio = { ms: of(10_000, 'ms') / of(100, 'ms'), cpu: of(10_000, 'cpu') / of(100, 'cpu') };
  const up = await scrollUp(page);
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await send(page, 'More');
  await expect(lastAnswer(page)).toContainText(/\w{4}/);
  const end = await page.evaluate(watchEnd, 8_000);
  console.log(
    [
      '',
      'a chat of 10,000 messages',
      `  opened: 100 messages ${of(100, 'ms').toFixed(0)} ms (${of(100, 'cpu').toFixed(0)} ms of processor), 10,000 ${of(10_000, 'ms').toFixed(0)} ms (${of(10_000, 'cpu').toFixed(0)}); ratio ${ratio.ms.toFixed(2)} (${ratio.cpu.toFixed(2)})`,
      `  scrolled up ${up.travelled.toFixed(0)} px in ${up.frames} frames: ${up.jumps} jumps, largest ${up.largest.toFixed(0)} px, ${up.blank} blank frames`,
      `  while it is written: ${end.worst.toFixed(1)} px from the end at worst, ${end.frames} frames`,
    ].join('\n'),
  );
  await close();
  expect.soft(ratio.cpu, 'opening 10,000 ÷ opening 100, processor time').toBeLessThanOrEqual(1.5);
  expect.soft(up.jumps, 'jumps while scrolling up').toBe(0);
  expect.soft(end.worst, 'px from the end while it is written').toBeLessThanOrEqual(1);
});

test('a search over a hundred thousand messages', async ({ browser }) => {
  await using model = await startModelEndpoint();
  const { app, close } = await appWith(browser, Array.from({ length: 100 }, (_each, at) => 1_000 + at), model, watchSearches);
  const { page } = app;
  await page.evaluate(() => {
    location.hash = '#/history';
  });
  const field = page.getByRole('searchbox').first();
  await field.waitFor();
  for (const typed of [...rareWords.slice(0, 8), 'schema window', 'answers with', 'tool_7', 'model costs less', 'nothing like this', 'read(']) {
    await field.fill('');
    await field.pressSequentially(typed, { delay: 40 });
    await page.waitForTimeout(300);
  }
  const answers = (await page.evaluate(() => (globalThis as unknown as { answers: number[] }).answers)).toSorted((a, b) => a - b);
  const p95 = answers[Math.ceil(answers.length * 0.95) - 1] ?? Infinity;
  console.log(['', 'a search over 100,000 messages', `  ${answers.length} answers, from the window and back: median ${median(answers).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, worst ${(answers.at(-1) ?? 0).toFixed(1)} ms`].join('\n'));
  await close();
  expect.soft(answers.length, 'answers').toBeGreaterThan(10);
  expect.soft(p95, 'p95 of a search, in milliseconds').toBeLessThanOrEqual(20);
});

test('a long answer in the window itself', async ({ browser }) => {
  test.skip(!isWhole, 'only with WHOLE=1: it takes two minutes');
  await using model = await startModelEndpoint(() => ({ kind: 'stream', pieces: pieces(mixed(20_000)), everyMs: 33 }));
  const { app, chats, close } = await appWith(browser, [100], model);
  const { page } = app;
  await page.evaluate(openChat, `#/chat/${chats.get(100) ?? ''}`);
  const thread = await MainThread.of(page);
  let perUpdate = 0;
  const tasks = await tasksDuring(page, async () => {
    await send(page, 'All of it');
    await page.waitForTimeout(80_000);
    await thread.begin();
    await page.waitForTimeout(15_000);
    perUpdate = (await thread.end()).tasks / (15 * 30);
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden({ timeout: 120_000 });
  });
  const counted = tasks.filter(({ at }) => at > 1_000).map(({ ms }) => ms);
  console.log(['', 'the same answer in the window, with everything around it', `  ${perUpdate.toFixed(1)} ms an update, longest task ${Math.max(0, ...counted).toFixed(1)} ms, ${counted.filter((ms) => ms > 50).length} over 50 ms`].join('\n'));
  await close();
});

const pieces = (text: string): string[] => text.match(/[\s\S]{1,28}/g) ?? [];

async function appWith(browser: Browser, sizes: readonly number[], model: Awaited<ReturnType<typeof startModelEndpoint>>, before?: () => void): Promise<{ app: RunningApp; chats: ReadonlyMap<number, string>; close: () => Promise<void> }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 832 }, reducedMotion: 'reduce', locale: 'en-US' });
  if (before) await context.addInitScript(before);
  const app = await startBrowserApp(context);
  await haveModel(app, model);
  let chats: ReadonlyMap<number, string> = new Map();
  await app.restart(() => {
    chats = writeHistory(app.data.path, sizes).chats;
  });
  await app.page.getByRole('heading', { level: 1 }).waitFor();
  return {
    app,
    chats,
    close: async () => {
      await app.quit();
      app.data.remove();
      await context.close();
    },
  };
}

async function scrollUp(page: Page): ReturnType<typeof watchTravel> {
  const watching = page.evaluate(watchTravel, 10_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizeScrollGesture', { x: 700, y: 400, yDistance: 40_000, speed: 6_000, gestureSourceType: 'mouse' });
  return watching;
}

/** In the page, before anything of ours: how long each search takes from leaving the window to being back. */
function watchSearches(): void {
  const answers: number[] = [];
  Object.assign(globalThis, { answers });
  const asked = new Map<number, number>();
  const watched = new WeakSet<WebSocket>();
  const plainSend = WebSocket.prototype.send;
  WebSocket.prototype.send = function watchedSend(data) {
    if (typeof data === 'string' && data.includes('"conversations/search"')) {
      asked.set((JSON.parse(data) as { n: number }).n, performance.now());
      if (!watched.has(this)) {
        watched.add(this);
        this.addEventListener('message', ({ data: text }: MessageEvent<string>) => {
          const n = Number(/"n":(\d+)/.exec(text.slice(0, 60))?.[1] ?? -1);
          const start = asked.get(n);
          if (start === undefined) return;
          asked.delete(n);
          answers.push(performance.now() - start);
        });
      }
    }
    plainSend.call(this, data);
  };
}
