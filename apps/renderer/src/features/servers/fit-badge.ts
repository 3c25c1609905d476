/** One word for how a tool fits the kinds of providers that are set up. */
import type { ProviderView } from '@portolan/contract/providers';
import type { ToolView } from '@portolan/contract/servers';

/** Null where every one of them is told all of it. */
export function fitBadge({ model }: Pick<ToolView, 'model'>, providers: readonly Pick<ProviderView, 'kind'>[]): 'left-out' | 'adjusted' | null {
  const has = (kinds: readonly string[] | undefined): boolean => kinds !== undefined && providers.some(({ kind }) => kinds.includes(kind));
  if (has(model.leftOut)) return 'left-out';
  return has(model.lossy) ? 'adjusted' : null;
}
