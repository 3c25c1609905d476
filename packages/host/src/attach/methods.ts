/** What a command line may ask of the host: a list of its own, so that a new method of the contract is closed until it is named here. */
import { contract } from '@portolan/contract/contract';
import type { Contract, HostHandlers } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';

/**
 * No conversations, no keys of model providers, no answers to questions that a window was asked, and no `tools/run`: a call
 * from here goes by standing permissions or by `calls/run` with what a person was shown.
 */
export const attachMethods = [
  'servers/watch',
  'servers/parse',
  'servers/add',
  'servers/update',
  'servers/review',
  'servers/sandboxOffer',
  'servers/setSandbox',
  'servers/setEnabled',
  'servers/setStartup',
  'servers/setLimits',
  'servers/start',
  'servers/stop',
  'servers/restart',
  'servers/remove',
  'servers/restore',
  'servers/tools',
  'servers/resources',
  'servers/prompts',
  'servers/watchLog',
  'servers/secrets',
  'servers/setSecrets',
  'servers/inputs',
  'servers/answer',
  'installLinks/open',
  'installLinks/accept',
  'installLinks/dismiss',
  'bundles/begin',
  'bundles/append',
  'bundles/read',
  'bundles/plan',
  'bundles/install',
  'bundles/discard',
  'registry/list',
  'registry/versions',
  'registry/server',
  'registry/plan',
  'registry/install',
  'registry/bundle',
  'imports/find',
  'imports/findInFolder',
  'imports/add',
  'exports/preview',
  'exports/write',
  'exports/text',
  'configuration/state',
  'configuration/compare',
  'configuration/restore',
  'configuration/restoreServer',
  'calls/prepare',
  'calls/run',
  'resources/read',
  'prompts/get',
  'jobs/watch',
  'jobs/cancel',
  'jobs/result',
  'rules/list',
  'rules/save',
  'rules/revoke',
  'pins/changes',
  'pins/accept',
  'pins/keepOff',
  'pins/acceptPackage',
  'pins/acknowledge',
  'settings/watch',
  'network/get',
  'network/save',
  'network/check',
  'app/info',
  'signIn/watch',
  'signIn/start',
  'signIn/continue',
  'signIn/cancel',
  'signIn/signOut',
  'trace/export',
  'doctor/run',
  'activity/page',
  'profiles/watch',
  'templates/watch',
  // A chat of its own, in which nothing is allowed that no standing permission allows.
  'runs/start',
] as const satisfies readonly (keyof Contract)[];

const allowed: ReadonlySet<string> = new Set(attachMethods);

/** The same handlers, with everything else closed. */
export function attachHandlers(handlers: HostHandlers): HostHandlers {
  const closed = (name: string) => () => {
    throw new HostError('unknown-method', { method: name });
  };
  const guarded: Partial<HostHandlers> = {
    'exports/preview': (input, context) => handlers['exports/preview'](withoutValues(input), context),
    'exports/write': (input, context) => handlers['exports/write'](withoutValues(input), context),
    'exports/text': (input, context) => handlers['exports/text'](withoutValues(input), context),
  };
  return Object.fromEntries(Object.keys(contract).map((name) => [name, allowed.has(name) ? (Reflect.get(guarded, name) ?? Reflect.get(handlers, name)) : closed(name)])) as HostHandlers;
}

/** Secrets go in through here and never come out (S09). */
function withoutValues<T extends { secrets: 'references' | 'values' }>(input: T): T {
  if (input.secrets === 'values') throw new HostError('invalid-input', { subject: 'secrets' });
  return input;
}
