/** `import`: what stands in another program's configuration, a project's folder, a snippet, a command line or an address, as servers of ours. */
import { statSync } from 'node:fs';
import type { PasteCandidate, ServerView } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { launchLines } from '../launch-lines.ts';
import { visible } from '../output/visible.ts';
import { readText } from '../read-text.ts';
import { serverJson } from '../servers.ts';
import { importFromApp, importFromFolder } from './import-from-app.ts';
import { confirmImport, outcomeOf, showSecrets, wantedOnly } from './importing.ts';
import type { Outcome } from './importing.ts';

const mostText = 1_000_000;

export const importCommands: Command[] = [
  {
    name: 'import',
    words: ['[FILE|FOLDER]'],
    options: ['from', 'only', 'replace', 'plain-secrets', 'yes'],
    examples: ['import --from claude-desktop', 'import ~/projects/site', 'import .vscode/mcp.json --only github --yes', "echo 'npx -y some-server@1.2.3' | portolan import - --yes"],
    run: (context) => {
      const [file] = context.words;
      if ((file === undefined) === (context.options.from === undefined)) return Promise.reject(new CliFailure(exitCodes.usage, 'usage', context.t.usage.fileOrApp));
      if (file === undefined) return importFromApp(context, context.options.from ?? '');
      return isFolder(file) ? importFromFolder(context, file) : importFile(context, file);
    },
  },
];

function isFolder(word: string): boolean {
  return word !== '-' && statSync(word, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function importFile(context: Context, file: string): Promise<ExitCode> {
  const { options, signal, out, t } = context;
  const text = await readText(context, file, mostText);
  const { client } = await context.session();
  const { format, candidates } = await client.request('servers/parse', { text }, { signal });
  const only = options.only ?? [];
  wantedOnly(context, candidates);
  const chosen = candidates.filter(({ name }) => only.length === 0 || only.includes(name)).map((candidate) => ({ candidate, outcome: outcomeOf(candidate, options.replace === true) }));
  for (const { candidate, outcome } of chosen) show(context, candidate, outcome);
  const wanted = chosen.filter(({ outcome }) => outcome === 'added' || outcome === 'replaced');
  if (wanted.length > 0) await confirmImport(context, wanted.length);
  const added = new Map<string, ServerView>();
  for (const { candidate } of wanted) {
    const { name, launch, inputs, existing, openSecrets } = candidate;
    // One after the other: each is in the file before the next, and what is in it stays there.
    // oxlint-disable-next-line no-await-in-loop
    added.set(name, await client.request('servers/add', { name, launch, inputs, ...(existing === null ? {} : { replace: existing.id }), ...(openSecrets.length === 0 ? {} : { keepSecrets: options['plain-secrets'] !== true }) }, { signal }));
  }
  out.result({ format, servers: chosen.map(({ candidate, outcome }) => ({ name: candidate.name, outcome, server: jsonOf(added.get(candidate.name)) })) }, () => chosen.map(({ candidate, outcome }) => `${visible(candidate.name)}: ${t.imported[outcome]}`));
  if (wanted.length > 0) out.say(t.imported.next);
  return chosen.some(({ outcome }) => outcome === 'name-taken') ? exitCodes.failed : exitCodes.done;
}

function show(context: Context, candidate: PasteCandidate, outcome: Outcome): void {
  const { out, t } = context;
  out.say(`${out.style('bold', visible(candidate.name))}  ${outcome === 'added' ? '' : t.imported[outcome]}`);
  for (const line of launchLines(context, { launch: candidate.launch, flags: candidate.flags })) out.say(`  ${line}`);
  for (const note of candidate.notes) out.say(`  ${visible(note)}`);
  showSecrets(context, candidate);
  if (candidate.unsetVariables.length > 0) out.say(`  ${out.style('yellow', t.imported.unset(candidate.unsetVariables.map(visible).join(', ')))}`);
}

function jsonOf(server: ServerView | undefined) {
  return server === undefined ? null : serverJson(server);
}
