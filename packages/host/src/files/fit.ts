/** Whether the model of a chat takes files that are to be sent, and which models would. */
import type { ModelRef } from '@portolan/contract/conversations';
import type { OutputOf } from '@portolan/contract/contract';
import type { FileFit, FileHash } from '@portolan/contract/files';
import { HostError } from '@portolan/contract/errors';
import { fitOf } from '../models/lower/fit.ts';
import { traitsOfModel } from '../models/model-traits.ts';
import type { Refusals } from '../models/refusals.ts';
import type { ConfigStore } from '../ports.ts';
import type { FileLibrary } from './file-library.ts';
import type { AttachmentPart } from './file-parts.ts';

export interface FitDeps {
  library: FileLibrary;
  config: Pick<ConfigStore, 'current'>;
  refusals: Refusals;
}

const mostOthers = 12;

export async function fitFiles({ library, config, refusals }: FitDeps, model: ModelRef | null, hashes: readonly FileHash[]): Promise<OutputOf<'files/fit'>> {
  const state = config.current();
  const facts = await Promise.all(hashes.map((hash) => library.facts(hash)));
  const fitsWith = (ref: ModelRef): FileFit[] => {
    const traits = traitsOfModel(state, refusals, ref);
    // A model that cannot be asked says so itself when it is.
    return facts.map((each) => (traits === null ? 'fits' : fitOf(each, traits)));
  };
  if (model === null) return { model: null, fits: facts.map(() => 'fits'), others: [] };
  const fits = fitsWith(model);
  if (fits.every((fit) => fit === 'fits')) return { model: model.model, fits, others: [] };
  const others = state.providers
    .flatMap((provider) => provider.models.map(({ id }) => ({ providerId: provider.id, providerName: provider.name, model: id })))
    .filter((other) => fitsWith(other).every((fit) => fit === 'fits'));
  return { model: model.model, fits, others: others.slice(0, mostOthers) };
}

/** Nothing is sent that the model would be told of in words only, unless the person wants just that. Errors: `attachment-unfit`. */
export function requireFit(config: Pick<ConfigStore, 'current'>, refusals: Refusals, model: ModelRef | null, parts: readonly AttachmentPart[]): void {
  const traits = model === null ? null : traitsOfModel(config.current(), refusals, model);
  if (model === null || traits === null) return;
  for (const { file, name } of parts) {
    if (file === undefined || file.asWords === true) continue;
    const fit = fitOf(file.forModel ?? file, traits);
    if (fit !== 'fits') throw new HostError('attachment-unfit', { name, model: model.model, reason: fit });
  }
}
