/** What fills the model's window, as a bar and in figures. */
import type { ContextMeter } from '@portolan/contract/context';
import { RevealText } from '@portolan/ui/reveal-text';
import { useFormat, useT } from '../../../lib/i18n.tsx';

interface Row {
  key: string;
  label: string;
  note?: string;
  tokens: number;
  colour: string;
}

export function ContextParts({ meter }: { meter: ContextMeter }) {
  const c = useT().context;
  const format = useFormat();
  const rows = useRows(meter);
  const free = Math.max(0, meter.window.tokens - meter.used);
  const whole = Math.max(meter.window.tokens, meter.used);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <p className="font-medium">{c.used(format.number(meter.used), format.number(meter.window.tokens))}</p>
      <div role="meter" aria-label={c.title} aria-valuemin={0} aria-valuemax={meter.window.tokens} aria-valuenow={Math.min(meter.used, meter.window.tokens)} aria-valuetext={c.used(format.number(meter.used), format.number(meter.window.tokens))} className="flex h-2 w-full gap-px overflow-hidden rounded-full bg-sunken">
        {rows.map(({ key, tokens, colour }) => <span key={key} className={`h-full ${colour}`} style={{ width: `${(tokens / whole) * 100}%` }} />)}
      </div>
      <ul className="flex max-h-56 flex-col gap-0.5 overflow-y-auto">
        {rows.map(({ key, label, note, tokens, colour }) => (
          <li key={key} className="flex min-w-0 items-baseline gap-2">
            <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${colour}`} />
            <span className="min-w-0 flex-1 truncate"><RevealText text={label} hideCount />{note === undefined ? null : <span className="text-subtle"> · {note}</span>}</span>
            <span className="text-muted tabular-nums">{format.number(tokens)}</span>
          </li>
        ))}
        <li className="flex min-w-0 items-baseline gap-2">
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full border border-line-strong bg-sunken" />
          <span className="min-w-0 flex-1 truncate">{c.parts.free}</span>
          <span className="text-muted tabular-nums">{format.number(free)}</span>
        </li>
      </ul>
      <p className="text-xs text-subtle">{meter.isMeasured ? c.measured : c.estimated}</p>
    </div>
  );
}

/** What there is none of is left out. */
function useRows(meter: ContextMeter): Row[] {
  const t = useT();
  const c = t.context;
  const parts = c.parts;
  const words = t.projectPage.chat;
  const said: Row[] = [
    { key: 'system', label: parts.system, tokens: meter.system, colour: 'bg-subtle' },
    { key: 'summary', label: parts.summary, tokens: meter.summary, colour: 'bg-accent-line' },
    { key: 'history', label: parts.history, tokens: meter.history, colour: 'bg-accent' },
    { key: 'attachments', label: parts.attachments, tokens: meter.attachments, colour: 'bg-success' },
    { key: 'results', label: parts.results, tokens: meter.results, colour: 'bg-warn' },
  ];
  const frames = (meter.frames ?? []).flatMap(({ from, name, instructions, files }): Row[] => [
    { key: `instructions ${from}`, label: words.meterInstructions[from](name), tokens: instructions, colour: 'bg-accent-line' },
    { key: `files ${from}`, label: words.meterFiles[from](name), tokens: files, colour: 'bg-success' },
  ]);
  const tools = meter.tools
    .toSorted((a, b) => b.tokens - a.tokens)
    .map((of): Row => ({ key: `tools ${of.serverId ?? ''}`, label: of.serverId === null ? parts.ownTools : c.toolsOf(of.serverName), note: c.toolCount(of.loaded), tokens: of.tokens, colour: 'bg-line-control' }));
  return [...said.slice(0, 1), ...frames, ...said.slice(1), ...tools].filter(({ tokens }) => tokens > 0);
}
