/**
 * An app that asks nobody for anything by itself: no feed of updates, no notes of a release, no reports. Everything it does on a network goes
 * through the proxy of the environment here, which writes down whatever was asked for (B11, I16, I17, E32).
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { startConnectProxy } from '@portolan/fixture-servers/network/connect-proxy';
import { killHost } from '../harness/running-app.ts';
import { expect, test } from '../harness/test.ts';
import { composer, lastAnswer, newChat, send } from '../steps/chat.ts';
import { goTo } from '../steps/corpus.ts';
import { haveModel, haveServer } from '../steps/prepare.ts';
import { main, sidebar } from '../steps/servers.ts';
import { local } from '../support/entries.ts';
import { startModelEndpoint } from '../support/model-endpoint.ts';

const marker = 'MK-4b1d-told-to-nobody';

test('B11, I16, I17: it starts, is used, crashes and starts again without asking anybody for an update, its notes or a report; what it writes about a crash holds nothing that was said (T:B11, T:I16, T:I17, E32, E33)', { tag: '@full' }, async ({ app }) => {
  test.setTimeout(150_000);
  const proxy = await startConnectProxy({ lead: () => undefined });
  try {
    for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy']) app.env[name] = proxy.url;
    // Where a report would be sent to, had somebody built one in that listens to the environment.
    for (const name of ['PORTOLAN_UPDATE_URL', 'ELECTRON_UPDATE_URL', 'SENTRY_DSN', 'OTEL_EXPORTER_OTLP_ENDPOINT']) app.env[name] = `${proxy.url}/feed`;
    await using model = await startModelEndpoint(() => ({ kind: 'text', text: `I was told ${marker}.` }));
    await app.restart();
    await haveModel(app, model);
    await haveServer(app, 'mine', local('basic'));
    await newChat(app.page);
    await send(app.page, `Remember ${marker}`);
    await expect(lastAnswer(app.page)).toContainText(marker);
    await composer(app.page).fill(`a draft with ${marker}`);
    for (const hash of ['#/settings/general', '#/history', '#/library', '#/activity', '#/servers/new']) {
      await goTo(app.page, hash);
      await expect(main(app.page)).toBeVisible();
    }
    const pid = killHost(app);
    await expect.poll(() => app.data.hostPid()).not.toBe(pid);
    await expect(app.page.getByText('The host stopped unexpectedly')).toBeVisible();
    await app.restart();
    await expect(main(app.page)).toBeVisible();
    expect(proxy.asked).toEqual([]);
    // Nothing about the crash was written but what the person has anyway: chats stand in their own file alone.
    const dumps: string[] = [];
    for (const entry of readdirSync(app.data.home, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile() && /\.(?:dmp|core|crash|heapsnapshot)$|^core(?:\.\d+)?$|^report\..*\.json$/.test(entry.name)) dumps.push(path);
    }
    expect(dumps).toEqual([]);
    for (const entry of readdirSync(app.data.path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || /\.db(?:-wal|-shm)?$|\.sqlite/.test(entry.name)) continue;
      expect(readFileSync(join(entry.parentPath, entry.name)).includes(marker), entry.name).toBe(false);
    }
    // The way is really listened at: what a person asks for goes along it.
    await sidebar(app.page).getByRole('link', { name: 'Settings' }).click();
    await main(app.page).getByRole('tab', { name: 'Network' }).click();
    await expect(main(app.page).getByText(`Now: through ${proxy.url}`)).toBeVisible();
    await main(app.page).getByRole('button', { name: 'Check now' }).click();
    await expect.poll(() => proxy.asked.length).toBeGreaterThan(0);
  } finally {
    await proxy.close();
  }
});
