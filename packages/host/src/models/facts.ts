/** What a person is shown of models: each fact with who knows it, and what they say instead (C01). */
import type { HandlersFor } from '@portolan/contract/contract';
import type { ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { ProviderId } from '@portolan/contract/ids';
import { abilities } from '@portolan/contract/model-facts';
import type { Ability, AbilityFact, modelFacts, ModelFacts } from '@portolan/contract/model-facts';
import type { ModelWindows } from '../context/model-window.ts';
import type { ConfigStore } from '../ports.ts';
import { listPrice, ownPrice, servicePrice } from '../sampling/prices.ts';
import { ownAbilities, saidBy } from './capabilities.ts';
import { formatOf, traitsOf } from './lower/traits.ts';

const [mostSaid, mostFavourites] = [500, 100];

export interface FactsDeps {
  config: ConfigStore;
  windows: Pick<ModelWindows, 'of'>;
}

export function modelFactsRoutes(deps: FactsDeps): HandlersFor<typeof modelFacts> {
  const { config } = deps;
  return {
    'models/facts': async ({ providerId, models }) => ({ facts: await Promise.all(models.map((model) => factsOf(deps, providerId, model))) }),
    'models/setAbilities': async ({ model: ref, abilities: said }) => {
      await config.updateSettings(({ modelAbilities = [] }) => {
        const others = modelAbilities.filter((each) => !isSame(each, ref));
        const isEmpty = abilities.every((ability) => said[ability] === undefined);
        if (!isEmpty && others.length >= mostSaid) throw new HostError('invalid-input', { where: 'modelAbilities', limit: mostSaid });
        return { modelAbilities: isEmpty ? others : [...others, { ...ref, ...said }] };
      });
      return {};
    },
    'models/setFavourite': async ({ model: ref, isFavourite }) => {
      await config.updateSettings(({ favouriteModels = [] }) => {
        const others = favouriteModels.filter((each) => !isSame(each, ref));
        return { favouriteModels: isFavourite ? [...others.slice(-mostFavourites + 1), ref] : others };
      });
      return {};
    },
  };
}

async function factsOf({ config, windows }: FactsDeps, providerId: ProviderId, model: string): Promise<ModelFacts> {
  const ref: ModelRef = { providerId, model };
  const state = config.current();
  const provider = state.providers.find(({ id }) => id === providerId);
  if (!provider) throw new HostError('provider-unknown', { provider: providerId });
  const own = ownAbilities(state, ref);
  const said = saidBy(state, ref);
  const format = formatOf(provider.kind, model);
  const usual = traitsOf(provider.kind, model);
  const hasPlace: Record<Ability, boolean> = { vision: format.images, pdf: format.pdf, audio: format.audio === 'any' || format.audio.size > 0, tools: true };
  const usually: Record<Ability, boolean> = { vision: usual.images, pdf: usual.pdf, audio: format.hears, tools: true };
  const fact = (ability: Ability): AbilityFact => {
    if (!hasPlace[ability]) return { value: false, source: 'format' };
    if (own?.[ability] !== undefined) return { value: own[ability], source: 'own' };
    if (said?.[ability] !== undefined) return { value: said[ability], source: 'service' };
    return { value: usually[ability], source: 'usual' };
  };
  return { model, vision: fact('vision'), pdf: fact('pdf'), audio: fact('audio'), tools: fact('tools'), window: await windows.of(ref), price: await priceFact(config, ref) };
}

async function priceFact(config: ConfigStore, ref: ModelRef): Promise<ModelFacts['price']> {
  const own = ownPrice(config, ref);
  if (own !== null) return { ...own, source: 'own' };
  const service = servicePrice(config, ref);
  if (service !== null) return { ...service, source: 'service' };
  const list = await listPrice(config, ref);
  return list === null ? null : { ...list, source: 'list' };
}

const isSame = (a: ModelRef, b: ModelRef): boolean => a.providerId === b.providerId && a.model === b.model;
