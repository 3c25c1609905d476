/** Bars of days or months. Heights are costs, or tokens where nothing has a price; the bar that is pointed at says its figures. */
import type { UsageRow } from '@portolan/contract/usage';
import { useId, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { momentOf, stepsOf } from './periods.ts';
import type { Period } from './periods.ts';

export function UsageChart({ period, now, rows }: { period: Period; now: Date; rows: readonly UsageRow[] }) {
  const u = useT().usage;
  const format = useFormat();
  const id = useId();
  const byKey = new Map(rows.map((row) => [row.key, row.amount]));
  const hasCost = rows.some(({ amount }) => amount.cost > 0);
  const bars = stepsOf(period, now).map((step) => {
    const amount = byKey.get(step);
    const tokens = (amount?.inputTokens ?? 0) + (amount?.outputTokens ?? 0);
    const when = period === 'year' ? step : format.date(momentOf(step));
    return { step, height: hasCost ? (amount?.cost ?? 0) : tokens, label: u.bar(when, format.money(amount?.cost ?? 0), format.number(tokens)) };
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const found = bars.findIndex(({ step }) => step === chosen);
  const at = found === -1 ? bars.length - 1 : found;
  const highest = Math.max(...bars.map(({ height }) => height), Number.MIN_VALUE);
  const choose = (index: number) => setChosen(bars[Math.min(bars.length - 1, Math.max(0, index))]?.step ?? null);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: bars.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  };
  return (
    <figure className="flex min-w-0 flex-col gap-1">
      <div role="listbox" tabIndex={0} aria-label={u.chart(u.periods[period])} aria-activedescendant={`${id}${at}`} aria-orientation="horizontal" onKeyDown={onKeyDown} className="flex h-28 min-w-0 items-end gap-[2px] border-b border-line">
        {bars.map(({ step, height, label }, index) => (
          <div key={step} id={`${id}${index}`} role="option" aria-selected={index === at} aria-label={label} onPointerEnter={() => choose(index)} className={`flex h-full min-w-0 flex-1 items-end rounded-t-sm ${index === at ? 'bg-hover' : ''}`}>
            <span aria-hidden="true" className="block w-full rounded-t-sm bg-accent" style={{ height: height === 0 ? 0 : `max(2px, ${(height / highest) * 100}%)` }} />
          </div>
        ))}
      </div>
      <figcaption aria-hidden="true" className="text-center text-xs text-muted">{bars[at]?.label}</figcaption>
    </figure>
  );
}
