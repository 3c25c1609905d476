/** Bundles from the archive to a running server, in a whole host with real files and processes (S05). */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { BundlePreview } from '@portolan/contract/bundles';
import { uploadChunk } from '@portolan/contract/uploads';
import type { CallContext } from '@portolan/contract/contract';
import type { ServerView } from '@portolan/contract/servers';
import { createHost } from '../host.ts';
import type { Host } from '../host.ts';
import { files, manifest, serverSource } from '@portolan/fixture-servers/bundles/sample';
import { signedBundle } from '@portolan/fixture-servers/bundles/signed/signed';
import { signatureBlock, zip } from '@portolan/fixture-servers/bundles/zip';

const context: CallContext = { connection: 'test', signal: new AbortController().signal };
const open: { host: Host; folder: string }[] = [];
afterEach(async () => {
  for (const { host, folder } of open.splice(0)) {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  }
});

async function start(folder?: string): Promise<{ host: Host; folder: string; traced(): Promise<string> }> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'bundles-')));
  const host = await createHost({ dataDir, shell: 'browser', version: '0' });
  if (!folder) open.push({ host, folder: dataDir });
  const traced = async () => {
    let text = '';
    for await (const part of host.handlers['trace/export']({}, context)) text += part.text;
    return text;
  };
  return { host, folder: dataDir, traced };
}

/** As people make them: by the packer of the bundle tools' kind. */
function pack(entries: Record<string, string>): Promise<Buffer> {
  const archive = new ZipFile();
  for (const [name, data] of Object.entries(entries)) archive.addBuffer(Buffer.from(data), name);
  archive.end();
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    archive.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks))).on('error', reject);
  });
}

async function send(host: Host, bytes: Buffer, fileName = 'weather.mcpb'): Promise<string> {
  const { stagedId } = await host.handlers['bundles/begin']({ fileName, bytes: bytes.length }, context);
  for (let offset = 0; offset < bytes.length; offset += uploadChunk) {
    await host.handlers['bundles/append']({ stagedId, offset, data: bytes.subarray(offset, offset + uploadChunk).toString('base64') }, context);
  }
  return stagedId;
}
const look = async (host: Host, bytes: Buffer): Promise<BundlePreview> => host.handlers['bundles/read']({ stagedId: await send(host, bytes) }, context);

const asking = {
  display_name: 'Weather',
  tools: [{ name: 'forecast', description: 'What it will be' }],
  user_config: {
    api_key: { type: 'string', title: 'API key', sensitive: true, required: true },
    dirs: { type: 'directory', title: 'Folders', multiple: true, required: true, default: ['${HOME}'] },
    limit: { type: 'number', title: 'Limit', min: 1, max: 10, default: 5 },
    loud: { type: 'boolean', title: 'Loud', default: false },
  },
  server: { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'node', args: ['${__dirname}/server/index.js', '${user_config.dirs}', '--limit=${user_config.limit}', '--loud=${user_config.loud}'], env: { API_KEY: '${user_config.api_key}' } } },
};
const bundle = (part: object = {}) => pack({ 'manifest.json': manifest({ ...asking, ...part }), 'server/index.js': serverSource });

async function untilReady(host: Host, { id }: ServerView): Promise<ServerView> {
  const leaving = new AbortController();
  for await (const event of host.handlers['servers/watch']({}, { connection: 'test', signal: leaving.signal })) {
    const view = event.type === 'snapshot' ? event.servers.find((each) => each.id === id) : event.type === 'changed' && event.server.id === id ? event.server : null;
    if (view?.state === 'failed') throw new Error(JSON.stringify(view.problem));
    if (view?.state === 'ready') {
      leaving.abort();
      return view;
    }
  }
  throw new Error('the stream ended');
}

