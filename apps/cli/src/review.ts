/** The review of a launch at a terminal (H07): the whole of it is shown, and only a person's yes lets it run. */
import type { SandboxChoice, SandboxPolicy } from '@portolan/contract/sandbox';
import type { ServerView } from '@portolan/contract/servers';
import type { Context } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { CliFailure } from './failure.ts';
import { launchLines } from './launch-lines.ts';

/** Shows and asks, default no; without a terminal refuses and says how it is done. @returns the server, reviewed */
export async function reviewOnTerminal(context: Context, server: ServerView): Promise<ServerView> {
  const { out, t, terminal } = context;
  if (!terminal.isInteractive) throw needsReview(context, server);
  out.say(t.review.title(server.name));
  for (const line of launchLines(context, server)) out.say(`  ${line}`);
  const proposed = await proposedSandbox(context, server);
  if (proposed !== null) {
    out.say(t.review.proposed);
    for (const line of launchLines(context, { launch: server.launch, flags: [], sandbox: proposed }).slice(-1)) out.say(`  ${line}`);
    if (await saysYes(context, t.review.questionContained)) return allow(context, server, server.launchHash, proposed);
    if (await saysYes(context, t.review.questionUncontained)) return allow(context, server, server.launchHash, 'off');
    throw needsReview(context, server);
  }
  if (!(await saysYes(context, t.review.question))) throw needsReview(context, server);
  return allow(context, server, server.launchHash);
}

/** Allows exactly the launch of this hash, without starting it; with what it may reach, when that was decided with it. */
export async function allow({ session, signal }: Context, server: ServerView, launchHash: string, sandbox?: SandboxChoice): Promise<ServerView> {
  const { client } = await session();
  return client.request('servers/review', { serverId: server.id, launchHash, start: false, ...(sandbox === undefined ? {} : { sandbox }) }, { signal });
}

/** What the window would propose; null where nothing is proposed, or the person has decided before. */
async function proposedSandbox({ session, signal }: Context, server: ServerView): Promise<SandboxPolicy | null> {
  if (server.launch.kind !== 'stdio' || server.sandbox !== undefined) return null;
  const { client } = await session();
  const offer = await client.request('servers/sandboxOffer', { serverId: server.id }, { signal });
  return offer.isProposed ? offer.recommended : null;
}

/** A question with yes or no; everything but a clear yes is a no. */
export async function saysYes({ terminal, t }: Context, question: string): Promise<boolean> {
  return t.yes.includes((await terminal.ask(`${question} [${t.yesNo}] `)).toLowerCase());
}

function needsReview({ t }: Context, server: ServerView): CliFailure {
  return new CliFailure(exitCodes.refused, 'needs-review', t.errors.needsReview(server.name), { next: t.errors.needsReviewNext(server.name), details: { server: server.name, launchHash: server.launchHash } });
}
