/** `import --from` and `import FOLDER`: servers of another program on this computer, or of a project, found by the host in the places it knows (S04, A09). */
import { resolve } from 'node:path';
import { HostError } from '@portolan/contract/errors';
import type { ImportCandidate, ImportFile } from '@portolan/contract/other-apps';
import type { Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { launchLines } from '../launch-lines.ts';
import { visible } from '../output/visible.ts';
import { allServers, serverJson } from '../servers.ts';
import { confirmImport, outcomeOf, showSecrets, wantedOnly } from './importing.ts';

export async function importFromApp(context: Context, app: string): Promise<ExitCode> {
  const { signal, t } = context;
  const { client } = await context.session();
  const { files } = await client.request('imports/find', {}, { signal });
  const own = files.filter((file) => file.app === app);
  if (own.length === 0) throw new CliFailure(exitCodes.notFound, 'not-found', t.imported.noFile(app));
  return importFiles(context, own, app);
}

/** What a project's folder brings along for programs that open it. */
export async function importFromFolder(context: Context, folder: string): Promise<ExitCode> {
  const { client } = await context.session();
  const { files } = await client.request('imports/findInFolder', { folder: resolve(folder) }, { signal: context.signal });
  if (files.length === 0) throw new CliFailure(exitCodes.notFound, 'not-found', context.t.imported.nothingIn(visible(folder)));
  return importFiles(context, files, 'project');
}

async function importFiles(context: Context, own: readonly ImportFile[], format: string): Promise<ExitCode> {
  const { options, signal, out, t } = context;
  const { client } = await context.session();
  const only = options.only ?? [];
  wantedOnly(context, own.flatMap(({ candidates }) => candidates));
  const rows = own.flatMap((file) => file.candidates.filter(({ name }) => only.length === 0 || only.includes(name)).map((candidate) => ({ file, candidate, outcome: outcomeOf(candidate, options.replace === true) })));
  for (const file of own) showFile(context, file);
  for (const { candidate, outcome } of rows) showCandidate(context, candidate, outcome === 'added' ? '' : t.imported[outcome]);
  const wanted = rows.filter(({ outcome }) => outcome === 'added' || outcome === 'replaced');
  if (wanted.length > 0) await confirmImport(context, wanted.length);
  const added = new Set<string>();
  for (const file of own) {
    const servers = wanted.filter((row) => row.file === file).map(({ candidate }) => ({ key: candidate.key, ...(candidate.existing === null ? {} : { replace: candidate.existing.id }), ...(candidate.openSecrets.length === 0 ? {} : { keepSecrets: options['plain-secrets'] !== true }) }));
    if (servers.length === 0) continue;
    // Each file is one write, after the one before.
    // oxlint-disable-next-line no-await-in-loop
    for (const id of (await client.request('imports/add', { file: file.id, stamp: file.stamp, servers }, { signal })).added) added.add(id);
  }
  const views = (await allServers(context)).filter(({ id }) => added.has(id));
  out.result({ format, servers: rows.map(({ candidate, outcome }) => ({ name: candidate.name, outcome, server: views.filter(({ name }) => name === candidate.name).map(serverJson)[0] ?? null })) }, () =>
    rows.map(({ candidate, outcome }) => `${visible(candidate.name)}: ${t.imported[outcome]}`),
  );
  if (wanted.length > 0) out.say(t.imported.nextOff);
  const broken = own.find(({ problem }) => problem !== null);
  if (broken && rows.length === 0) throw new HostError('paste-not-understood', { line: broken.problem?.line ?? 1 });
  return rows.some(({ outcome }) => outcome === 'name-taken') ? exitCodes.failed : exitCodes.done;
}

function showFile({ out }: Context, { path, realPath, skipped }: ImportFile): void {
  out.say(realPath === null ? visible(path) : `${visible(path)} → ${visible(realPath)}`);
  for (const { name, reason } of skipped) out.say(`  ${visible(name)}: ${visible(reason)}`);
}

function showCandidate(context: Context, candidate: ImportCandidate, outcome: string): void {
  const { out } = context;
  out.say(`${out.style('bold', visible(candidate.name))}  ${candidate.place === null ? '' : `${visible(candidate.place)} `}${outcome}`);
  for (const line of launchLines(context, { launch: candidate.launch, flags: candidate.flags })) out.say(`  ${line}`);
  showSecrets(context, candidate);
}
