/** What the person's providers mean to other parts: the keys that are known, and how tools are shown. */
import type { ProviderKind } from '@portolan/contract/providers';
import type { ConfigState, ConfigStore } from '../ports.ts';
import type { ProviderKeys } from './keys.ts';

/** Reading a key makes it known; those of providers that were not used yet are read for this. */
export async function learnKeys(config: Pick<ConfigStore, 'current'>, keys: ProviderKeys): Promise<void> {
  // Those that cannot be read now cannot be in anything that was sent either.
  await Promise.allSettled(config.current().providers.map(({ id }) => keys.get(id, '')));
}

/** What the tools are shown as models get them for; the common format where no model was chosen. */
export function kindInUse({ providers, defaultModel }: ConfigState): ProviderKind {
  return (providers.find(({ id }) => id === defaultModel?.providerId) ?? providers[0])?.kind ?? 'openai-compatible';
}
