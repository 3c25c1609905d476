/** The corpus written to files, each opened by a stranger's browser that would load and run what it found (B01, B02, B07). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from '../harness/test.ts';
import { goTo, importCorpus } from '../steps/corpus.ts';
import { main } from '../steps/servers.ts';

test('B02: every attack written to a file asks for nothing and runs nothing in the browser that opens it (T:B01, T:B02, T:B07, C12)', { tag: '@full' }, async ({ app }, info) => {
  test.setTimeout(120_000);
  const { page } = app;
  await importCorpus(app);
  await goTo(page, '#/history');
  await main(page).getByRole('link', { name: /All of it/ }).click();
  await expect(main(page).getByText('the end of it').or(main(page).getByText('the last word')).first()).toBeVisible();
  for (const [item, name] of [['Web page', 'page.html'], ['Markdown file', 'page.md'], ['JSON file', 'page.json']] as const) {
    await page.getByRole('button', { name: 'Chat options' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    const path = info.outputPath(name);
    await (await download).saveAs(path);
    const stranger = await page.context().newPage();
    const acted: string[] = [];
    stranger.on('request', (request) => {
      if (request.url() !== pathToFileURL(path).href && !request.url().startsWith('data:image/png')) acted.push(request.url());
    });
    stranger.on('dialog', (dialog) => {
      acted.push(dialog.message());
      void dialog.dismiss();
    });
    stranger.on('popup', (popup) => acted.push(popup.url()));
    await stranger.goto(pathToFileURL(path).href);
    await expect(stranger.locator('body')).toContainText('the end of it');
    for (const summary of await stranger.locator('summary').all()) await summary.click();
    expect(await stranger.locator('script, iframe, object, embed, base, article img, article form, article input, [onerror], [onload], [onclick], a[href^="javascript:" i], a[href^="data:" i], a[href^="file:" i], meta[http-equiv=refresh]').count()).toBe(0);
    expect(acted, name).toEqual([]);
    await stranger.close();
  }
  expect(readFileSync(join(info.outputDir, 'page.json'), 'utf8')).toContain('"the end of it"');
});