async function startedWith(host: Host, server: ServerView): Promise<Record<string, unknown>> {
  await host.handlers['servers/review']({ serverId: server.id, launchHash: server.launchHash, start: true }, context);
  await untilReady(host, server);
  for await (const event of host.handlers['tools/run']({ serverId: server.id, name: 'started_with', arguments: {} }, context)) {
    const [content] = event.type === 'done' ? event.result.content : [];
    if (content?.type === 'text') return JSON.parse(content.text) as Record<string, unknown>;
  }
  throw new Error('the tool did not answer');
}

describe('a bundle', () => {
  it('shows what it is and exactly what will run, is installed as shown, and runs with its answers, its secret in no file, log or trace (S05, S09, A06)', async () => {
    const { host, folder, traced } = await start();
    const preview = await look(host, await bundle());
    expect(preview).toMatchObject({ signature: { state: 'none' }, serverName: 'weather', updates: [], files: { count: 2 }, facts: { displayName: 'Weather', author: { name: 'Ann' }, tools: [{ name: 'forecast' }], isPlatformSupported: true } });
    expect(preview.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(preview.fields).toMatchObject([{ key: 'api_key', isSensitive: true, value: null, isSet: false }, { key: 'dirs', value: [process.env['HOME']] }, { key: 'limit', value: 5 }, { key: 'loud', value: false }]);
    const values = { dirs: [folder, tmpdir()], limit: 7, loud: true };
    const unanswered = await host.handlers['bundles/plan']({ stagedId: preview.stagedId, values, secretKeys: [] }, context);
    expect(unanswered.faults).toEqual([{ key: 'api_key', reason: 'required' }]);
    const plan = await host.handlers['bundles/plan']({ stagedId: preview.stagedId, values, secretKeys: ['api_key'] }, context);
    const place = join(folder, 'bundles', 'weather', `1.0.0-${preview.sha256.slice(0, 12)}`);
    expect(plan).toMatchObject({ faults: [], launch: { command: 'node', args: [join(place, 'server/index.js'), folder, tmpdir(), '--limit=7', '--loud=true'], env: [{ name: 'API_KEY', value: '${secret:api_key}' }], cwd: place } });
    const marker = 'MK-9f1c-bundle-secret';
    const request = { stagedId: preview.stagedId, values, secrets: [{ name: 'api_key', value: marker }], name: 'weather' };
    await expect(host.handlers['bundles/install']({ ...request, launchHash: 'other' }, context)).rejects.toMatchObject({ problem: { code: 'server-changed' } });
    const server = await host.handlers['bundles/install']({ ...request, launchHash: plan.launchHash }, context);
    expect(server).toMatchObject({ isReviewed: false, state: 'stopped', launchHash: plan.launchHash, launch: { ...plan.launch } });
    expect(readdirSync(join(folder, 'bundles-staging'))).toEqual([]);
    expect(statSync(join(folder, 'bundles')).mode & 0o777).toBe(0o700);

    expect(await startedWith(host, server)).toEqual({ argv: [folder, tmpdir(), '--limit=7', '--loud=true'], cwd: place, key: '[secret removed]', dirs: null, script: join(place, 'server/index.js') });
    expect(await traced()).toContain('started_with');
    expect(await traced()).not.toContain(marker);
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })) if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'latin1'), file.name).not.toContain(marker);
    expect(await host.handlers['servers/secrets']({ serverId: server.id }, context)).toEqual({ secrets: [{ name: 'api_key', isSet: true }] });
  });

  it('is proposed to run contained with the folders it was given, and runs so (S05, S18)', async () => {
    const { host, folder } = await start();
    const docs = await mkdtemp(join(homedir(), '.portolan-bundle-'));
    const { stagedId } = await look(host, await bundle());
    const values = { dirs: [docs, folder] };
    const { launchHash } = await host.handlers['bundles/plan']({ stagedId, values, secretKeys: ['api_key'] }, context);
    const server = await host.handlers['bundles/install']({ stagedId, values, secrets: [{ name: 'api_key', value: 'x' }], launchHash, name: 'weather' }, context);
    const offer = await host.handlers['servers/sandboxOffer']({ serverId: server.id }, context);
    // Our own folder is never proposed, also when it was chosen.
    expect(offer).toMatchObject({ basis: 'bundle', networkReason: 'account', recommended: { folders: [{ path: docs, access: 'read' }], network: 'all', environment: [] } });
    expect(offer.isProposed).toBe(offer.support.kind !== 'none');
    if (offer.isProposed) {
      await host.handlers['servers/review']({ serverId: server.id, launchHash: server.launchHash, start: true, sandbox: offer.recommended }, context);
      expect(await untilReady(host, server)).toMatchObject({ sandbox: offer.recommended });
    }
    await rm(docs, { recursive: true });
  });

  it('says what is wrong with an answer before anything is written (S05)', async () => {
    const { host, folder } = await start();
    const { stagedId } = await look(host, await bundle());
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    const faults = async (values: Record<string, unknown>) => (await host.handlers['bundles/plan']({ stagedId, values: values as never, secretKeys: ['api_key'] }, context)).faults;
    expect(await faults({ dirs: [folder], limit: 0 })).toEqual([{ key: 'limit', reason: 'below' }]);
    expect(await faults({ dirs: [folder], limit: 11 })).toEqual([{ key: 'limit', reason: 'above' }]);
    expect(await faults({ dirs: [folder], limit: 'five' })).toEqual([{ key: 'limit', reason: 'not-a-number' }]);
    expect(await faults({ dirs: [] })).toEqual([{ key: 'dirs', reason: 'required' }]);
    expect(await faults({ dirs: ['relative'] })).toEqual([{ key: 'dirs', reason: 'not-absolute' }]);
    expect(await faults({ dirs: [folder, join(folder, 'none')] })).toEqual([{ key: 'dirs', reason: 'missing' }]);
    expect(await faults({ dirs: [file] })).toEqual([{ key: 'dirs', reason: 'not-a-folder' }]);
    expect(await faults({ dirs: [folder], loud: 'yes' })).toEqual([{ key: 'loud', reason: 'wrong-type' }]);
    await expect(host.handlers['bundles/install']({ stagedId, values: { dirs: ['relative'] }, secrets: [{ name: 'api_key', value: 'x' }], launchHash: 'any', name: 'w' }, context)).rejects.toMatchObject({ problem: { code: 'invalid-input', details: { subject: 'Folders' } } });
    expect(readdirSync(join(folder, 'bundles'))).toEqual([]);
  });

  it('is updated with its answers kept, what changed shown, and its review asked again; its settings likewise (S05, H07)', async () => {
    const { host, folder } = await start();
    const first = await look(host, await bundle());
    const values = { dirs: [folder], limit: 7 };
    const plan = await host.handlers['bundles/plan']({ stagedId: first.stagedId, values, secretKeys: ['api_key'] }, context);
    const server = await host.handlers['bundles/install']({ stagedId: first.stagedId, values, secrets: [{ name: 'api_key', value: 'kept-secret' }], launchHash: plan.launchHash, name: 'weather' }, context);
    await host.handlers['servers/review']({ serverId: server.id, launchHash: server.launchHash, start: false }, context);

    const next = await look(host, await bundle({ version: '1.1.0', author: { name: 'Mallory' }, tools: [{ name: 'storm' }] }));
    const [update] = next.updates;
    expect(update).toMatchObject({ serverId: server.id, serverName: 'weather', version: '1.0.0', isSameFile: false, otherAuthor: 'Ann', toolsAdded: ['storm'], toolsRemoved: ['forecast'] });
    expect(update?.fields).toMatchObject([{ key: 'api_key', value: null, isSet: true }, { key: 'dirs', value: [folder] }, { key: 'limit', value: 7 }, { key: 'loud', value: false }]);
    const planned = await host.handlers['bundles/plan']({ stagedId: next.stagedId, values, secretKeys: [], update: server.id }, context);
    expect(planned).toMatchObject({ faults: [], differences: ['args', 'cwd'] });
    const updated = await host.handlers['bundles/install']({ stagedId: next.stagedId, values, secrets: [], launchHash: planned.launchHash, name: 'weather', update: server.id }, context);
    expect(updated).toMatchObject({ id: server.id, name: 'weather', isReviewed: false });
    expect(await startedWith(host, updated)).toMatchObject({ key: 'kept-secret', argv: [folder, '--limit=7', '--loud='] });

    const settings = { dirs: [folder], limit: 2, loud: true };
    const asked = await host.handlers['bundles/planSettings']({ serverId: server.id, values: settings, secretKeys: [] }, context);
    expect(asked.differences).toEqual(['args']);
    const set = await host.handlers['bundles/saveSettings']({ serverId: server.id, values: settings, secrets: [], launchHash: asked.launchHash }, context);
    expect(set.isReviewed).toBe(false);
    expect(await startedWith(host, set)).toMatchObject({ argv: [folder, '--limit=2', '--loud=true'] });
    expect((await host.handlers['bundles/ofServer']({ serverId: server.id }, context)).bundle).toMatchObject({ facts: { version: '1.1.0' }, fields: [{ isSet: true }, {}, { value: 2 }, { value: true }] });
  });

  it('comes back by undo with its files, which go with its secret once nothing can bring it back (S05)', async () => {
    const { host, folder } = await start();
    const preview = await look(host, await bundle());
    const values = { dirs: [folder] };
    const { launchHash } = await host.handlers['bundles/plan']({ stagedId: preview.stagedId, values, secretKeys: ['api_key'] }, context);
    const server = await host.handlers['bundles/install']({ stagedId: preview.stagedId, values, secrets: [{ name: 'api_key', value: 'secret-1' }], launchHash, name: 'weather' }, context);
    const { undo } = await host.handlers['servers/remove']({ serverId: server.id }, context);
    const back = await host.handlers['servers/restore']({ undo }, context);
    expect(await startedWith(host, back)).toMatchObject({ key: '[secret removed]' });
    await host.handlers['servers/remove']({ serverId: server.id }, context);
    await host.close();

    const again = await start(folder);
    const record = join(folder, 'bundles/weather/installed.json');
    const kept = JSON.parse(readFileSync(record, 'utf8')) as { leftAt: number };
    expect(Date.now() - kept.leftAt).toBeLessThan(60_000);
    await again.host.close();
    await writeFile(record, JSON.stringify({ ...kept, leftAt: kept.leftAt - 8 * 24 * 60 * 60_000 }));
    const last = await start(folder);
    expect(readdirSync(join(folder, 'bundles'))).toEqual([]);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toContain(server.id);
    await last.host.close();
  });

  it('that is refused leaves nothing, wherever it goes wrong (A16)', async () => {
    const { host, folder } = await start();
    const nothing = () => expect([readdirSync(join(folder, 'bundles')), readdirSync(join(folder, 'bundles-staging'))]).toEqual([[], []]);
    const hostile = [zip(files({}, [{ name: '../../escaped', data: 'x' }])), zip(files({ server: { type: 'node', entry_point: 'server/index.js', mcp_config: { command: 'sh', args: ['-c', 'x'] } } })), zip([{ name: 'x' }]), Buffer.from('no archive at all')];
    for (const bytes of hostile) {
      await expect(look(host, bytes)).rejects.toMatchObject({ problem: { code: 'bundle-refused' } });
      nothing();
    }
    // The directory is in order and the content is not: found while unpacking, with nothing installed.
    const { stagedId } = await look(host, zip(files({}, [{ name: 'bad', data: 'x', crc: 1 }])));
    const { launchHash } = await host.handlers['bundles/plan']({ stagedId, values: {}, secretKeys: [] }, context);
    await expect(host.handlers['bundles/install']({ stagedId, values: {}, secrets: [], launchHash, name: 'x' }, context)).rejects.toMatchObject({ problem: { code: 'bundle-refused' } });
    await host.handlers['bundles/discard']({ stagedId }, context);
    nothing();
    const leaving = new AbortController();
    for await (const event of host.handlers['servers/watch']({}, { connection: 'test', signal: leaving.signal })) {
      expect(event).toEqual({ type: 'snapshot', servers: [] });
      leaving.abort();
    }
  });

  it('says who signed it, is refused with another’s signature, and warns when an update is not signed by the same (S05, A16)', async () => {
    const { host, folder } = await start();
    const first = await look(host, signedBundle('self-signed'));
    expect(first.signature).toMatchObject({ state: 'self-signed', publisher: 'Ann', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
    const { launchHash } = await host.handlers['bundles/plan']({ stagedId: first.stagedId, values: {}, secretKeys: [] }, context);
    await host.handlers['bundles/install']({ stagedId: first.stagedId, values: {}, secrets: [], launchHash, name: 'weather' }, context);
    const signers = async (bytes: Buffer) => (await look(host, bytes)).updates.map(({ otherSigner }) => otherSigner);
    expect(await signers(signedBundle('self-signed'))).toEqual([null]);
    expect(await signers(signedBundle('by-authority'))).toEqual(['Ann']);
    expect(await signers(zip(files({ version: '1.1.0' })))).toEqual(['Ann']);
    await expect(look(host, Buffer.concat([zip(files()), signatureBlock()]))).rejects.toMatchObject({ problem: { code: 'bundle-refused', details: { reason: 'signature' } } });
    expect(readdirSync(join(folder, 'bundles'))).toEqual(['weather']);
  });

  it('arrives in order, whole, few at a time and of bounded size (S05)', async () => {
    const { host } = await start();
    const { begin, append } = { begin: host.handlers['bundles/begin'], append: host.handlers['bundles/append'] };
    await expect(begin({ fileName: 'x', bytes: 300 * 1024 * 1024 }, context)).rejects.toMatchObject({ problem: { details: { reason: 'too-large' } } });
    const { stagedId } = await begin({ fileName: 'x', bytes: 4 }, context);
    const data = Buffer.from('PK').toString('base64');
    for (const [offset, text] of [[1, data], [0, ''], [0, '!!!!'], [0, Buffer.alloc(5).toString('base64')], [-1, data]] as const) await expect(Promise.resolve().then(() => append({ stagedId, offset, data: text }, context))).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await append({ stagedId, offset: 0, data }, context);
    await expect(append({ stagedId, offset: 0, data }, context)).rejects.toMatchObject({ problem: { code: 'invalid-input' } });
    await expect(host.handlers['bundles/read']({ stagedId }, context)).rejects.toMatchObject({ problem: { details: { reason: 'incomplete' } } });
    for (let n = 0; n < 3; n++) await begin({ fileName: 'x', bytes: 4 }, context);
    await expect(begin({ fileName: 'x', bytes: 4 }, context)).rejects.toMatchObject({ problem: { details: { reason: 'too-many-uploads' } } });
    await expect(append({ stagedId: 'nobody', offset: 0, data }, context)).rejects.toMatchObject({ problem: { code: 'bundle-gone' } });
  });

  it('of an earlier kind, for another system, and in chunks, is read as well (S05)', async () => {
    const { host } = await start();
    const noise = Array.from({ length: 40_000 }, () => Math.random().toString(36)).join('');
    const preview = await look(host, zip(files({ manifest_version: undefined, dxt_version: '0.1', compatibility: { platforms: ['win32'], runtimes: { node: '>=18' } }, homepage: 'javascript:alert(1)', support: 'https://x.example/' }, [{ name: 'noise', data: noise, method: 0 }])));
    expect(preview.bytes).toBeGreaterThan(0);
    expect(preview).toMatchObject({ signature: { state: 'none' }, facts: { isPlatformSupported: process.platform === 'win32', platforms: ['win32'], runtimes: [{ name: 'node', range: '>=18' }], links: [{ kind: 'support', url: 'https://x.example/' }] } });
  });
});
