/** Filters of the history in an address, so that going back and a reload find them. */
import { ChatFilters } from '@portolan/contract/chat-filters';

/** Names in the address, short and stable. */
const names = { projectId: 'project', server: 'server', model: 'model', hasAttachment: 'attachment', place: 'place', from: 'from', until: 'until' } as const;
const noProject = 'none';

export const hasFilters = (filters: ChatFilters): boolean => Object.values(filters).some((value) => value !== undefined);

/** What is not understood is no filter. */
export function readFilters(params: URLSearchParams): ChatFilters {
  const moment = (name: string) => (params.has(name) ? Number(params.get(name)) : undefined);
  const given = {
    projectId: params.get(names.projectId) === noProject ? null : (params.get(names.projectId) ?? undefined),
    server: params.get(names.server) ?? undefined,
    model: params.get(names.model) ?? undefined,
    hasAttachment: params.get(names.hasAttachment) === 'yes' ? true : undefined,
    place: params.get(names.place) ?? undefined,
    from: moment(names.from),
    until: moment(names.until),
  };
  const known: ChatFilters = {};
  for (const [name, value] of Object.entries(given)) {
    const one = value === undefined ? undefined : ChatFilters.safeParse({ [name]: value });
    if (one?.success === true) Object.assign(known, one.data);
  }
  return known;
}

export function writeFilters({ projectId, server, model, hasAttachment, place, from, until }: ChatFilters): Record<string, string> {
  return {
    ...(projectId === undefined ? {} : { [names.projectId]: projectId ?? noProject }),
    ...(server === undefined ? {} : { [names.server]: server.toWellFormed() }),
    ...(model === undefined ? {} : { [names.model]: model.toWellFormed() }),
    ...(hasAttachment === undefined ? {} : { [names.hasAttachment]: 'yes' }),
    ...(place === undefined ? {} : { [names.place]: place }),
    ...(from === undefined ? {} : { [names.from]: String(from) }),
    ...(until === undefined ? {} : { [names.until]: String(until) }),
  };
}
