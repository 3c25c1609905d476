/**
 * Who acts, for as long as what they asked for goes on: a part of the host deep inside a request need not be told by whom it
 * was sent. What the host does by itself, even if a person once set it going, says so at its own door.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ActivityBy } from '@portolan/contract/activity';
import { contract } from '@portolan/contract/contract';
import type { CallContext, Contract, HostHandlers } from '@portolan/contract/contract';

type Actor = Extract<ActivityBy, 'person' | 'cli' | 'import'>;

const acting = new AsyncLocalStorage<Actor>();

/** Whoever asked for what runs now; the host itself when nobody did. */
export function actingNow(): ActivityBy {
  return acting.getStore() ?? 'host';
}

/** Methods that take in what somebody else wrote: a file, a link, a bundle, an entry of a registry. */
const imports: ReadonlySet<string> = new Set<keyof Contract>(['imports/add', 'installLinks/accept', 'bundles/install', 'registry/install', 'registry/bundle', 'configuration/restore']);

function actorOf(method: string, connection: string, isCommand: boolean): Actor {
  if (imports.has(method)) return 'import';
  return isCommand || connection.startsWith('cli') ? 'cli' : 'person';
}

/** The same handlers, each run in the name of whoever called it. `isCommand`: the host runs for one command alone. */
export function actingHandlers(handlers: HostHandlers, isCommand: boolean): HostHandlers {
  const wrapped = Object.keys(contract).map((method) => {
    const handler = Reflect.get(handlers, method) as (input: unknown, context: CallContext) => unknown;
    const isStream = contract[method as keyof Contract].kind === 'stream';
    return [
      method,
      (input: unknown, context: CallContext) => {
        const actor = actorOf(method, context.connection, isCommand);
        const result = acting.run(actor, () => handler(input, context));
        return isStream ? actingStream(result as AsyncIterable<unknown>, actor) : result;
      },
    ];
  });
  return Object.fromEntries(wrapped) as HostHandlers;
}

/** A generator runs when it is read, so each reading is in their name. */
function actingStream(stream: AsyncIterable<unknown>, actor: Actor): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = stream[Symbol.asyncIterator]();
      return {
        next: () => acting.run(actor, () => iterator.next()),
        return: (value?: unknown) => acting.run(actor, () => iterator.return?.(value) ?? Promise.resolve({ done: true, value: undefined })),
      };
    },
  };
}
