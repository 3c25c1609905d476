/**
 * What stands before a journey begins. Where adding a server and connecting a model are not what a test is about, they are set
 * up here without the screens: the server as the command line does it, the model by the configuration file, as a person may.
 * What the screens then show has come the same way as for anybody.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHostClient } from '@portolan/contract/client';
import type { HostClient } from '@portolan/contract/client';
import { attach } from '@portolan/host/attach/attach-client';
import type { RunningApp } from '../harness/running-app.ts';
import { expect } from '../harness/test.ts';
import { mcpServers } from '../support/entries.ts';
import { expectState, openServer } from './servers.ts';

/** Adds these servers and allows each as it stands; they start. Ends on the page of the last one, which is ready. */
export async function haveServers(app: RunningApp, servers: Record<string, object>): Promise<void> {
  await addReviewed(app, servers);
  const last = Object.keys(servers).at(-1) ?? '';
  await openServer(app.page, last);
  await expectState(app.page, 'Ready', { timeout: 30_000 });
}

export async function haveServer(app: RunningApp, name: string, entry: object): Promise<void> {
  await haveServers(app, { [name]: entry });
}

/** The same without looking at any of them: they need not come up. */
export async function addReviewed(app: RunningApp, servers: Record<string, object>): Promise<void> {
  await withHost(app, async (host) => {
    const { candidates } = await host.request('servers/parse', { text: mcpServers(servers) });
    for (const { name, launch, openSecrets } of candidates) {
      const added = await host.request('servers/add', { name, launch, keepSecrets: openSecrets.length > 0 });
      await host.request('servers/review', { serverId: added.id, launchHash: added.launchHash, start: true });
    }
  });
}

/** A model endpoint without a key, its model chosen for new chats. */
export async function haveModel(app: RunningApp, { url, model }: { url: string; model: string }): Promise<void> {
  // While the host starts it may be about to write the file itself.
  await withHost(app, () => Promise.resolve());
  const file = join(app.data.path, 'portolan.json');
  const config = JSON.parse(existsSync(file) ? readFileSync(file, 'utf8') : '{}') as { portolan?: Record<string, unknown> };
  const provider = { id: 'loopback', kind: 'openai-compatible', name: 'Loopback', baseUrl: url, models: [{ id: model, source: 'listed' }] };
  rewrite(file, { ...config, portolan: { ...config.portolan, providers: [provider], defaultModel: { providerId: provider.id, model } } });
}

/** What the model for new chats costs, US dollars for a million tokens; by the configuration file too. */
export function havePrice(app: Pick<RunningApp, 'data'>, price: { input: number; output: number }): void {
  const file = join(app.data.path, 'portolan.json');
  const config = JSON.parse(readFileSync(file, 'utf8')) as { portolan: { settings?: object; defaultModel: { providerId: string; model: string } } };
  const { defaultModel, settings } = config.portolan;
  rewrite(file, { ...config, portolan: { ...config.portolan, settings: { ...settings, prices: [{ ...defaultModel, ...price }] } } });
}

/** In one step, as editors do: the app looks at the file as soon as it changes. */
function rewrite(file: string, config: object): void {
  writeFileSync(`${file}.new`, JSON.stringify(config, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

/** Asks the host of a running app, as the command line does. */
export async function withHost(app: RunningApp, use: (host: HostClient) => Promise<void>): Promise<void> {
  // A desktop window is there before its host is.
  await expect(async () => {
    const port = await attach(app.data.path);
    if (port === null) throw new Error('the host of this app cannot be reached');
    port.end();
  }).toPass({ timeout: 30_000 });
  const port = await attach(app.data.path);
  if (port === null) throw new Error('the host of this app has gone');
  try {
    await use(createHostClient(port));
  } finally {
    port.end();
  }
}
