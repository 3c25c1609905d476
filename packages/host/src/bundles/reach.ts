/** From a bundle's manifest and what was answered to what it has to reach. Only read: nothing of it is a promise. */
import type { BundleReach } from '../servers/sandbox/bundle-reach.ts';
import type { Manifest } from './manifest.ts';
import { isSensitive } from './user-config.ts';
import type { BundleValues } from './user-config.ts';

const changing = /^(?:write|edit|create|make|move|rename|delete|remove|save|append|update|replace|put|insert|set|copy|patch|export)(?:[_\-./A-Z]|$)|[_\-./](?:write|edit|create|move|rename|delete|save|append|update)(?:[_\-./]|$)/;

export function reachOf({ server, user_config: options = {}, privacy_policies: policies = [], tools = [] }: Manifest, values: BundleValues): BundleReach {
  const all = Object.entries(options);
  const paths = all.filter(([, { type }]) => type === 'directory' || type === 'file');
  const folders = paths.flatMap(([key]) => [values[key] ?? []].flat()).filter((value): value is string => typeof value === 'string' && value !== '');
  return {
    folders: [...new Set(folders)],
    changesFiles: tools.some(({ name }) => changing.test(name)),
    installsItself: server.type === 'uv',
    hasAccount: all.some(([, option]) => isSensitive(option)),
    hasAddress: all.some(([key, { type, title, default: initial }]) => type === 'string' && (/\b(?:url|host|server|endpoint|address)\b/i.test(`${key.replaceAll(/[_-]/g, ' ')} ${title}`) || [initial, values[key]].some((value) => typeof value === 'string' && /^(?:https?|wss?):\/\//i.test(value)))),
    hasServices: policies.length > 0,
    asksForFiles: paths.length > 0,
  };
}
