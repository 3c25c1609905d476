/** The part of the contract about the library. */
import { setTimeout } from 'node:timers/promises';
import type { HandlersFor } from '@portolan/contract/contract';
import type { library as libraryContract } from '@portolan/contract/library';
import type { ServersService } from '../servers/service.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { toPromptView, toResourceItemView, toTemplateView } from '../servers/views/list-views.ts';
import type { Library } from './library.ts';
import { offerOf } from './offers.ts';

export interface LibraryRouteDeps {
  library: Library;
  supervisor: Pick<Supervisor, 'watch' | 'get'>;
  service: Pick<ServersService, 'toolViews'>;
}

/** Windows are told of changes no more often than this, in milliseconds. */
const quietMs = 200;

export function libraryRoutes({ library, supervisor, service }: LibraryRouteDeps): HandlersFor<typeof libraryContract> {
  return {
    'library/search': (input, { signal }) => library.search(input, signal),
    'library/entry': async ({ serverId, kind, key }) => {
      const connector = supervisor.get(serverId);
      if (!connector.isReviewed) return null;
      const offer = offerOf(connector, undefined);
      const isEnabled = !offer.isOff(kind, key);
      if (kind === 'tool') {
        if (!offer.tools.some(({ name }) => name === key)) return null;
        const tool = (await service.toolViews(serverId)).tools.find(({ name }) => name === key);
        return tool === undefined ? null : { kind, tool };
      }
      if (kind === 'prompt') {
        const prompt = offer.prompts.find(({ name }) => name === key);
        return prompt === undefined ? null : { kind, prompt: toPromptView(prompt, isEnabled) };
      }
      if (kind === 'resource') {
        const resource = offer.resources.find(({ uri }) => uri === key);
        return resource === undefined ? null : { kind, resource: toResourceItemView(resource, isEnabled) };
      }
      const template = offer.templates.find(({ uriTemplate }) => uriTemplate === key);
      return template === undefined ? null : { kind, template: toTemplateView(template, isEnabled) };
    },
    'library/watch': async function* watch(_input, { signal }) {
      let told = -1;
      for await (const _change of supervisor.watch(signal)) {
        const stamp = library.stamp();
        if (stamp === told) continue;
        told = stamp;
        yield { stamp };
        // What comes meanwhile is folded into fewer events by the supervisor, or looked at one by one and found told.
        await setTimeout(quietMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    },
  };
}
