/** `tools list` and `tools call`. */
import { HostError } from '@portolan/contract/errors';
import type { EventOf, InputOf, OutputOf } from '@portolan/contract/contract';
import { JsonObject } from '@portolan/contract/json';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import type { Command, Context } from '../command.ts';
import { contentLines } from '../content-lines.ts';
import { exitCodes } from '../exit-codes.ts';
import type { ExitCode } from '../exit-codes.ts';
import { CliFailure, messageOf } from '../failure.ts';
import { columns } from '../output/output.ts';
import { visible, visibleBlock } from '../output/visible.ts';
import { follow } from '../follow.ts';
import { readText } from '../read-text.ts';
import { usableServer } from '../servers.ts';
import { ArgumentError, toolArguments } from '../tool-arguments.ts';
import { listLines, oneOrAll } from './each-server.ts';

/** Largest arguments from a file or stdin, in bytes; a frame holds no more. */
const mostArguments = 7 * 1024 * 1024;

export const toolCommands: Command[] = [
  {
    name: 'tools list',
    words: ['[SERVER]'],
    options: [],
    examples: ['tools list', 'tools list files --json'],
    run: async (context) => {
      const lists = await oneOrAll(context, async (server, client) => (await client.request('servers/tools', { serverId: server.id }, { signal: context.signal })).tools);
      context.out.result({ servers: lists.map(({ server, items, problem }) => ({ server: server.name, problem, tools: items?.map(toolJson) ?? [] })) }, () => listLines(context, lists, toolRows));
      return lists.some(({ problem }) => problem !== null) ? exitCodes.failed : exitCodes.done;
    },
  },
  {
    name: 'tools call',
    words: ['SERVER', 'TOOL', '[KEY=VALUE…]'],
    options: ['args'],
    examples: ['tools call everything echo message=hello', 'tools call files read_file --args arguments.json', 'echo \'{"a":1,"b":2}\' | portolan tools call everything get-sum --args -', 'tools call db query limit=10 tags:=\'["a","b"]\' --json'],
    run: callTool,
  },
];

async function callTool(context: Context): Promise<ExitCode> {
  const { words, signal, out, t } = context;
  const [serverName = '', name = '', ...pairs] = words;
  const base = await baseArguments(context);
  const server = await usableServer(context, serverName);
  const { client } = await context.session();
  const tool = await findTool(context, server, name);
  const call = { serverId: server.id, name, arguments: readArguments(context, pairs, tool, base) };
  const prepared = await client.request('calls/prepare', call, { signal });
  if (prepared.isNever) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.call.never(prepared.serverName, name), { next: t.call.neverNext, details: { server: prepared.serverName, tool: name } });
  const by = prepared.isAllowed ? 'rule' : await askForCall(context, prepared, call.arguments);
  const end = await runCall(context, { ...call, hash: prepared.hash, by });
  if (end.type === 'failed') throw HostError.fromProblem(end.problem);
  const { result, durationMs } = end;
  out.result({ server: server.name, tool: name, isError: result.isError, content: result.content, structuredContent: result.structuredContent ?? null, schemaMismatch: result.schemaMismatch ?? null, durationMs }, () => [
    ...result.content.flatMap((content) => contentLines(content, context)),
    // Servers that send structure alone; the others repeat it as text.
    ...(result.content.length === 0 && result.structuredContent !== undefined ? [JSON.stringify(result.structuredContent, null, 2)] : []),
  ]);
  if (result.schemaMismatch !== undefined) out.say(t.call.mismatch(result.schemaMismatch));
  if (result.isError) out.say(t.call.toolFailed(name));
  return result.isError ? exitCodes.failed : exitCodes.done;
}

/** The definition to read arguments by. Without it, because lists are not known yet, `calls/prepare` brings the server up. */
async function findTool({ session, signal }: Context, server: ServerView, name: string): Promise<ToolView | null> {
  const { client } = await session();
  try {
    const { tools } = await client.request('servers/tools', { serverId: server.id }, { signal });
    return tools.find((tool) => tool.name === name) ?? null;
  } catch (error) {
    if (!(error instanceof HostError) || error.problem.code !== 'server-not-ready') throw error;
    return (await client.request('calls/prepare', { serverId: server.id, name, arguments: {} }, { signal })).tool;
  }
}

