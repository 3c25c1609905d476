/** The tool by which a model runs a script, as it is offered and as it is decided about (C17). */
import { modelToolName } from '../models/names.ts';
import type { AvailableTool } from '../ports.ts';
import { findTool, hostId, hostName, plainName, runTool } from '../resources/host-tools.ts';
import { longestScript, scriptLimits } from './script-messages.ts';
import type { ScriptTools } from './script-messages.ts';
import { signatureOf } from './signatures.ts';

/** Characters of the list: services and models have little use for descriptions that are longer than all of this. */
const longestList = 6_000;

const title = 'Run a script';
const inputSchema = {
  type: 'object',
  properties: { code: { type: 'string', maxLength: longestScript, description: 'The body of an async function, in JavaScript.' } },
  required: ['code'],
  additionalProperties: false,
};

const about = [
  'Runs a script that you write in JavaScript and gives you what it prints, and nothing else. Use it where several calls belong together: to repeat a call, to look through long results for a few facts, to pass one result on to the next tool. For a single call, call the tool itself.',
  'It runs in a sandbox without network, files or modules. There are JavaScript’s own globals and these: `print(…)`; `sleep(ms)`; `await tools.server.tool({…})`, which gives the result, as an object where a type stands and else as text. `Promise.all` makes calls at the same time.',
  `The user reads the script before it runs, and each call is decided about like any call of yours: one that is denied or fails throws an error with \`code\` and \`message\`, which you can catch. Do not repeat what was denied. At most ${scriptLimits.calls} calls and ${scriptLimits.cpuMs / 1000} seconds of computing.`,
].join('\n');

/** @param isSearched whether there are tools that have to be looked for first */
export function offeredScript(tools: readonly AvailableTool[], isSearched: boolean): AvailableTool {
  const lines: string[] = [];
  let room = longestList;
  for (const each of tools) {
    const line = signatureOf(each);
    if (line.length + 1 > room) break;
    lines.push(line);
    room -= line.length + 1;
  }
  const left = tools.length - lines.length;
  const list = lines.length === 0 ? '' : `\nTools:\n${lines.join('\n')}${left > 0 ? `\n… and ${left} more of your tools, in the same way.` : ''}`;
  const found = isSearched ? `\nTools that ${modelToolName(hostName, plainName(findTool))} found are called in the same way, from then on.` : '';
  return tool(hostName, plainName(runTool), `${about}${found}${list}`);
}

/** What the person decides about: the same whatever tools there are, so that what they allow holds. */
export function scriptTool(): AvailableTool {
  return tool('Portolan', runTool, 'A script of the model’s, in a sandbox. It can do nothing but compute and call tools; each call is decided about by itself.');
}

/** By their servers, in order, for a script to call. */
export function scriptTools(tools: readonly AvailableTool[]): ScriptTools {
  return [...Map.groupBy(tools, ({ serverName }) => serverName)].map(([server, own]) => [server, [...new Set(own.map(({ name }) => name))]]);
}

function tool(serverName: string, name: string, description: string): AvailableTool {
  return {
    serverId: hostId,
    serverName,
    launchHash: '',
    name,
    title,
    description,
    inputSchema,
    view: { name, title, description, inputSchema, isEnabled: true, repairs: [], model: { name, changes: [] }, raw: { name, description, inputSchema } },
  };
}
