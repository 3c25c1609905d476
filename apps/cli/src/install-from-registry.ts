/** A server of the registry: one of its ways chosen, its questions answered, exactly what would be written shown, then added (S06). */
import type { RegistryChoice, RegistryServer } from '@portolan/contract/registry';
import type { Context } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { CliFailure } from './failure.ts';
import { installPreview } from './install-bundle.ts';
import { launchLines } from './launch-lines.ts';
import { visible } from './output/visible.ts';
import { saysYes } from './review.ts';
import { serverJson } from './servers.ts';

/** `name` or `name@version`; the newest version unless told. */
export function nameAndVersion(word: string): { name: string; version: string } {
  const [, name = word, version = 'latest'] = /^(.+?)@([^@/]+)$/.exec(word) ?? [];
  return { name, version };
}

/** Shows all of it, asks, and adds it: not reviewed, not started. */
export async function installFromRegistry(context: Context, word: string): Promise<ExitCode> {
  const { options, signal, out, t, terminal } = context;
  const { name, version } = nameAndVersion(word);
  const { client } = await context.session();
  const server = await client.request('registry/server', { name, version }, { signal });
  const choice = choiceOf(context, server);
  out.say(`${out.style('bold', visible(server.name))} ${visible(server.version)}${server.status === 'active' ? '' : ` · ${server.status}`}`);
  out.say(visible(server.description));
  if (choice.kind === 'bundle') return installPreview(context, await client.request('registry/bundle', { name: server.name, version: server.version, choice: choice.id }, { signal }));
  const { answers, secrets } = await answersFor(context, choice);
  const what = { name: server.name, version: server.version, choice: choice.id, answers };
  const plan = await client.request('registry/plan', { ...what, secretKeys: secrets.map((secret) => secret.name) }, { signal });
  const [fault] = plan.faults;
  if (fault) throw new CliFailure(exitCodes.usage, 'usage', t.usage.bundleFault(visible(fault.key), fault.reason), { next: t.usage.bundleNext });
  for (const line of launchLines(context, plan)) out.say(`  ${line}`);
  if (!options.yes) {
    if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.notConfirmed, { next: t.errors.notConfirmedNext });
    if (!(await saysYes(context, t.imported.question(1)))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
  }
  const added = await client.request('registry/install', { ...what, secrets, serverName: options.name ?? plan.serverName, launchHash: plan.launchHash }, { signal });
  out.result({ servers: [serverJson(added)] }, () => [t.servers.added(visible(added.name))]);
  return exitCodes.done;
}

/** --choice, else the only one that can be installed; of several none is taken for the person. */
function choiceOf({ options, t }: Context, { choices }: RegistryServer): RegistryChoice {
  const possible = choices.filter(({ unsupported }) => unsupported === null);
  const chosen = options.choice === undefined ? (possible.length === 1 ? possible[0] : undefined) : possible.find(({ id }) => id === options.choice);
  if (chosen) return chosen;
  const all = possible.map(({ id, kind, registryType, identifier }) => `${visible(id)} (${kind === 'remote' ? 'remote' : visible(registryType)} ${visible(identifier)})`).join(', ');
  throw new CliFailure(exitCodes.usage, 'usage', t.usage.whichChoice, { next: all === '' ? t.none : t.errors.thereAre(all) });
}

async function answersFor({ options, terminal, t }: Context, { inputs }: RegistryChoice): Promise<{ answers: Record<string, string>; secrets: { name: string; value: string }[] }> {
  const given = new Map<string, string>();
  for (const pair of options.set ?? []) {
    const at = pair.indexOf('=');
    const word = pair.slice(0, Math.max(0, at)) || pair;
    const input = inputs.find(({ key, name }) => key === word || name === word);
    if (at < 1 || input === undefined) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noField(visible(word)), { next: t.errors.thereAre(inputs.map(({ name }) => visible(name)).join(', ')) });
    if (input.isSecret) throw new CliFailure(exitCodes.usage, 'usage', t.usage.secretInArguments(visible(word)));
    given.set(input.key, pair.slice(at + 1));
  }
  const answers: Record<string, string> = {};
  const secrets: { name: string; value: string }[] = [];
  for (const { key, name, isSecret, isRequired, default: usual } of inputs) {
    let text = given.get(key);
    if (text === undefined && terminal.isInteractive && isRequired && usual === '') {
      const question = `${visible(name)}: `;
      // One question after the other.
      // oxlint-disable-next-line no-await-in-loop
      text = await (isSecret ? terminal.askHidden(question) : terminal.ask(question));
    }
    if (isSecret && text) secrets.push({ name: key, value: text });
    else if (!isSecret && (text !== undefined || usual !== '')) answers[key] = text ?? usual;
  }
  return { answers, secrets };
}