function readArguments({ t }: Context, pairs: readonly string[], tool: ToolView | null, base: JsonObject): JsonObject {
  try {
    return toolArguments(pairs, tool?.inputSchema ?? {}, base);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const { problem } = error;
    const what = problem.kind === 'no-equals' ? t.usage.noEquals(visible(problem.word)) : problem.kind === 'not-json' ? t.usage.notJson(visible(problem.key), visible(problem.value)) : t.usage.notA(visible(problem.key), visible(problem.value), visible(problem.type));
    throw new CliFailure(exitCodes.usage, 'usage', what, { next: t.usage.pairsNext });
  }
}

async function baseArguments(context: Context): Promise<JsonObject> {
  const { t, options } = context;
  const file = options.args;
  if (file === undefined) return {};
  const text = await readText(context, file, mostArguments);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new CliFailure(exitCodes.usage, 'file', t.errors.notJsonFile(file, messageOf(error)));
  }
  const parsed = JsonObject.safeParse(value);
  if (!parsed.success) throw new CliFailure(exitCodes.usage, 'file', t.errors.notAnObject(file));
  return parsed.data;
}

/** Shows the whole call and asks; without a terminal refuses. */
async function askForCall(context: Context, prepared: OutputOf<'calls/prepare'>, args: JsonObject): Promise<'once' | 'always'> {
  const { out, t, shared, terminal } = context;
  const { serverName, tool } = prepared;
  const details = { server: serverName, tool: tool.name };
  if (!terminal.isInteractive) throw new CliFailure(exitCodes.refused, 'not-confirmed', t.call.notAllowed(serverName, tool.name), { next: t.call.notAllowedNext, details });
  out.say(shared.interactions.approval.title(visible(serverName), visible(tool.name)));
  if (tool.description !== undefined) out.say(out.style('dim', visibleBlock(tool.description.slice(0, 600))));
  out.say(Object.keys(args).length === 0 ? shared.interactions.approval.noArguments : visibleBlock(JSON.stringify(args, null, 2)));
  for (const flag of prepared.flags) out.say(out.style('yellow', `! ${shared.interactions.approval.flags[flag]}`));
  const answer = (await terminal.ask(`${t.call.question} [${t.call.choices}] `)).toLowerCase();
  if (t.call.always.includes(answer)) return 'always';
  if (t.yes.includes(answer)) return 'once';
  throw new CliFailure(exitCodes.refused, 'not-confirmed', t.call.denied(serverName, tool.name), { details });
}

type End = Exclude<EventOf<'calls/run'>, { type: 'progress' }>;

async function runCall({ session, signal, out }: Context, input: InputOf<'calls/run'>): Promise<End> {
  const { client } = await session();
  try {
    return await follow<'calls/run', End>(client, 'calls/run', input, signal, (event, end) => {
      if (event.type !== 'progress') {
        end(event);
        return;
      }
      const { progress, total, message } = event.progress;
      out.progress(`${visible(input.name)}: ${progress}${total === undefined ? '' : ` / ${total}`} ${visible(message ?? '')}`);
    });
  } finally {
    out.clearProgress();
  }
}

function toolJson({ name, title, description, inputSchema, outputSchema, annotations, isEnabled }: ToolView) {
  return { name, title: title ?? null, description: description ?? null, inputSchema, outputSchema: outputSchema ?? null, annotations: annotations ?? null, isEnabled };
}

function toolRows(tools: readonly ToolView[], { out, t }: Context): string[] {
  return columns(tools.map(({ name, description, isEnabled }) => [out.style('bold', visible(name)), `${isEnabled ? '' : `(${t.off}) `}${firstLine(description ?? '')}`]));
}

function firstLine(text: string): string {
  const line = visible(text.split('\n', 1)[0] ?? '');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
}

