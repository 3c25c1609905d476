/** The library of the host in memory: every server offers the same, found by any word of its names. */
import type { HandlersFor } from '@portolan/contract/contract';
import type { library, LibraryHit } from '@portolan/contract/library';
import type { HostInMemory } from './host-in-memory.ts';

export function libraryHandlers(host: HostInMemory): HandlersFor<typeof library> {
  const { state } = host;
  const hitsOf = (): LibraryHit[] =>
    state.servers.flatMap(({ id: serverId, name: serverName }) => [
      ...state.tools.map(({ name, title, description, isEnabled }): LibraryHit => ({ ...hit({ name, title, description, isEnabled }), kind: 'tool', serverId, serverName })),
      ...state.prompts.map(({ name, title, description, isEnabled, arguments: args }): LibraryHit => ({ ...hit({ name, title, description, isEnabled }), kind: 'prompt', arguments: args, serverId, serverName })),
      ...state.resources.map(({ uri, size, mimeType, ...each }): LibraryHit => ({ ...hit(each), kind: 'resource', uri, ...(size === undefined ? {} : { size }), ...(mimeType === undefined ? {} : { mimeType }), serverId, serverName })),
      ...state.templates.map(({ uriTemplate: uri, ...each }): LibraryHit => ({ ...hit(each), kind: 'template', uri, serverId, serverName })),
    ]);
  return {
    'library/search': ({ text, kinds = [], serverIds = [], onlyEnabled, groupBy, offset = 0, limit }) => {
      const words = text.toLowerCase().split(/\s+/).filter(Boolean);
      const all = hitsOf().filter((each) => words.every((word) => `${each.name} ${each.title ?? ''} ${each.description ?? ''} ${each.uri ?? ''}`.toLowerCase().includes(word)) && !(onlyEnabled === true && !each.isEnabled));
      const found = all.filter(({ kind, serverId }) => (kinds.length === 0 || kinds.includes(kind)) && (serverIds.length === 0 || serverIds.includes(serverId)));
      const keyOf = ({ kind, serverId }: LibraryHit): string => (groupBy === 'kind' ? kind : groupBy === 'folder' ? `${serverId} ` : serverId);
      const groups = Map.groupBy(found, keyOf);
      const ordered = groupBy === undefined ? found : [...groups.values()].flat();
      const counts = { tool: 0, prompt: 0, resource: 0, template: 0 };
      for (const { kind } of all) counts[kind] += 1;
      return {
        hits: ordered.slice(offset, offset + limit),
        total: ordered.length,
        groups: groupBy === undefined ? [] : [...groups].map(([key, group]) => ({ key, count: group.length })),
        kinds: counts,
        servers: [...Map.groupBy(all, ({ serverId }) => serverId)].map(([serverId, group]) => ({ serverId, count: group.length })),
        stamp: stampOf(host),
      };
    },
    'library/entry': ({ kind, key }) => {
      const tool = state.tools.find(({ name }) => name === key);
      const prompt = state.prompts.find(({ name }) => name === key);
      const resource = state.resources.find(({ uri }) => uri === key);
      const template = state.templates.find(({ uriTemplate }) => uriTemplate === key);
      if (kind === 'tool') return tool === undefined ? null : { kind, tool };
      if (kind === 'prompt') return prompt === undefined ? null : { kind, prompt };
      if (kind === 'resource') return resource === undefined ? null : { kind, resource };
      return template === undefined ? null : { kind, template };
    },
    'library/watch': (_input, { signal }) => host.feeds.library.watch(signal, [{ stamp: stampOf(host) }]),
  };
}

function stampOf({ state }: HostInMemory): number {
  return state.servers.reduce((sum, { generation }) => sum + generation, state.servers.length);
}

function hit({ name, title, description, isEnabled, annotations }: Pick<LibraryHit, 'name' | 'isEnabled' | 'annotations'> & { title?: string | undefined; description?: string | undefined }) {
  return { name, isEnabled, matches: [], ...(annotations === undefined ? {} : { annotations }), ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}
