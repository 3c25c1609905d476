/** Small configuration and secret stores in memory, for tests that are about something else. */
import type { ConfigState, ConfigStore, ProviderConfig, SecretStore } from '../src/ports.ts';

export function memorySecrets(): SecretStore & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    get: (name) => Promise.resolve(values.get(name) ?? null),
    set: (name, value) => {
      values.set(name, value);
      return Promise.resolve();
    },
    remove: (name) => {
      values.delete(name);
      return Promise.resolve();
    },
    has: (name) => values.has(name),
  };
}

export function memoryConfig(providers: ProviderConfig[] = []): ConfigStore {
  let state: ConfigState = { servers: [], providers, defaultModel: null, settings: { theme: 'system', locale: 'system', isOnboarded: false } };
  const listeners = new Set<(state: ConfigState, cause: 'self' | 'outside') => void>();
  const change = (next: Partial<ConfigState>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener(state, 'self');
    return Promise.resolve();
  };
  return {
    path: '/config.json',
    current: () => state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    addServer: noServers,
    updateServer: noServers,
    removeServer: noServers,
    restoreServer: noServers,
    saveProvider: (provider) => change({ providers: [...state.providers.filter((entry) => entry.id !== provider.id), provider] }),
    removeProvider: (id) => change({ providers: state.providers.filter((entry) => entry.id !== id) }),
    setDefaultModel: (defaultModel) => change({ defaultModel }),
    updateSettings: async (settings) => {
      await change({ settings: { ...state.settings, ...(typeof settings === 'function' ? settings(state.settings) : settings) } });
      return state.settings;
    },
    close: () => Promise.resolve(),
  };
}

function noServers(): Promise<never> {
  return Promise.reject(new Error('no servers here'));
}
