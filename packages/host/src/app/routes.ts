/** Preferences, notices, links and facts about this installation. */
import type { HandlersFor, OutputOf } from '@portolan/contract/contract';
import type { settings } from '@portolan/contract/settings';
import type { ConfigStore } from '../ports.ts';
import { checkAddress } from '../registry/registry-fetch.ts';
import type { Notices } from './notices.ts';

export interface AppRouteDeps {
  config: ConfigStore;
  notices: Notices;
  dataDir: string;
  shell: 'browser' | 'desktop' | 'cli';
  version: string;
  /** The one door for links. */
  openLink: (url: string) => Promise<OutputOf<'links/open'>>;
}

export function appRoutes(deps: AppRouteDeps): HandlersFor<typeof settings> {
  const { config, notices } = deps;
  return {
    'settings/watch': async function* (_input, { signal }) {
      let wake = Promise.withResolvers<void>();
      const poke = () => wake.resolve();
      const stops = [config.onChange(poke), notices.onChange(poke)];
      signal.addEventListener('abort', poke, { once: true });
      try {
        while (!signal.aborted) {
          wake = Promise.withResolvers<void>();
          yield { settings: config.current().settings, notices: notices.list() };
          await wake.promise;
        }
      } finally {
        for (const stop of stops) stop();
        signal.removeEventListener('abort', poke);
      }
    },
    // Network, prices and what is said of models have doors of their own. An absent field changes nothing; `undefined` must not be written over one.
    'settings/update': ({ network: _network, prices: _prices, modelAbilities: _abilities, favouriteModels: _favourites, ...changes }) => {
      if (changes.registryUrl !== undefined && changes.registryUrl !== '') checkAddress(changes.registryUrl);
      return config.updateSettings(Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));
    },
    'notices/dismiss': ({ id }) => {
      notices.dismiss(id);
      return {};
    },
    'app/info': () => ({
      version: deps.version,
      shell: deps.shell,
      platform: `${process.platform} ${process.arch}`,
      node: process.versions.node,
      dataFolder: deps.dataDir,
      configFile: config.path,
    }),
    'links/open': ({ url }) => deps.openLink(url),
  };
}
