/** What is known of a model: what the person says of it, else what its service said. */
import type { ModelRef } from '@portolan/contract/conversations';
import type { ModelCapabilities } from '@portolan/contract/model-capabilities';
import { abilities } from '@portolan/contract/model-facts';
import type { OwnAbilities } from '@portolan/contract/model-facts';
import type { ConfigState } from '../ports.ts';

type Known = Pick<ConfigState, 'providers' | 'settings'>;

/** Undefined where nobody said anything; a field that is missing is not known. */
export function capabilitiesOf(config: Known, ref: ModelRef): ModelCapabilities | undefined {
  const said = saidBy(config, ref);
  const own = ownAbilities(config, ref);
  if (own === undefined) return said;
  const merged: ModelCapabilities = { ...said };
  for (const ability of abilities) if (own[ability] !== undefined) merged[ability] = own[ability];
  return merged;
}

/** What its service said when it was last asked. */
export function saidBy({ providers }: Known, { providerId, model }: ModelRef): ModelCapabilities | undefined {
  return providers.find(({ id }) => id === providerId)?.models.find(({ id }) => id === model)?.capabilities;
}

export function ownAbilities({ settings }: Pick<ConfigState, 'settings'>, { providerId, model }: ModelRef): OwnAbilities | undefined {
  return settings.modelAbilities?.find((own) => own.providerId === providerId && own.model === model);
}
