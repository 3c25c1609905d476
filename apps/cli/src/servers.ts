/** Servers as commands speak of them: found by name, brought up, shown as stable JSON. */
import { HostError } from '@portolan/contract/errors';
import type { ServerView } from '@portolan/contract/servers';
import type { Context } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { CliFailure } from './failure.ts';
import { reviewOnTerminal } from './review.ts';

/** Everything that is configured, by name. */
export async function allServers({ session, signal }: Context): Promise<ServerView[]> {
  const { client } = await session();
  return new Promise((resolve, reject) => {
    const stop = client.watch(
      'servers/watch',
      {},
      (event) => {
        if (event.type !== 'snapshot') return;
        stop();
        resolve(event.servers);
      },
      (error) => reject(error ?? new HostError('host-gone')),
    );
    signal.addEventListener('abort', () => reject(new HostError('cancelled')), { once: true });
  });
}

/** By its name, else by its id. Fails as not found, and names what there is. */
export async function serverNamed(context: Context, name: string): Promise<ServerView> {
  const servers = await allServers(context);
  const found = servers.find((server) => server.name === name) ?? servers.find((server) => server.id === name);
  if (found) return found;
  const { t } = context;
  throw new CliFailure(exitCodes.notFound, 'not-found', t.errors.noServer(name), {
    next: servers.length === 0 ? t.errors.noServersYet : t.errors.thereAre(servers.map((server) => server.name).join(', ')),
    details: { server: name },
  });
}

/**
 * The server, up and usable. One that waits for a review is shown and asked about on a terminal; one that is off is not turned
 * on for a single command. What does not run is started, for whoever names it wants to use it; in an app that runs it stays
 * so, and one that starts as it is used is left to its use.
 */
export async function usableServer(context: Context, name: string): Promise<ServerView> {
  let server = await serverNamed(context, name);
  const { t } = context;
  const { isAttached } = await context.session();
  if (!server.isReviewed) server = await reviewOnTerminal(context, server);
  if (!server.isEnabled) throw new CliFailure(exitCodes.refused, 'server-off', t.errors.serverOff(server.name), { next: t.errors.serverOffNext(server.name), details: { server: server.name } });
  if (server.state === 'ready' || server.state === 'degraded') return server;
  if (isAttached && server.startup === 'first-use' && server.state === 'stopped') return server;
  if (isAttached) context.out.say(t.servers.starting(server.name));
  return startServer(context, server);
}

/** Starts it and waits until it answers. @throws what it failed with */
export async function startServer(context: Context, server: ServerView): Promise<ServerView> {
  const { client } = await context.session();
  if (server.state !== 'starting') await client.request('servers/start', { serverId: server.id }, { signal: context.signal });
  return untilSettled(context, server);
}

/** Waits until it is ready, or is not going to be. */
export async function untilSettled(context: Context, { id, name }: ServerView): Promise<ServerView> {
  const { client } = await context.session();
  const { out, t, shared, signal } = context;
  try {
    return await new Promise<ServerView>((resolve, reject) => {
      let isSaid = false;
      const look = (view: ServerView) => {
        if (view.id !== id) return;
        if (view.start?.isSlow === true && !isSaid) {
          isSaid = true;
          out.say(t.progress.slow(name, Math.max(1, Math.round((view.start.limitAt - Date.now()) / 1000))));
        }
        out.progress(t.progress.server(name, shared.servers.state[view.state], view.start?.lastLine ?? ''));
        if (view.state === 'ready' || view.state === 'degraded') resolve(view);
        else if (view.problem !== null && (view.state === 'failed' || view.state === 'backoff')) reject(HostError.fromProblem(view.problem));
        else if (view.state === 'stopped' && !view.isReviewed) reject(new HostError('server-not-reviewed', { server: name }));
        else return;
        stop();
      };
      const stop = client.watch(
        'servers/watch',
        {},
        (event) => {
          if (event.type === 'snapshot') for (const each of event.servers) look(each);
          else if (event.type === 'changed') look(event.server);
          else if (event.serverId === id) reject(new HostError('server-unknown', { server: name }));
        },
        (error) => reject(error ?? new HostError('host-gone')),
      );
      signal.addEventListener('abort', () => reject(new HostError('cancelled')), { once: true });
    });
  } finally {
    out.clearProgress();
  }
}

/** What of a server is promised to scripts (docs/cli.md). */
export function serverJson(server: ServerView) {
  const { id, name, isEnabled, isReviewed, state, problem, launch, launchHash, sandbox, flags, inputs, startup, transport, protocolVersion, info, capabilities, counts, pid, crashes } = server;
  return { id, name, isEnabled, isReviewed, state, problem, launch, launchHash, sandbox: sandbox ?? null, flags, inputs, startup, transport, protocolVersion, info, capabilities, counts, pid, crashes };
}
