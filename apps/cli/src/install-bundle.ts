/** An `.mcpb` file handed to the host in chunks, its questions answered, the launch shown, and then installed (S05). */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { HostClient } from '@portolan/contract/client';
import { maxBundle } from '@portolan/contract/bundles';
import type { BundleField, BundlePreview, BundleValue } from '@portolan/contract/bundles';
import { uploadChunk } from '@portolan/contract/uploads';
import { formatOf } from '@portolan/i18n/format';
import type { Context } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { CliFailure, messageOf } from './failure.ts';
import { launchLines } from './launch-lines.ts';
import { visible } from './output/visible.ts';
import { saysYes } from './review.ts';
import { serverJson } from './servers.ts';

interface Answers {
  values: Record<string, BundleValue>;
  secrets: { name: string; value: string }[];
}

export async function installBundle(context: Context): Promise<ExitCode> {
  const { client } = await context.session();
  return installPreview(context, await send(context, client, context.words[0] ?? ''));
}

/** What the host has received and looked at, wherever it came from. */
export async function installPreview(context: Context, preview: BundlePreview): Promise<ExitCode> {
  const { options, signal, out, t, terminal } = context;
  const { client } = await context.session();
  const { stagedId, facts } = preview;
  let isInstalled = false;
  try {
    const update = options.replace ? preview.updates[0] : undefined;
    out.say(`${out.style('bold', visible(facts.displayName ?? facts.name))} ${visible(facts.version)} · ${visible(facts.author.name)} · ${formatOf(context.locale).bytes(preview.bytes)}`);
    out.say(visible(facts.description));
    out.say(`sha256: ${preview.sha256}`);
    const words = context.shared.sources.bundle;
    const { signature } = preview;
    out.say(`${words.signature}: ${visible(signature.state === 'none' ? words.signatureNone : words.signatureStates[signature.state](signature.publisher || words.signatureNobody, signature.issuer || words.signatureNobody))}`);
    const { values, secrets } = await answers(context, update?.fields ?? preview.fields);
    const plan = await client.request('bundles/plan', { stagedId, values, secretKeys: secrets.map(({ name }) => name), ...(update === undefined ? {} : { update: update.serverId }) }, { signal });
    const [fault] = plan.faults;
    if (fault) throw new CliFailure(exitCodes.usage, 'usage', t.usage.bundleFault(visible(fault.key), fault.reason), { next: t.usage.bundleNext });
    for (const line of launchLines(context, plan)) out.say(`  ${line}`);
    if (!options.yes) {
      if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
      if (!(await saysYes(context, t.imported.question(1)))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
    }
    const name = options.name ?? update?.serverName ?? preview.serverName;
    const server = await client.request('bundles/install', { stagedId, values, secrets, launchHash: plan.launchHash, name, ...(update === undefined ? {} : { update: update.serverId }) }, { signal });
    isInstalled = true;
    out.result({ servers: [serverJson(server)] }, () => [t.servers.added(visible(server.name))]);
    return exitCodes.done;
  } finally {
    if (!isInstalled) await client.request('bundles/discard', { stagedId }).catch(() => undefined);
  }
}

/** The host alone looks at what is in it. */
async function send({ signal, out, t, shared }: Context, client: HostClient, file: string): Promise<BundlePreview> {
  let handle: FileHandle;
  try {
    handle = await open(file);
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
    throw new CliFailure(exitCodes.notFound, 'not-found', isMissing ? t.errors.noFile(visible(file)) : t.errors.unreadable(visible(file), messageOf(error)), { next: t.errors.installWhat });
  }
  try {
    const found = await handle.stat();
    if (found.isDirectory()) throw new CliFailure(exitCodes.notFound, 'not-found', t.errors.isFolder(visible(file)), { next: t.errors.installWhat });
    const { size } = found;
    if (size > maxBundle) throw new CliFailure(exitCodes.failed, 'file', t.errors.tooLarge(file));
    const { stagedId } = await client.request('bundles/begin', { fileName: basename(file), bytes: Math.max(1, size) }, { signal });
    const chunk = Buffer.alloc(uploadChunk);
    for (let offset = 0; ; ) {
      // In order and without gaps, and no more at once than the host has taken.
      // oxlint-disable-next-line no-await-in-loop
      const { bytesRead } = await handle.read(chunk, 0, chunk.length, offset);
      if (bytesRead === 0) break;
      // oxlint-disable-next-line no-await-in-loop
      await client.request('bundles/append', { stagedId, offset, data: chunk.toString('base64', 0, bytesRead) }, { signal });
      offset += bytesRead;
      out.progress(`${visible(basename(file))}: ${shared.doctor.running} ${Math.round((offset / size) * 100)} %`);
    }
    out.clearProgress();
    return await client.request('bundles/read', { stagedId }, { signal });
  } finally {
    await handle.close();
  }
}

/** From --set, else asked for on a terminal where it is needed; secrets are typed unseen and never come from arguments. */
async function answers(context: Context, fields: readonly BundleField[]): Promise<Answers> {
  const { terminal, t, options } = context;
  const given = new Map<string, string>();
  for (const pair of options.set ?? []) {
    const at = pair.indexOf('=');
    const field = fields.find(({ key }) => key === pair.slice(0, at));
    if (at < 1 || field === undefined) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noField(visible(pair.slice(0, Math.max(0, at)) || pair)), { next: t.errors.thereAre(fields.map(({ key }) => visible(key)).join(', ')) });
    if (field.isSensitive) throw new CliFailure(exitCodes.usage, 'usage', t.usage.secretInArguments(visible(field.key)));
    given.set(field.key, pair.slice(at + 1));
  }
  const made: Answers = { values: {}, secrets: [] };
  for (const field of fields) {
    const { key, title, isSensitive, isRequired, isSet, value } = field;
    let text = given.get(key);
    if (text === undefined && terminal.isInteractive && isRequired && value === null && !isSet) {
      const question = `${visible(title)}: `;
      // One question after the other.
      // oxlint-disable-next-line no-await-in-loop
      text = await (isSensitive ? terminal.askHidden(question) : terminal.ask(question));
    }
    if (isSensitive) {
      if (text !== undefined && text !== '') made.secrets.push({ name: key, value: text });
    } else if (text !== undefined) made.values[key] = read(field, text);
    else if (value !== null) made.values[key] = value;
  }
  return made;
}

/** As the field wants it; what does not fit is left for the host to name. Paths are taken from where the person stands. */
function read({ type, isMultiple }: BundleField, text: string): BundleValue {
  const path = (part: string) => (type === 'directory' || type === 'file' ? resolve(part) : part);
  if (isMultiple) return text.split(',').map(path);
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  return path(text);
}
