/** `run`: a profile answers one message, without a window and without anybody to ask (C11). */
import { HostError } from '@portolan/contract/errors';
import type { EventOf, InputOf, StreamName } from '@portolan/contract/contract';
import type { ProfileView } from '@portolan/contract/profiles';
import type { RunCall } from '@portolan/contract/runs';
import type { ServerView } from '@portolan/contract/servers';
import { lineAndColumn } from '@portolan/contract/template-text';
import type { TemplateProblem, TemplateView } from '@portolan/contract/templates';
import { templateProblemText } from '@portolan/i18n/template-problem';
import type { Command, Context } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure, problemText, report } from '../failure.ts';
import { follow } from '../follow.ts';
import { visible } from '../output/visible.ts';
import { readText } from '../read-text.ts';
import { allServers, startServer } from '../servers.ts';

/** Bytes of a prompt from stdin; a message holds no more characters. */
const mostPrompt = 2_000_000;

export const runCommand: Command = {
  name: 'run',
  words: ['[PROMPT]'],
  options: ['profile', 'template', 'var', 'save'],
  examples: ['run --profile Work "What is new since yesterday?"', 'git diff | portolan run --profile Review --template review --var tone=kind -', 'run --profile Work "And in numbers?" --json --no-save'],
  run,
};

async function run(context: Context): Promise<ExitCode> {
  const { out, options, t } = context;
  const profile = await chosenProfile(context);
  const template = await chosenTemplate(context);
  const prompt = await promptOf(context, template !== null);
  await bringUp(context, profile);
  const end = await answered(context, { profileId: profile?.id ?? null, template, prompt, isSaved: options.save !== false });
  const refused = end.done.calls.filter(({ state }) => state === 'denied');
  out.result(
    { conversationId: options.save === false ? null : end.conversationId, profile: profile?.name ?? null, model: end.model, status: end.done.status, text: end.done.text, calls: end.done.calls.map(({ server, tool, state, decidedBy, problem }) => ({ server, tool, state, decidedBy, problem: problem?.code ?? null })), usage: end.done.usage, problem: end.done.problem },
    () => [],
  );
  if (refused.some(({ decidedBy }) => decidedBy === 'unattended')) out.say(t.run.refusedNext);
  if (end.done.status !== 'complete') {
    if (end.done.problem !== null) out.say(problemText(end.done.problem, context.shared));
    if (end.done.status === 'stopped') out.say(t.run.stopped);
    return exitCodes.failed;
  }
  return refused.length > 0 ? exitCodes.refused : exitCodes.done;
}

/** What was asked for by name, else what new chats begin with. */
async function chosenProfile(context: Context): Promise<ProfileView | null> {
  const { options, t } = context;
  const { profiles, defaultId } = await first(context, 'profiles/watch');
  const present = profiles.filter(({ isRemoved }) => !isRemoved);
  if (options.profile === undefined) return present.find(({ id }) => id === defaultId) ?? null;
  const wanted = options.profile.normalize('NFKC').toLowerCase();
  const found = present.find(({ name }) => name.normalize('NFKC').toLowerCase() === wanted);
  if (found !== undefined) return found;
  throw new CliFailure(exitCodes.notFound, 'not-found', t.run.noProfile(visible(options.profile)), { next: namesOrNone(context, present.map(({ name }) => name)) });
}

