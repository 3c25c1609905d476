/** Images that an answer only names: a placeholder says whose they are, and their site hears of it when the person asks for one, once (B07, B08). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import { expectAccessible } from '../harness/accessibility.ts';
import { expect, test } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { haveModel } from '../steps/prepare.ts';
import { main } from '../steps/servers.ts';
import { watchForEscapes } from '../support/canary.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { png } from '@portolan/host/icons/testing/pictures';

// Names that nobody has; only the proxy of this test knows where they lead.
const site = 'pictures.portolan-test-site.net';
const other = 'elsewhere.portolan-test-site.net';
const key = 'sk-proj-4f9aK2mQ8sT1vX7zB3nC6dE5gH0jL';
const said = [
  `![A garden](http://${site}/garden.png)`,
  `![Weather](http://${site}/weather.png?q=${key})`,
  `![Moved](http://${site}/moved.png)`,
  `![Drawn](http://${site}/drawn.svg)`,
  '![Inside](http://127.0.0.1:9/x.png)',
  'That is all.',
].join('\n\n');

test('B07: an image of an answer is a placeholder; its site hears nothing before the press and one request after it; where an address carries a key that is said and asked first (T:B07, T:B08, C05)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(120_000);
  const hits: string[] = [];
  const canary = createServer((request, response) => {
    hits.push(`${request.headers.host ?? ''}${request.url ?? ''} ${request.headers.cookie ?? '-'} ${request.headers.referer ?? '-'}`);
    if (request.url === '/moved.png') response.writeHead(302, { location: `http://${other}/garden.png` }).end();
    else if (request.url === '/drawn.svg') response.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    else response.writeHead(200, { 'content-type': 'image/png', 'set-cookie': 'seen=1' }).end(png(120));
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  const proxy = await startConnectProxy({ lead: () => (canary.address() as AddressInfo).port });
  try {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) app.env[name] = proxy.url;
    await app.restart();
    const { page } = app;
    await using window = await watchForEscapes(page);
    await using model = await startModelEndpoint(() => ({ kind: 'stream', pieces: said.match(/[\s\S]{1,40}/g) ?? [], everyMs: 5 }));
    await haveModel(app, model);
    await newChat(page);
    await send(page, 'Show me');
    const answer = lastAnswer(page);
    await expect(answer).toContainText('That is all.');
    const place = (name: string) => answer.locator('.md-image-place').filter({ hasText: name });
    await expect(place('A garden')).toContainText(`Image from ${site}: A garden`);
    await expect(place('Weather')).toContainText('This address carries something that looks like a key or coded data.');
    await expect(place('A garden')).not.toContainText('carries');
    await page.reload();
    await expect(place('A garden')).toBeVisible();
    expect(proxy.asked).toEqual([]);
    expect(hits).toEqual([]);
    await expectAccessible(page, 'an answer with images elsewhere', { within: '[role=log]' });

    // By the keyboard: one press, one request, and the focus is not lost.
    const load = place('A garden').getByRole('button', { name: 'Load image' });
    await load.focus();
    await load.press('Enter');
    const garden = answer.getByRole('img', { name: 'A garden' });
    await expect(garden).toBeVisible();
    await expect(garden).toBeFocused();
    await expect(garden).toHaveAttribute('src', /^blob:/);
    expect(await garden.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(120);
    expect(hits).toEqual([`${site}/garden.png - -`]);

    // What would carry a key away is shown in full, and goes only by a second yes.
    await place('Weather').getByRole('button', { name: 'Load image' }).click();
    const dialog = page.getByRole('dialog', { name: 'Load this image?' });
    await expect(dialog).toContainText(key);
    await expect(dialog).toContainText(`${site} will learn that you looked at it, and when.`);
    await expectAccessible(page, 'the question about an image', { within: '[role=dialog]' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(hits).toHaveLength(1);
    await place('Weather').getByRole('button', { name: 'Load image' }).click();
    await dialog.getByRole('button', { name: 'Load image' }).click();
    await expect(answer.getByRole('img', { name: 'Weather' })).toBeVisible();
    expect(hits).toEqual([`${site}/garden.png - -`, `${site}/weather.png?q=${key} - -`]);

    // Another site that the first one names is asked for anew; what cannot be shown says why.
    await place('Moved').getByRole('button', { name: 'Load image' }).click();
    await expect(place('Moved')).toContainText(`The image lies at another site, ${other}.`);
    expect(hits.filter((each) => each.startsWith(other))).toEqual([]);
    await place('Moved').getByRole('button', { name: `Load from ${other}` }).click();
    await expect(answer.getByRole('img', { name: 'Moved' })).toBeVisible();
    await place('Drawn').getByRole('button', { name: 'Load image' }).click();
    await expect(place('Drawn')).toContainText('It is an SVG drawing');
    await place('Inside').getByRole('button', { name: 'Load image' }).click();
    await expect(place('Inside')).toContainText('127.0.0.1:9 leads into this computer or a private network, so it was not asked.');
    expect(hits).toHaveLength(5);
    expect(proxy.asked).toHaveLength(5);

    // It stays loaded while the window is elsewhere, and nobody is asked again.
    const chat = new URL(page.url()).hash;
    await page.evaluate(() => (location.hash = '#/activity'));
    await expect(main(page).getByText(`An image was asked for: http://${site}/garden.png`)).toBeVisible();
    await expect(main(page).getByText(key)).toHaveCount(0);
    await page.evaluate((to) => (location.hash = to), chat);
    for (const name of ['A garden', 'Weather', 'Moved']) await expect(answer.getByRole('img', { name })).toBeVisible();
    expect(hits).toHaveLength(5);
    await window.expectUntouched('the answer');
  } finally {
    await proxy.close();
    canary.closeAllConnections();
    canary.close();
  }
});
