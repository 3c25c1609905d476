/** Lists of what servers offer: of one server, or of all that can be asked without starting any. */
import type { HostClient } from '@portolan/contract/client';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ServerView } from '@portolan/contract/servers';
import type { Context } from '../command.ts';
import { problemText } from '../failure.ts';
import { visible } from '../output/visible.ts';
import { allServers, startServer, usableServer } from '../servers.ts';

export interface ServerList<T> {
  server: ServerView;
  items: T[] | null;
  problem: Problem | null;
}

type Read<T> = (server: ServerView, client: HostClient) => Promise<T[]>;

/**
 * With a name: that server, brought up where this is ours to do; what is wrong with it is thrown. Without: every server that
 * is on and reviewed, each with its items or what is wrong with it.
 */
export async function oneOrAll<T>(context: Context, read: Read<T>): Promise<ServerList<T>[]> {
  const [name] = context.words;
  const { client, isAttached } = await context.session();
  if (name !== undefined) {
    const server = await usableServer(context, name);
    return [{ server, items: await read(server, client), problem: null }];
  }
  const servers = (await allServers(context)).filter(({ isEnabled, isReviewed }) => isEnabled && isReviewed);
  return Promise.all(
    servers.map(async (server) => {
      try {
        if (!isAttached) await startServer(context, server);
        return { server, items: await read(server, client), problem: null };
      } catch (error) {
        if (!(error instanceof HostError) || error.problem.code === 'cancelled' || error.problem.code === 'host-gone') throw error;
        return { server, items: null, problem: error.problem };
      }
    }),
  );
}

export function listLines<T>(context: Context, lists: readonly ServerList<T>[], rows: (items: readonly T[], context: Context) => string[]): string[] {
  const { out, t, shared } = context;
  if (lists.length === 0) return [t.nothingToAsk];
  return lists.flatMap(({ server, items, problem }) => [
    out.style('cyan', visible(server.name)),
    ...(problem ? [`  ${out.style('red', visible(problemText(problem, shared)))}`] : items?.length === 0 ? [`  ${t.none}`] : rows(items ?? [], context).map((line) => `  ${line}`)),
  ]);
}
