/** `sign-in` and `sign-out`: the browser signs in, the terminal says who asks for what, and nobody's token is ever shown (S19). */
import { HostError } from '@portolan/contract/errors';
import type { SignInAsk, SignInView } from '@portolan/contract/sign-in';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure } from '../failure.ts';
import { visible } from '../output/visible.ts';
import { reviewOnTerminal, saysYes } from '../review.ts';
import { serverNamed } from '../servers.ts';

type Id = SignInView['serverId'];

export const signInCommands: Command[] = [
  { name: 'sign-in', words: ['SERVER'], options: [], examples: ['sign-in github'], run: signIn },
  {
    name: 'sign-out',
    words: ['SERVER'],
    options: [],
    examples: ['sign-out github'],
    run: async (context) => {
      const server = await serverNamed(context, context.words[0] ?? '');
      const { client } = await context.session();
      await client.request('signIn/signOut', { serverId: server.id }, { signal: context.signal });
      context.out.result({ server: server.name, state: 'signed-out' }, () => [context.shared.signIn.signedOut(server.name)]);
      return exitCodes.done;
    },
  },
];

async function signIn(context: Context): Promise<ExitCode> {
  const { out, t, shared, signal, terminal } = context;
  const named = await serverNamed(context, context.words[0] ?? '');
  if (named.launch.kind !== 'http') throw new CliFailure(exitCodes.failed, 'failed', t.signIn.notHttp(named.name));
  const server = named.isReviewed ? named : await reviewOnTerminal(context, named);
  // Whoever signs in has to read who asks: there is no way to agree to it unseen.
  if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.signIn.needsTerminal, { next: t.signIn.needsTerminalNext });
  const { client } = await context.session();
  const page = { lang: context.locale, ...shared.signIn.page };
  let isOver = false;
  try {
    await client.request('signIn/start', { serverId: server.id, page }, { signal });
    out.progress(shared.signIn.looking);
    const asked = await until(context, server.id, (view) => view.flow === null || view.flow.stage === 'asking' || view.flow.stage === 'waiting');
    const ask = asked.flow?.ask ?? null;
    if (ask !== null && asked.flow?.stage === 'asking') {
      for (const line of askLines(context, server.name, ask)) out.say(line);
      if (!(await saysYes(context, t.signIn.question))) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.errors.nothingDone);
      const opened = await client.request('signIn/continue', { serverId: server.id, askId: ask.id, page }, { signal });
      const url = opened.outcome === 'open-in-tab' ? opened.href : null;
      if (url !== null) out.say(`${t.signIn.openThis}\n${visible(url)}`);
      else if (opened.outcome === 'opened') out.say(shared.signIn.waiting.title);
    }
    out.progress(shared.signIn.waiting.text);
    const done = await until(context, server.id, (view) => view.flow === null);
    isOver = true;
    if (done.state !== 'signed-in') throw done.problem === null ? new CliFailure(exitCodes.failed, 'failed', shared.signIn.announce.failed(server.name)) : HostError.fromProblem(done.problem);
    out.result({ server: server.name, state: done.state, account: done.account, authorizationHost: done.authorizationHost, scopes: done.scopes, expiresAt: done.expiresAt === null ? null : new Date(done.expiresAt).toISOString() }, () => [shared.signIn.announce.signedIn(server.name)]);
    return exitCodes.done;
  } finally {
    out.clearProgress();
    // The port the browser comes back to is free at once.
    if (!isOver) await client.request('signIn/cancel', { serverId: server.id }).catch(() => undefined);
  }
}

/** Everything a person should know before a browser opens (G09, G10). */
function askLines({ shared, t }: Context, server: string, ask: SignInAsk): string[] {
  const words = shared.signIn.ask;
  return [
    words.title(visible(server)),
    `  ${words.server}: ${visible(ask.serverHost)}`,
    `  ${words.site}: ${visible(ask.authorizationHost)}`,
    ...(ask.isFirstUse ? [`  ! ${words.firstUseText}`] : []),
    ...(ask.authorizationHost === ask.serverHost ? [] : [`  ! ${words.otherSite}`]),
    `  ${words.scopes}: ${ask.scopes === null ? words.scopesUnknown : ask.scopes.map((scope) => (ask.newScopes.includes(scope) ? `${visible(scope)} (${words.isNew})` : visible(scope))).join(', ') || t.none}`,
    ...(ask.registration === 'dynamic' ? [`  ${words.registers}`] : []),
  ];
}

async function until({ session, signal }: Context, serverId: Id, isSo: (view: SignInView) => boolean): Promise<SignInView> {
  const { client } = await session();
  return new Promise((resolve, reject) => {
    const look = (view: SignInView | undefined) => {
      if (view?.serverId !== serverId || !isSo(view)) return;
      stop();
      resolve(view);
    };
    const stop = client.watch(
      'signIn/watch',
      {},
      (event) => {
        if (event.type === 'snapshot') for (const view of event.signIns) look(view);
        else if (event.type === 'changed') look(event.signIn);
        else if (event.serverId === serverId) reject(new HostError('server-unknown', { serverId }));
      },
      (error) => reject(error ?? new HostError('host-gone')),
    );
    signal.addEventListener('abort', () => reject(new HostError('cancelled')), { once: true });
  });
}
