/** What the chosen model costs, as far as its list price is known (F01). */
import type { ModelRef } from '@portolan/contract/conversations';
import { useHostQuery } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';

export function ModelPriceLine({ model, tokens }: { model: ModelRef; tokens: number }) {
  const s = useT().asks.sampling;
  const format = useFormat();
  const { data } = useHostQuery('samplings/price', { providerId: model.providerId, model: model.model });
  if (data === undefined) return null;
  const { price } = data;
  return (
    <p className="text-xs text-subtle">
      {price === null ? s.noPrice : `${s.price(format.money(price.input), format.money(price.output))} ${s.atMost(format.money((tokens * price.output) / 1_000_000))}`}
    </p>
  );
}
