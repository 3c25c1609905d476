/** Bundles from archive to server: looked at, planned, installed in one step, updated and set anew (S05). */
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { maxBundle } from '@portolan/contract/bundles';
import type { BundlePlan, BundlePreview, BundleSignature, BundleUpdate, InstalledBundle } from '@portolan/contract/bundles';
import { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import { launchDifferences, openLaunch } from '../config/launch-compare.ts';
import { uniqueName } from '../config/server-name.ts';
import { launchHash } from '../launch-hash.ts';
import type { ConfigStore, LaunchConfig, ServerConfig } from '../ports.ts';
import type { LaunchSecrets } from '../servers/launch-secrets.ts';
import type { NamedSecret } from '../servers/named-secret.ts';
import type { LaunchFlags } from '../servers/views/server-view.ts';
import { Staging } from '../uploads/staging.ts';
import type { BundleReach } from '../servers/sandbox/bundle-reach.ts';
import { limits, withArchive } from './archive.ts';
import { checkLaunch, launchOf } from './bundle-launch.ts';
import type { LaunchContext } from './bundle-launch.ts';
import { factsOf } from './facts.ts';
import { InstalledBundles, slug } from './installed-bundles.ts';
import type { BundleRecord, Installed } from './installed-bundles.ts';
import { manifestFile, parseManifest } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import { reachOf } from './reach.ts';
import { checkSignature } from './signature.ts';
import type { SignatureContext } from './signature.ts';
import { refuseBundle } from './refusal.ts';
import { systemFolders } from './system-folders.ts';
import { faultsOf, fieldsOf, isEmpty, isSensitive } from './user-config.ts';
import type { Answers, BundleValues } from './user-config.ts';

export interface BundleDeps {
  dataDir: string;
  config: ConfigStore;
  secrets: LaunchSecrets;
  flagsOf: LaunchFlags;
  home: string;
  os?: NodeJS.Platform;
  now?: () => number;
  /** Authorities and the time, where these are not the computer's own. */
  signatures?: SignatureContext;
}

/** What was seen of a staged archive. */
interface Looked {
  manifest: Manifest;
  hasFile: (path: string) => boolean;
  sha256: string;
  signature: BundleSignature;
}

export class BundleService {
  readonly staging: Staging;
  readonly #deps: BundleDeps;
  readonly #installed: InstalledBundles;
  readonly #looked = new Map<string, Looked>();
  readonly #os: NodeJS.Platform;

  constructor(deps: BundleDeps) {
    this.#deps = deps;
    this.#os = deps.os ?? process.platform;
    this.staging = new Staging(join(deps.dataDir, 'bundles-staging'), { max: maxBundle, refuse: refuseBundle, gone: 'bundle-gone' });
    this.#installed = new InstalledBundles(join(deps.dataDir, 'bundles'));
  }

  /** Reads what is installed and takes away what nobody has any more. Before any server is started. */
  async open(): Promise<void> {
    await this.staging.clear();
    await this.#installed.load();
    const configured = new Set(this.#deps.config.current().servers.map(({ id }) => id));
    for (const { serverId, secrets } of await this.#installed.sweep(configured, this.#now())) {
      // oxlint-disable-next-line no-await-in-loop
      await this.#deps.secrets.set(serverId, secrets.map((name) => ({ name, value: '' })));
    }
  }

  async close(): Promise<void> {
    await this.staging.close();
  }

  /** @throws {HostError} `bundle-refused`; the archive is then gone */
  async read(stagedId: string): Promise<BundlePreview> {
    const staged = await this.staging.complete(stagedId);
    try {
      return await withArchive(staged.file, async (archive) => {
        const bytes = (await archive.read(manifestFile, limits.manifest)) ?? refuseBundle('no-manifest');
        const manifest = parseManifest(bytes);
        const looked: Looked = { manifest, hasFile: (path) => archive.names.hasFile(path), sha256: staged.sha256, signature: await checkSignature(staged.file, archive.signature, this.#deps.signatures) };
        const context = this.#context(looked, this.#installed.place(manifest, staged.sha256, null).folder);
        checkLaunch(context);
        this.#looked.set(stagedId, looked);
        return {
          stagedId,
          fileName: staged.fileName,
          bytes: staged.bytes,
          sha256: staged.sha256,
          signature: looked.signature,
          facts: factsOf(manifest, this.#os),
          fields: fieldsOf(manifest, context.folders, {}, () => false),
          files: { count: archive.files.length, bytes: archive.bytes },
          serverName: uniqueName(slug(manifest.name, 'bundle'), this.#names()),
          updates: this.#updatesBy(looked, context),
        };
      });
    } catch (error) {
      await this.discard(stagedId);
      throw error;
    }
  }

  async discard(stagedId: string): Promise<void> {
    this.#looked.delete(stagedId);
    await this.staging.discard(stagedId);
  }

  plan(stagedId: string, values: BundleValues, secretKeys: readonly string[], update?: ServerId): Promise<BundlePlan> {
    const looked = this.#lookedAt(stagedId);
    const standing = update === undefined ? null : this.#bundleOf(update);
    const context = this.#context(looked, this.#installed.place(looked.manifest, looked.sha256, standing).folder);
    return this.#planOf(context, this.#answers(looked.manifest, values, secretKeys, update), update);
  }

  /** Unpacks into the staging folder, moves the files into place, then writes the entry: before that nothing has changed. */
  async install(stagedId: string, request: { name: string; values: BundleValues; secrets: readonly NamedSecret[]; launchHash: string; update?: ServerId }): Promise<ServerConfig> {
    const looked = this.#lookedAt(stagedId);
    const { update, values, secrets } = request;
    const standing = update === undefined ? null : this.#bundleOf(update);
    const place = this.#installed.place(looked.manifest, looked.sha256, standing);
    const answers = this.#answers(looked.manifest, values, secrets.map(({ name }) => name), update);
    const launch = await this.#checked(this.#context(looked, place.folder), answers, request.launchHash, request.name);
    if (update === undefined && this.#names().has(request.name)) throw new HostError('server-name-taken', { name: request.name });
    const staged = await this.staging.complete(stagedId);
    const files = join(staged.folder, 'files');
    try {
      await rm(files, { recursive: true, force: true });
      await mkdir(files, { mode: 0o700 });
      await withArchive(staged.file, (archive) => archive.extract(files));
      await this.#installed.moveIn(files, place);
    } catch (error) {
      await rm(files, { recursive: true, force: true });
      throw error;
    }
    const server = await this.#write(launch, request.name, update);
    await this.#deps.secrets.set(server.id, secrets);
    await this.#installed.save(place.home, { format: 1, serverId: server.id, name: looked.manifest.name, version: looked.manifest.version, sha256: looked.sha256, folder: place.folder.slice(place.home.length + 1), installedAt: this.#now(), ...signerIn(looked.signature), values: kept(looked.manifest, values) });
    await this.discard(stagedId);
    return server;
  }

  ofServer(serverId: ServerId): InstalledBundle | null {
    const installed = this.#installed.get(serverId);
    const manifest = installed && this.#installed.manifestOf(installed);
    if (!installed || !manifest) return null;
    const { record } = installed;
    return { serverId, sha256: record.sha256, installedAt: record.installedAt, facts: factsOf(manifest, this.#os), fields: fieldsOf(manifest, systemFolders(this.#deps.home), record.values, (key) => this.#deps.secrets.has(serverId, key)) };
  }

  /** What it has to reach, as far as its manifest and the answers tell; null for a server that came from elsewhere. */
  reachOf(serverId: ServerId): BundleReach | null {
    const installed = this.#installed.get(serverId);
    const manifest = installed && this.#installed.manifestOf(installed);
    return installed && manifest ? reachOf(manifest, installed.record.values) : null;
  }

  planSettings(serverId: ServerId, values: BundleValues, secretKeys: readonly string[]): Promise<BundlePlan> {
    const { context, manifest } = this.#standing(serverId);
    return this.#planOf(context, this.#answers(manifest, values, secretKeys, serverId), serverId);
  }

  async saveSettings(serverId: ServerId, values: BundleValues, secrets: readonly NamedSecret[], hash: string): Promise<ServerConfig> {
    const { context, manifest, installed } = this.#standing(serverId);
    const launch = await this.#checked(context, this.#answers(manifest, values, secrets.map(({ name }) => name), serverId), hash, this.#server(serverId).name);
    await this.#deps.secrets.set(serverId, secrets);
    const server = await this.#deps.config.updateServer(serverId, { launch });
    await this.#installed.save(installed.home, { ...installed.record, values: kept(manifest, values) });
    return server;
  }

  async #write(launch: LaunchConfig, name: string, update: ServerId | undefined): Promise<ServerConfig> {
    const { config } = this.#deps;
    // Trust, name, switched-off tools: an update keeps all but the trust, which another launch loses by itself.
    if (update !== undefined) return config.updateServer(update, { launch });
    return config.addServer({ name, launch, isEnabled: true, reviewedHash: null, disabledTools: [], inputs: [] });
  }

  /** What is installed is what was shown: everything is computed anew and compared. */
  async #checked(context: LaunchContext, answers: Answers, hash: string, server: string): Promise<LaunchConfig> {
    const [fault] = await faultsOf(context.manifest, answers, this.#deps.home);
    if (fault) throw new HostError('invalid-input', { subject: context.manifest.user_config?.[fault.key]?.title ?? fault.key, reason: fault.reason });
    const launch = launchOf(context, answers);
    if (launchHash(launch) !== hash) throw new HostError('server-changed', { server });
    return launch;
  }

  async #planOf(context: LaunchContext, answers: Answers, update: ServerId | undefined): Promise<BundlePlan> {
    const launch = launchOf(context, answers);
    return {
      launch: openLaunch(launch),
      launchHash: launchHash(launch),
      flags: this.#deps.flagsOf(launch),
      faults: await faultsOf(context.manifest, answers, this.#deps.home),
      differences: update === undefined ? [] : launchDifferences(this.#server(update).launch, launch),
    };
  }

  #answers(manifest: Manifest, values: BundleValues, secretKeys: readonly string[], serverId: ServerId | undefined): Answers {
    const options = Object.entries(manifest.user_config ?? {}).filter(([, option]) => isSensitive(option));
    const secrets = new Set(options.map(([key]) => key).filter((key) => secretKeys.includes(key) || (serverId !== undefined && this.#deps.secrets.has(serverId, key))));
    return { values, secrets };
  }

  #updatesBy({ manifest, sha256, signature }: Looked, { folders }: LaunchContext): BundleUpdate[] {
    return this.#installed.all().flatMap((installed) => {
      const { record } = installed;
      const server = this.#deps.config.current().servers.find(({ id }) => id === record.serverId);
      if (!server || record.name !== manifest.name) return [];
      const before = this.#installed.manifestOf(installed);
      const tools = difference(before?.tools?.map(({ name }) => name), manifest.tools?.map(({ name }) => name));
      const fields = difference(Object.keys(before?.user_config ?? {}), Object.keys(manifest.user_config ?? {}));
      return [
        {
          serverId: record.serverId,
          serverName: server.name,
          version: record.version,
          isSameFile: record.sha256 === sha256,
          otherAuthor: before && before.author.name !== manifest.author.name ? before.author.name : null,
          otherSigner: otherSigner(record, signature),
          toolsAdded: tools.added,
          toolsRemoved: tools.removed,
          fieldsAdded: fields.added,
          fieldsRemoved: fields.removed,
          fields: fieldsOf(manifest, folders, record.values, (key) => this.#deps.secrets.has(record.serverId, key)),
        },
      ];
    });
  }

  #context({ manifest, hasFile }: Pick<Looked, 'manifest' | 'hasFile'>, folder: string): LaunchContext {
    return { manifest, hasFile, folder, folders: systemFolders(this.#deps.home), os: this.#os };
  }

  #standing(serverId: ServerId): { installed: Installed; manifest: Manifest; context: LaunchContext } {
    const installed = this.#bundleOf(serverId);
    const manifest = this.#installed.manifestOf(installed);
    if (!manifest) throw new HostError('bundle-gone');
    const hasFile = (path: string) => existsSync(join(installed.folder, path));
    return { installed, manifest, context: this.#context({ manifest, hasFile }, installed.folder) };
  }

  #bundleOf(serverId: ServerId): Installed {
    const installed = this.#installed.get(serverId);
    if (!installed) throw new HostError('bundle-gone');
    this.#server(serverId);
    return installed;
  }

  #lookedAt(stagedId: string): Looked {
    const looked = this.#looked.get(stagedId);
    if (!looked) throw new HostError('bundle-gone');
    return looked;
  }

  #server(id: ServerId): ServerConfig {
    const server = this.#deps.config.current().servers.find((each) => each.id === id);
    if (!server) throw new HostError('server-unknown', { serverId: id });
    return server;
  }

  #names(): Set<string> {
    return new Set(this.#deps.config.current().servers.map(({ name }) => name));
  }

  #now(): number {
    return this.#deps.now?.() ?? Date.now();
  }
}

/** What is written down: answers to fields there are, and never a secret. */
function kept(manifest: Manifest, values: BundleValues): Record<string, BundleValues[string]> {
  return Object.fromEntries(Object.entries(values).filter(([key, value]) => {
    const option = manifest.user_config?.[key];
    return option !== undefined && !isSensitive(option) && !isEmpty(value);
  }));
}

function difference(before: readonly string[] = [], after: readonly string[] = []): { added: string[]; removed: string[] } {
  return { added: after.filter((name) => !before.includes(name)), removed: before.filter((name) => !after.includes(name)) };
}

function signerIn(signature: BundleSignature): Pick<BundleRecord, 'signer'> {
  return signature.state === 'none' ? {} : { signer: { publisher: signature.publisher, fingerprint: signature.fingerprint } };
}

/** Certificates are renewed: of a signer whom an authority knows, the name says who it is; of any other, the certificate. */
function otherSigner({ signer }: BundleRecord, signature: BundleSignature): string | null {
  if (signer === undefined) return null;
  const isSame = signature.state !== 'none' && (signature.fingerprint === signer.fingerprint || (signature.state === 'valid' && signature.publisher === signer.publisher));
  return isSame ? null : signer.publisher;
}
