/** What a server says it can do; the same shape in every revision, with fewer parts in the older ones. */
import type { ServerCapabilities } from '../client.ts';
import { isJsonObject } from '../jsonrpc/message.ts';
import type { Json, JsonObject } from '../jsonrpc/message.ts';

/** A capability counts as declared when it is an object, or `true` as some servers write it. */
export function readCapabilities(raw: JsonObject | undefined): ServerCapabilities {
  const all = raw ?? {};
  const has = (name: string): boolean => isJsonObject(all[name]) || all[name] === true;
  const flag = (name: string, key: string): boolean => {
    const capability: Json | undefined = all[name];
    return isJsonObject(capability) && capability[key] === true;
  };
  const extensions = all['extensions'];
  return {
    tools: has('tools'),
    resources: has('resources'),
    resourceSubscriptions: flag('resources', 'subscribe'),
    prompts: has('prompts'),
    completions: has('completions'),
    logging: has('logging'),
    toolsListChanged: flag('tools', 'listChanged'),
    resourcesListChanged: flag('resources', 'listChanged'),
    promptsListChanged: flag('prompts', 'listChanged'),
    extensions: isJsonObject(extensions) ? Object.keys(extensions).slice(0, 100) : [],
    raw: all,
  };
}
