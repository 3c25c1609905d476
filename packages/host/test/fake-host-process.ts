/**
 * A host process whose product is four methods, for tests of what lies around it. Everything else of it is real.
 * The draft of the conversation `resumed` counts how often the machine woke up. `drafts/save` with a `text` of `block`, `exit`, `throw`, `stubborn` misbehaves in that way; `restart` asks for another host.
 */
import { contract } from '@portolan/contract/contract';
import type { Contract, HostHandlers } from '@portolan/contract/contract';
import { HostError } from '@portolan/contract/errors';
import { runHostProcess } from '../src/process/run-host-process.ts';
import { Broadcast } from '../src/broadcast.ts';

runHostProcess(async (options) => {
  if (options.dataDir.endsWith('bad-product')) throw new Error('the product does not start');
  let closeTakes = 0;
  const drafts = new Map<string, string>();
  const some: Partial<HostHandlers> = {
    'app/info': (_input, context) => ({
      version: options.version,
      shell: options.shell,
      platform: context.connection,
      node: process.versions.node,
      dataFolder: options.dataDir,
      configFile: String(process.pid),
    }),
    'settings/watch': async function* (_input, { signal }) {
      yield { settings: { theme: 'system', locale: 'system', isOnboarded: false }, notices: options.notices };
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    },
    'links/open': async ({ url }) => {
      if (!options.openLink) return { outcome: 'open-in-tab', href: url };
      if (!(await options.openLink(url))) throw new HostError('link-refused');
      return { outcome: 'opened' };
    },
    'paths/choose': async ({ kind, start }) => ({ path: (await options.choosePath?.({ kind, start })) ?? null }),
    'drafts/get': ({ conversationId }) => ({ text: drafts.get(conversationId) ?? '' }),
    'drafts/save': ({ conversationId, text = '' }) => {
      drafts.set(conversationId, text.startsWith('huge') ? 'x'.repeat(Number(text.slice(4))) : text);
      if (text === 'block') for (;;);
      if (text === 'restart') options.restart();
      if (text === 'exit') process.exit(9);
      if (text === 'throw') setImmediate(() => { throw new Error('a bug of the product'); });
      if (text === 'stubborn') closeTakes = 60_000;
      return {};
    },
  };
  // Any other method: a stream that says nothing, a request that fails.
  const silent = (_input: unknown, { signal }: { signal: AbortSignal }): AsyncIterable<never> => new Broadcast<never>().subscribe(signal);
  const handlers = new Proxy(some, {
    get: (target, name) =>
      Reflect.get(target, name) ?? (contract[name as keyof Contract].kind === 'stream' ? silent : () => Promise.reject(new HostError('internal', { method: String(name) }))),
  }) as HostHandlers;
  const resumed = () => drafts.set('resumed', `resumed ${Number((drafts.get('resumed') ?? ' 0').split(' ')[1]) + 1}`);
  return { handlers, resumed, close: () => new Promise((resolve) => setTimeout(resolve, closeTakes)) };
});
