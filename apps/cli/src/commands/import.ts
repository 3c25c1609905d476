/** `import`: what stands in another program's configuration, a snippet, a command line or an address, as servers of ours. */
import { HostError } from '@portolan/contract/errors';
import type { PasteCandidate, ServerView } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { launchLines } from '../launch-lines.ts';
import { visible } from '../output/visible.ts';
import { readText } from '../read-text.ts';
import { saysYes } from '../review.ts';
import { serverJson } from '../servers.ts';

const mostText = 1_000_000;

type Outcome = 'added' | 'replaced' | 'same' | 'name-taken';

export const importCommands: Command[] = [
  {
    name: 'import',
    words: ['FILE'],
    options: ['only', 'replace', 'yes'],
    examples: ['import ~/.config/Claude/claude_desktop_config.json', 'import .vscode/mcp.json --only github --yes', "echo 'npx -y some-server@1.2.3' | portolan import - --yes"],
    run: importServers,
  },
];

async function importServers(context: Context): Promise<ExitCode> {
  const { words, options, signal, out, t } = context;
  const text = await readText(context, words[0] ?? '', mostText);
  const { client } = await context.session();
  const { format, candidates } = await client.request('servers/parse', { text }, { signal });
  const only = options.only ?? [];
  const missing = only.find((name) => !candidates.some((candidate) => candidate.name === name));
  if (missing !== undefined) throw new CliFailure(exitCodes.notFound, 'not-found', t.errors.noServer(missing), { next: t.errors.thereAre(candidates.map(({ name }) => name).join(', ')) });
  const chosen = candidates.filter(({ name }) => only.length === 0 || only.includes(name)).map((candidate) => ({ candidate, outcome: outcomeOf(candidate, options.replace === true) }));
  for (const { candidate, outcome } of chosen) show(context, candidate, outcome);
  const wanted = chosen.filter(({ outcome }) => outcome === 'added' || outcome === 'replaced');
  if (wanted.length > 0) await confirm(context, wanted.length);
  const added = new Map<string, ServerView>();
  for (const { candidate } of wanted) {
    const { name, launch, inputs, existing } = candidate;
    // One after the other: each is in the file before the next, and what is in it stays there.
    // oxlint-disable-next-line no-await-in-loop
    added.set(name, await client.request('servers/add', { name, launch, inputs, ...(existing === null ? {} : { replace: existing.id }) }, { signal }));
  }
  out.result({ format, servers: chosen.map(({ candidate, outcome }) => ({ name: candidate.name, outcome, server: jsonOf(added.get(candidate.name)) })) }, () => chosen.map(({ candidate, outcome }) => `${visible(candidate.name)}: ${t.imported[outcome]}`));
  if (wanted.length > 0) out.say(t.imported.next);
  return chosen.some(({ outcome }) => outcome === 'name-taken') ? exitCodes.failed : exitCodes.done;
}

function outcomeOf({ existing }: PasteCandidate, mayReplace: boolean): Outcome {
  if (existing === null) return 'added';
  if (existing.isSame) return 'same';
  return mayReplace ? 'replaced' : 'name-taken';
}

function show(context: Context, candidate: PasteCandidate, outcome: Outcome): void {
  const { out, t } = context;
  out.say(`${out.style('bold', visible(candidate.name))}  ${outcome === 'added' ? '' : t.imported[outcome]}`);
  for (const line of launchLines(context, { launch: candidate.launch, flags: candidate.flags })) out.say(`  ${line}`);
  for (const note of candidate.notes) out.say(`  ${visible(note)}`);
  if (candidate.unsetVariables.length > 0) out.say(`  ${out.style('yellow', t.imported.unset(candidate.unsetVariables.map(visible).join(', ')))}`);
}

/** Adding starts nothing, but it writes the configuration: somebody says so first. */
async function confirm(context: Context, count: number): Promise<void> {
  const { options, terminal, t } = context;
  if (options.yes) return;
  if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
  if (!(await saysYes(context, t.imported.question(count)))) throw new HostError('cancelled');
}

function jsonOf(server: ServerView | undefined) {
  return server === undefined ? null : serverJson(server);
}
