/** `registry search`, `show`, `install`: servers that others have published (S06). Nothing is asked of a registry but by these. */
import type { RegistryChoice, RegistryInput } from '@portolan/contract/registry';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { problemText } from '../failure.ts';
import { installFromRegistry, nameAndVersion } from '../install-from-registry.ts';
import { columns } from '../output/output.ts';
import { visible } from '../output/visible.ts';

export const registryCommands: Command[] = [
  {
    name: 'registry search',
    words: ['[WORD…]'],
    options: ['cursor'],
    examples: ['registry search weather', 'registry search weather --json | jq -r ".servers[].name"'],
    run: search,
  },
  {
    name: 'registry show',
    words: ['NAME[@VERSION]'],
    options: [],
    examples: ['registry show io.github.somebody/weather', 'registry show io.github.somebody/weather@1.2.0 --json | jq -r ".server.choices[].id"'],
    run: show,
  },
  {
    name: 'registry install',
    words: ['NAME[@VERSION]'],
    options: ['name', 'replace', 'set', 'choice', 'yes'],
    examples: ['registry install io.github.somebody/weather', 'registry install io.github.somebody/weather@1.2.0 --choice package-0 --set UNITS=metric --name weather --yes'],
    run: (context) => installFromRegistry(context, context.words[0] ?? ''),
  },
];

/** A page of it. What was last seen comes with what kept us from asking, and then it ends with 1. */
async function search(context: Context): Promise<ExitCode> {
  const { words, options, signal, out, t, shared } = context;
  const { client } = await context.session();
  const page = await client.request('registry/list', { search: words.join(' ').slice(0, 200), ...(options.cursor === undefined ? {} : { cursor: options.cursor }) }, { signal });
  if (page.problem !== null) out.say(out.style('yellow', `! ${visible(problemText(page.problem, shared))}`));
  out.result(page, () =>
    page.servers.length === 0
      ? [t.registry.none]
      : columns(page.servers.map(({ name, version, status, kinds, description }) => [out.style('bold', visible(name)), `${visible(version)}${status === 'active' ? '' : ` (${status})`}`, kinds.map(visible).join(' '), short(description)])),
  );
  if (page.nextCursor !== null) out.say(t.registry.more(visible(JSON.stringify(page.nextCursor))));
  return page.problem === null ? exitCodes.done : exitCodes.failed;
}

async function show(context: Context): Promise<ExitCode> {
  const { words, signal, out, t } = context;
  const { name, version } = nameAndVersion(words[0] ?? '');
  const { client } = await context.session();
  const server = await client.request('registry/server', { name, version }, { signal });
  const { versions } = await client.request('registry/versions', { name }, { signal });
  out.result({ server, versions }, () => [
    `${out.style('bold', visible(server.name))} ${visible(server.version)}${server.status === 'active' ? '' : ` · ${server.status}`}`,
    visible(server.description),
    ...server.links.map(({ url }) => `  ${visible(url)}`),
    `${t.registry.versions}: ${versions.map((each) => visible(each.version)).join(', ')}`,
    ...server.choices.flatMap((choice) => choiceLines(context, choice)),
  ]);
  return exitCodes.done;
}

function choiceLines({ out, t }: Context, { id, kind, registryType, identifier, version, unsupported, inputs }: RegistryChoice): string[] {
  const what = `${kind === 'remote' ? '' : `${visible(registryType)} `}${visible(identifier)}${version === '' ? '' : ` ${visible(version)}`}`;
  return [`--choice ${out.style('bold', visible(id))}: ${what}`, ...(unsupported === null ? [] : [out.style('yellow', `  ! ${t.registry.unsupported}`)]), ...inputs.map((input) => `  ${inputLine(input, t)}`)];
}

function inputLine({ name, description, isRequired, isSecret, default: usual, choices }: RegistryInput, t: Context['t']): string {
  const remarks = [...(isRequired ? [t.registry.required] : []), ...(isSecret ? [t.registry.secret] : []), ...(choices.length === 0 ? [] : [choices.map(visible).join('|')]), ...(usual === '' ? [] : [`[${visible(usual)}]`])];
  return [visible(name), ...remarks, visible(description)].filter((part) => part !== '').join('  ');
}

function short(text: string): string {
  const line = visible(text);
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}
