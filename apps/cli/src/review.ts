/** The review of a launch at a terminal (H07): the whole of it is shown, and only a person's yes lets it run. */
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
  if (!(await saysYes(context, t.review.question))) throw needsReview(context, server);
  return allow(context, server, server.launchHash);
}

/** Allows exactly the launch of this hash, without starting it. */
export async function allow({ session, signal }: Context, server: ServerView, launchHash: string): Promise<ServerView> {
  const { client } = await session();
  return client.request('servers/review', { serverId: server.id, launchHash, start: false }, { signal });
}

/** A question with yes or no; everything but a clear yes is a no. */
export async function saysYes({ terminal, t }: Context, question: string): Promise<boolean> {
  return t.yes.includes((await terminal.ask(`${question} [${t.yesNo}] `)).toLowerCase());
}

function needsReview({ t }: Context, server: ServerView): CliFailure {
  return new CliFailure(exitCodes.refused, 'needs-review', t.errors.needsReview(server.name), { next: t.errors.needsReviewNext(server.name), details: { server: server.name, launchHash: server.launchHash } });
}
