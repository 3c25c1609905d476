/** What a configured model takes on the wire, without opening a connection to it. */
import type { ModelRef } from '@portolan/contract/conversations';
import type { ConfigState } from '../ports.ts';
import { capabilitiesOf } from './capabilities.ts';
import { traitsOf } from './lower/traits.ts';
import type { WireTraits } from './lower/traits.ts';
import { originOf } from './provider-kinds.ts';
import type { Refusals } from './refusals.ts';

/** Null where its provider is not there, or has no usable address. */
export function traitsOfModel(config: Pick<ConfigState, 'providers' | 'settings'>, refusals: Refusals, { providerId, model }: ModelRef): WireTraits | null {
  const provider = config.providers.find(({ id }) => id === providerId);
  if (!provider) return null;
  try {
    const maker = { providerId, kind: provider.kind, origin: originOf(provider.kind, provider.baseUrl), model };
    return traitsOf(provider.kind, model, refusals.of(maker).images, capabilitiesOf(config, { providerId, model }));
  } catch {
    return null;
  }
}
