/** Screens of images that an answer only names: before they are asked for, an address that carries a key, and one that was loaded. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import { pngChunk, pngHeader, pngSignature } from '@portolan/host/icons/testing/pictures';
import { startProgram } from '../harness/browser-app.ts';
import { DataFolder } from '../harness/data-folder.ts';
import { expect } from '../harness/test.ts';
import { lastAnswer, newChat, send } from '../steps/chat.ts';
import { connectModel } from '../steps/models.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';
import { exhibition, go } from './screens.ts';
import type { Exhibition } from './screens.ts';

const site = 'pictures.portolan-test-site.net';
const said = `This is how the sky looked over the bay last night:\n\n![The sky at dusk](http://${site}/dusk.png)\n\nAnd this is the forecast for tomorrow:\n\n![Forecast](http://${site}/forecast.png?for=sk-proj-4f9aK2mQ8sT1vX7zB3nC6dE5gH0jL)`;

/** From blue to orange. */
function dusk(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) => {
    const share = y / height;
    return Buffer.from([0, ...Array.from({ length: width }, () => [30 + 210 * share, 60 + 90 * share, 130 - 60 * share].map(Math.floor)).flat()]);
  });
  return Buffer.concat([pngSignature, pngHeader(width, height), pngChunk('IDAT', deflateSync(Buffer.concat(rows))), pngChunk('IEND', Buffer.alloc(0))]);
}

export async function imagesExhibition(browser: Browser): Promise<Exhibition> {
  const pictures = createServer((_request, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(dusk(480, 180)));
  await new Promise<void>((resolve) => pictures.listen(0, '127.0.0.1', resolve));
  const proxy = await startConnectProxy({ lead: () => (pictures.address() as AddressInfo).port });
  const data = new DataFolder();
  const program = startProgram(data.path, [], { HOME: data.home, HTTP_PROXY: proxy.url, http_proxy: proxy.url });
  const model = await startModelEndpoint(() => ({ kind: 'text', text: said }));
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 832 } });
  await page.goto(await program.nextAddress());
  await connectModel(page, { name: 'Loopback', baseUrl: model.url });
  await newChat(page);
  await send(page, 'How was the sky last night?');
  await expect(lastAnswer(page).locator('.md-image-place')).toHaveCount(2);
  const chat = new URL(page.url()).hash;
  await page.context().close();

  const places = (to: Page) => to.getByRole('article').last().locator('.md-image-place');
  const load = /^(?:Load image|加载图片)$/;
  const screens = [
    { name: 'images-elsewhere', isKey: true, open: async (to: Page) => { await go(chat)(to); await expect(places(to)).toHaveCount(2); } },
    { name: 'image-asked', isKey: true, open: async (to: Page) => { await go(chat)(to); await places(to).last().getByRole('button', { name: load }).click(); await expect(to.getByRole('dialog')).toBeVisible(); } },
    {
      name: 'image-loaded',
      isKey: true,
      open: async (to: Page) => {
        await to.keyboard.press('Escape');
        await go(chat)(to);
        await places(to).first().getByRole('button', { name: load }).click();
        await expect(places(to)).toHaveCount(1);
        await expect(to.getByRole('img', { name: 'The sky at dusk' })).toBeVisible();
      },
    },
  ];
  return exhibition(browser, program, data, screens, async () => {
    await model[Symbol.asyncDispose]();
    await proxy.close();
    pictures.close();
  });
}
