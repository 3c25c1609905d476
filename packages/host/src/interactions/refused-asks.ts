/** What the activity log says of a request that was refused before anybody could be asked about it (H09). */
import type { ActivityEvent } from '@portolan/contract/activity';
import type { RefusedAsk } from '@portolan/mcp-client/handlers';

/** Longest address that is looked at, in characters. */
const longestAddress = 8192;

/**
 * Names and hosts alone: what else the server wrote may hold anything.
 * @returns null for a method that asks nothing of a person
 */
export function refusedEvent({ method, params, isUndeclared, message }: RefusedAsk): ActivityEvent | null {
  if (method === 'roots/list') return { type: 'roots-refused' };
  const detail = { detail: message };
  if (method === 'sampling/createMessage') return { type: 'sampling', outcome: 'refused', model: null, tokens: 0, reason: isUndeclared ? 'off' : 'unusable', ...detail };
  if (method !== 'elicitation/create') return null;
  const { mode, url } = params;
  const isPage = mode === 'url';
  const host = isPage && typeof url === 'string' && url.length <= longestAddress && URL.canParse(url) ? new URL(url).host : '';
  const reason = isUndeclared ? 'off' : isPage ? 'address' : 'unusable';
  return { type: 'elicitation', mode: isPage ? 'url' : 'form', action: 'decline', fields: [], host: host === '' ? null : host, reason, ...detail };
}
