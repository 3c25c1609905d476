/** Which of the servers that are here a profile means, and what of it is not here. */
import { createHash } from 'node:crypto';
import { ServerId } from '@portolan/contract/ids';
import type { ProfileGap, ProfileInput, ProfileServer } from '@portolan/contract/profiles';
import type { ServerOffer } from '../library/offers.ts';
import type { ProviderConfig } from '../ports.ts';

/** What is configured here, as far as profiles speak of it. */
export interface Surroundings {
  servers: readonly { id: ServerId; name: string }[];
  providers: readonly Pick<ProviderConfig, 'id' | 'kind' | 'name'>[];
}
type Configured = Pick<Surroundings, 'servers'>;

/**
 * By its id, else by its name: a server that was put in anew, or that a file named, is the one it is called. It can only be meant to be
 * left in, so a server of another maker under that name gains nothing by it.
 */
export function serverOf({ servers }: Configured, { serverId, name }: Pick<ProfileServer, 'serverId' | 'name'>): { id: ServerId; name: string } | null {
  return servers.find(({ id }) => id === serverId) ?? servers.find((server) => server.name === name) ?? null;
}

/** For a server of this name that does not exist here. */
export function absentServer(name: string): ServerId {
  return ServerId.parse(`absent-${createHash('sha256').update(name.toWellFormed()).digest('hex').slice(0, 24)}`);
}

/** Servers that are offered, each with its tools or null for all of them; null: every server. */
export function offeredBy(config: Configured, servers: ProfileInput['servers']): Map<ServerId, ReadonlySet<string> | null> | null {
  if (servers === null) return null;
  return new Map(servers.flatMap((each): [ServerId, ReadonlySet<string> | null][] => {
    const found = serverOf(config, each);
    return found === null ? [] : [[found.id, each.tools === null ? null : new Set(each.tools)]];
  }));
}

/** @param offers what servers offer as far as it is known; of one whose list is not, no tool is said to be missing */
export function gapsOf(config: Surroundings, offers: readonly Pick<ServerOffer, 'serverId' | 'tools'>[], { servers, model }: Pick<ProfileInput, 'servers' | 'model'>): ProfileGap[] {
  const gaps: ProfileGap[] = [];
  if (model !== null && !config.providers.some(({ id }) => id === model.providerId)) gaps.push({ kind: 'model', provider: '', model: model.model });
  for (const each of servers ?? []) {
    const found = serverOf(config, each);
    if (found === null) {
      gaps.push({ kind: 'server', server: each.name });
      continue;
    }
    const known = offers.find(({ serverId }) => serverId === found.id)?.tools ?? [];
    if (known.length === 0) continue;
    for (const tool of each.tools ?? []) if (!known.some(({ name }) => name === tool)) gaps.push({ kind: 'tool', server: found.name, tool });
  }
  return gaps;
}