async function chosenTemplate(context: Context): Promise<InputOf<'runs/start'>['template']> {
  const { options, t } = context;
  if (options.template === undefined) {
    if (options.var !== undefined) throw new CliFailure(exitCodes.usage, 'usage', t.run.noTemplateForVar);
    return null;
  }
  const { templates } = await first(context, 'templates/watch');
  const wanted = options.template.replace(/^\//, '').normalize('NFKC').toLowerCase();
  const found = templates.find(({ name }) => name.normalize('NFKC').toLowerCase() === wanted);
  if (found === undefined) throw new CliFailure(exitCodes.notFound, 'not-found', t.run.noTemplate(visible(options.template)), { next: namesOrNone(context, templates.map(({ name }) => name)) });
  return { templateId: found.id, values: valuesOf(context, found) };
}

function valuesOf({ options, t }: Context, { name, variables }: TemplateView): Record<string, string> {
  const pairs = (options.var ?? []).map((pair): [string, string] => {
    const at = pair.indexOf('=');
    if (at < 1) throw new CliFailure(exitCodes.usage, 'usage', t.usage.noEquals(visible(pair)));
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
  const unknown = pairs.map(([key]) => key).filter((key) => !variables.includes(key));
  if (unknown.length > 0) throw new CliFailure(exitCodes.usage, 'usage', t.run.valuesUnknown(unknown.map(visible).join(', '), name));
  const missing = variables.filter((variable) => !pairs.some(([key]) => key === variable));
  if (missing.length > 0) throw new CliFailure(exitCodes.usage, 'usage', t.run.valuesMissing(missing.join(', '), name), { next: t.run.valuesMissingNext });
  return Object.fromEntries(pairs);
}

/** The word, else stdin. A template alone is enough: then stdin is only read where `-` says so. */
async function promptOf(context: Context, hasTemplate: boolean): Promise<string> {
  const [word] = context.words;
  const { t } = context;
  if (word !== undefined && word !== '-') return word;
  if (word === undefined && (hasTemplate || context.terminal.isInteractive)) {
    if (hasTemplate) return '';
    throw new CliFailure(exitCodes.usage, 'usage', t.run.noPrompt, { next: t.run.noPromptNext });
  }
  const text = await readText(context, '-', mostPrompt);
  if (text.trim() === '' && !hasTemplate) throw new CliFailure(exitCodes.usage, 'usage', t.run.noPrompt, { next: t.run.noPromptNext });
  return text;
}

/**
 * Starts what the run may use. Of a profile that names its servers each has to come up: half of its tools would be another
 * profile. Where all are meant, those that cannot be used are said and left out.
 */
async function bringUp(context: Context, profile: ProfileView | null): Promise<void> {
  const { t, out } = context;
  const servers = await allServers(context);
  const named = profile?.servers ?? null;
  const wanted = named === null ? servers.map((server) => ({ name: server.name, server })) : named.map(({ serverId, name }) => ({ name, server: servers.find(({ id }) => id === serverId) ?? servers.find((each) => each.name === name) }));
  await Promise.all(
    wanted.map(async ({ name, server }) => {
      const why = await unusable(context, server);
      if (why === null) return;
      if (named !== null) throw new CliFailure(server === undefined ? exitCodes.notFound : exitCodes.refused, 'server-off', t.run.serverNeeded(visible(name)), { next: t.run.serverLeftOut(visible(name), why), details: { server: name } });
      out.say(t.run.serverLeftOut(visible(name), why));
    }),
  );
}

/** Null once it runs, or starts as it is used; else why it is not to be had. */
async function unusable(context: Context, server: ServerView | undefined): Promise<string | null> {
  const { t } = context;
  if (server === undefined) return t.run.serverGone;
  if (!server.isReviewed) return t.run.serverUnreviewed;
  if (!server.isEnabled) return t.run.serverOff;
  try {
    if (server.state !== 'ready' && server.state !== 'degraded') await startServer(context, server);
    // Ready is before its lists were read: a run that began now would have no tools.
    const { client } = await context.session();
    await client.request('servers/tools', { serverId: server.id }, { signal: context.signal });
    if (context.options.template !== undefined) await readResources(context, server);
    return null;
  } catch (error) {
    if (context.signal.aborted) throw error;
    return report(error, context.shared, t).message;
  }
}

/** A template may name some: of a server whose list is not read yet each would be unknown. One that fails at them has its tools all the same. */
async function readResources({ session, signal }: Context, { id: serverId }: ServerView): Promise<void> {
  const { client } = await session();
  try {
    await client.request('servers/resources', { serverId }, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
  }
}

interface RunEnd {
  conversationId: string;
  model: string;
  done: Extract<EventOf<'runs/start'>, { type: 'done' }>;
}

async function answered(context: Context, input: InputOf<'runs/start'>): Promise<RunEnd> {
  const { out, t, signal } = context;
  const { client } = await context.session();
  const lines = new AnswerLines((line) => (out.isJson ? undefined : out.item(line, () => line)));
  let started = { conversationId: '', model: '' };
  try {
    return await follow<'runs/start', RunEnd>(client, 'runs/start', input, signal, (event, end) => {
      if (event.type === 'started') {
        started = { conversationId: event.conversationId, model: event.model };
        for (const problem of event.problems) out.say(`! ${templateLine(context, event.text, problem)}`);
      } else if (event.type === 'text') lines.add(event.text, event.isNewPart);
      else if (event.type === 'call') sayCall(context, event.call);
      else {
        lines.end();
        end({ ...started, done: event });
      }
    });
  } catch (error) {
    // What came of it stands; what is said of the end begins on a line of its own.
    lines.end();
    if (signal.aborted) out.say(t.run.stopped);
    throw error;
  } finally {
    out.clearProgress();
  }
}

function sayCall({ out, t }: Context, { server, tool, state, decidedBy }: RunCall): void {
  const [from, name] = [visible(server), visible(tool)];
  if (state === 'running') out.progress(t.run.calling(from, name));
  else if (state === 'denied') out.say(decidedBy === 'never-rule' ? t.run.never(from, name) : t.run.refused(from, name));
  else if (state === 'failed') out.say(t.run.failed(from, name));
}

function templateLine(context: Context, text: string, problem: TemplateProblem): string {
  return context.t.run.templateLine(lineAndColumn(text, problem.start).line, visible(templateProblemText(problem, context.shared)));
}

/** An answer line by line, as it comes: whole lines are made safe, whatever the pieces they came in were. */
class AnswerLines {
  readonly #write: (line: string) => void;
  #rest = '';

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  add(text: string, isNewPart: boolean): void {
    if (isNewPart) this.end();
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#write(line.replace(/\r$/, ''));
  }

  end(): void {
    if (this.#rest !== '') this.#write(this.#rest);
    this.#rest = '';
  }
}

function namesOrNone({ t }: Context, names: readonly string[]): string {
  return names.length === 0 ? t.run.thereAreNone : t.run.thereAre(names.map(visible).join(', '));
}

/** What a stream says at once. */
async function first<M extends Extract<StreamName, 'profiles/watch' | 'templates/watch'>>({ session, signal }: Context, method: M): Promise<EventOf<M>> {
  const { client } = await session();
  return new Promise((resolve, reject) => {
    const stop = client.watch(
      method,
      {} as InputOf<M>,
      (event) => {
        stop();
        resolve(event);
      },
      (error) => reject(error ?? new HostError('host-gone')),
    );
    signal.addEventListener('abort', () => reject(new HostError('cancelled')), { once: true });
  });
}
