/** Usage by model or by chat, what cost most first. */
import type { UsageAmount, UsageRow } from '@portolan/contract/usage';
import { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { formatRoute } from '../../../lib/router.ts';
import { PriceDialog } from './price-dialog.tsx';

const cell = 'py-1.5 pl-4 align-top whitespace-nowrap';

export function UsageTable({ by, rows, total }: { by: 'model' | 'chat'; rows: readonly UsageRow[]; total: UsageAmount | null }) {
  const u = useT().usage;
  const [priced, setPriced] = useState<UsageRow | null>(null);
  if (rows.length === 0) return null;
  return (
    <section className="min-w-0">
      <h3 className="mb-1 font-medium">{by === 'model' ? u.byModel : u.byChat}</h3>
      {/* What scrolls sideways has to be reached by keyboard too. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="min-w-0 overflow-x-auto" tabIndex={0} role="region" aria-label={by === 'model' ? u.byModel : u.byChat}>
        <table className="w-full text-left">
          <thead className="text-xs text-muted">
            <tr>
              <th scope="col" className="py-1 font-normal">{by === 'model' ? u.model : u.chat}</th>
              <th scope="col" className={`${cell} text-right font-normal`}>{u.requests}</th>
              <th scope="col" className={`${cell} text-right font-normal`}>{u.input}</th>
              <th scope="col" className={`${cell} text-right font-normal`}>{u.output}</th>
              <th scope="col" className={`${cell} text-right font-normal`}>{u.cost}</th>
              {by === 'model' ? <th scope="col" className={`${cell} font-normal`}>{u.price}</th> : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key} className="border-t border-line">
                <th scope="row" className="max-w-64 min-w-36 py-1.5 align-top font-normal"><Name row={row} /></th>
                <Amounts amount={row.amount} />
                {by === 'model' ? <td className={cell}><Price row={row} onChange={() => setPriced(row)} /></td> : null}
              </tr>
            ))}
          </tbody>
          {total === null || rows.length < 2 ? null : (
            <tfoot>
              <tr className="border-t border-line font-medium"><th scope="row" className="py-1.5">{u.total}</th><Amounts amount={total} /></tr>
            </tfoot>
          )}
        </table>
      </div>
      {by === 'model' ? <p className="mt-1 text-xs text-muted">{u.perMillion}</p> : null}
      <PriceDialog row={priced} onClose={() => setPriced(null)} />
    </section>
  );
}

function Name({ row }: { row: UsageRow }) {
  const u = useT().usage;
  if (row.provider) {
    return (
      <span className="flex min-w-0 flex-col">
        <RevealText text={row.label} hideCount />
        <span className="text-xs text-muted"><RevealText text={row.provider.name} hideCount /></span>
      </span>
    );
  }
  const chat = ConversationId.safeParse(row.key);
  if (row.label === '' || !chat.success) return <span className="text-muted">{u.goneChat}</span>;
  return <a className="link block min-w-0 truncate" href={formatRoute({ at: 'chat', conversationId: chat.data })}><RevealText text={row.label} hideCount /></a>;
}

function Amounts({ amount }: { amount: UsageAmount }) {
  const u = useT().usage;
  const format = useFormat();
  return (
    <>
      <td className={`${cell} text-right tabular-nums`}>{format.number(amount.requests)}</td>
      <td className={`${cell} text-right tabular-nums`}>
        {format.number(amount.inputTokens)}
        {amount.cachedTokens > 0 ? <span className="block text-xs text-muted">{u.cached(format.number(amount.cachedTokens))}</span> : null}
      </td>
      <td className={`${cell} text-right tabular-nums`}>{format.number(amount.outputTokens)}</td>
      <td className={`${cell} text-right tabular-nums`}>
        {amount.unpriced === amount.requests ? '–' : format.money(amount.cost)}
        {amount.unpriced > 0 ? <span className="ml-auto block max-w-24 text-xs whitespace-normal text-muted">{u.unpriced(amount.unpriced)}</span> : null}
      </td>
    </>
  );
}

function Price({ row, onChange }: { row: UsageRow; onChange: () => void }) {
  const u = useT().usage;
  const format = useFormat();
  const { price } = row;
  return (
    <span className="flex items-start gap-2">
      <span>
        {price === undefined || price.input === null || price.output === null ? u.priceOf.none : u.prices(format.money(price.input), format.money(price.output))}
        {price === undefined || price.source === 'none' ? null : <span className="block text-xs text-muted">{u.priceOf[price.source]}</span>}
      </span>
      <Button size="sm" variant="ghost" aria-label={u.changeOf(row.label)} onClick={onChange}>{u.change}</Button>
    </span>
  );
}
