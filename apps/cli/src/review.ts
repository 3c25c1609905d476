/** The review of a launch at a terminal (H07): the whole of it is shown, and only a person's yes lets it run. */
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { ServerView } from '@portolan/contract/servers';
import type { Context } from './command.ts';
import { exitCodes } from './exit-codes.ts';
import { CliFailure } from './failure.ts';
import { launchLines } from './launch-lines.ts';
import { chosenSandbox, proposedSandbox, sandboxLines } from './sandbox-choice.ts';

/** Shows and asks, default no; without a terminal refuses and says how it is done. @returns the server, reviewed */
export async function reviewOnTerminal(context: Context, server: ServerView): Promise<ServerView> {
  const { out, t, terminal } = context;
  if (!terminal.isInteractive) throw needsReview(context, server);
  out.say(t.review.title(server.name));
  for (const line of launchLines(context, server)) out.say(`  ${line}`);
  const chosen = await chosenSandbox(context, server);
  if (chosen !== null) {
    for (const line of sandboxLines(chosen, t)) out.say(`  ${line}`);
    if (!(await saysYes(context, chosen === 'off' ? t.review.question : t.review.questionContained))) throw needsReview(context, server);
    return allow(context, server, server.launchHash, chosen);
  }
  const proposed = await proposedSandbox(context, server);
  if (proposed !== null) {
    out.say(t.review.proposed);
    for (const line of sandboxLines(proposed, t)) out.say(`  ${line}`);
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

/**
 * Allows the launch of this hash for whoever has read it elsewhere, with what it may reach: as the options say, else as it was
 * decided before, else as the window proposes it.
 */
export async function allowByHash(context: Context, server: ServerView, launchHash: string): Promise<ServerView> {
  const sandbox = (await chosenSandbox(context, server)) ?? (await proposedSandbox(context, server)) ?? undefined;
  const reviewed = await allow(context, server, launchHash, sandbox);
  if (sandbox !== undefined) for (const line of sandboxLines(sandbox, context.t)) context.out.say(line);
  return reviewed;
}

/** A question with yes or no; everything but a clear yes is a no. */
export async function saysYes({ terminal, t }: Context, question: string): Promise<boolean> {
  return t.yes.includes((await terminal.ask(`${question} [${t.yesNo}] `)).toLowerCase());
}

function needsReview({ t }: Context, server: ServerView): CliFailure {
  return new CliFailure(exitCodes.refused, 'needs-review', t.errors.needsReview(server.name), { next: t.errors.needsReviewNext(server.name), details: { server: server.name, launchHash: server.launchHash } });
}
