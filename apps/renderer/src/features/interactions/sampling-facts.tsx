/** What a server set for its request beside the texts: shown whole, changed by nobody (H56, F04). */
import type { SamplingView } from '@portolan/contract/sampling';
import { RevealText } from '@portolan/ui/reveal-text';
import type { ReactNode } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';

export function SamplingFacts({ request }: { request: SamplingView['request'] }) {
  const s = useT().asks.sampling;
  const format = useFormat();
  const { temperature, stopSequences, hints, priorities, contextAsked } = request;
  const cares = (['cost', 'speed', 'intelligence'] as const).flatMap((name) => (priorities[name] === null ? [] : [s.priority[name](format.percent(priorities[name]))]));
  const facts: [string, ReactNode][] = [];
  if (hints.length > 0) facts.push([s.hints, <RevealText key="hints" text={format.list(hints)} />]);
  if (cares.length > 0) facts.push([s.priorities, format.list(cares)]);
  if (temperature !== null) facts.push([s.temperature, format.number(temperature)]);
  if (stopSequences.length > 0) facts.push([s.stops, <span key="stops" className="flex flex-wrap gap-1">{stopSequences.map((stop, at) => <code key={`${at}`} className="rounded-sm bg-sunken px-1 break-all"><RevealText text={JSON.stringify(stop)} /></code>)}</span>]);
  if (contextAsked !== null) facts.push([s.context, s.contextText[contextAsked]]);
  if (facts.length === 0) return null;
  return (
    <dl aria-label={s.asIs} className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm max-sm:grid-cols-1">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 break-words max-sm:mb-1">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
