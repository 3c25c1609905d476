import { isAlive } from '../harness/data-folder.ts';
import { killHost } from '../harness/running-app.ts';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test('opens to a usable page that cannot reach the machine (E2, E7, W7)', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('main')).toBeVisible();
  const reach = await page.evaluate(() => ({ require: typeof Reflect.get(globalThis, 'require'), process: typeof Reflect.get(globalThis, 'process'), bridge: Object.keys(Reflect.get(globalThis, 'portolan') ?? {}) }));
  expect(reach).toEqual({ require: 'undefined', process: 'undefined', bridge: app.shell === 'desktop' ? ['connect'] : [] });
  expect(await page.evaluate(() => document.cookie)).toBe('');
});

test('refuses inline script, eval, foreign images, forms, frames and connections (E7, B05)', async ({ app }) => {
  const { page } = app;
  await expect(page.getByRole('main')).toBeVisible();
  app.complaints.expect(/content security policy|trusted ?type|requires 'Trusted|sandbox|ERR_BLOCKED|Refused to|violates|net::ERR/i);
  const seen = await page.evaluate(async () => {
    const directives: string[] = [];
    document.addEventListener('securitypolicyviolation', (event) => directives.push(event.effectiveDirective));
    const attempt = (run: () => unknown): string => {
      try {
        run();
        return 'ran';
      } catch {
        return 'threw';
      }
    };
    const html = attempt(() => (document.body.innerHTML += '<b>x</b>'));
    // Not from within this call: what a debugger evaluates may evaluate more.
    const evaluated = await new Promise((resolve) => setTimeout(() => resolve(attempt(() => Reflect.get(globalThis, 'eval')('1'))), 0));
    const script = document.createElement('script');
    attempt(() => (script.text = 'window.__pwned = 1'));
    document.head.append(script);
    const image = document.createElement('img');
    image.src = 'https://canary.example/i.png';
    document.body.append(image);
    const style = document.createElement('style');
    style.textContent = 'body{display:none}';
    document.head.append(style);
    const frame = document.createElement('iframe');
    frame.src = 'https://canary.example/f';
    document.body.append(frame);
    const form = document.createElement('form');
    form.action = 'https://canary.example/p';
    form.method = 'post';
    document.body.append(form);
    form.submit();
    const fetched = await fetch('https://canary.example/c').then(
      () => 'ran',
      () => 'threw',
    );
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { html, evaluated, fetched, pwned: Reflect.get(globalThis, '__pwned'), directives: [...new Set(directives)].toSorted() };
  });
  expect(seen).toMatchObject({ html: 'threw', evaluated: 'threw', fetched: 'threw', pwned: undefined });
  expect(seen.directives).toEqual(expect.arrayContaining(['connect-src', 'form-action', 'frame-src', 'img-src', 'require-trusted-types-for', 'style-src-elem']));
});

test('goes on by itself after kill -9 of the host, and says so (R79, R80)', async ({ app }) => {
  await expect(app.page.getByRole('main')).toBeVisible();
  const pid = killHost(app);
  await expect.poll(() => app.data.hostPid()).not.toBe(pid);
  await expect(app.page.getByText('The host stopped unexpectedly')).toBeVisible();
});

test('comes back on the same data after a restart, and leaves no process behind (W10)', async ({ app }) => {
  await expect(app.page.getByRole('main')).toBeVisible();
  const first = app.data.hostPid();
  await app.restart();
  await expect(app.page.getByRole('main')).toBeVisible();
  expect(isAlive(first)).toBe(false);
  const second = app.data.hostPid();
  await app.quit();
  expect(isAlive(second)).toBe(false);
});

test('keeps working after a reload', async ({ app }) => {
  await expect(app.page.getByRole('main')).toBeVisible();
  await app.page.reload();
  await expect(app.page.getByRole('main')).toBeVisible();
});

test('colours code in its worker and sets formulas, under the policy (E7)', async ({ app }) => {
  await using model = await startModelEndpoint(() => ({ kind: 'text', text: '```ts\nconst total = 42;\n```\n\n$$a^2 + b^2 = c^2$$' }));
  await haveModel(app, model);
  await newChat(app.page);
  await send(app.page, 'Show me.');
  await expect(lastAnswer(app.page).locator('.md-tone-keyword').first()).toHaveText('const');
  await expect(lastAnswer(app.page).locator('.katex').first()).toBeVisible();
});
