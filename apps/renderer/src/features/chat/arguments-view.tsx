/** Every argument in full, in the order sent: plain, monospaced, hidden characters shown (T:C07, T:C10). */
import type { JsonObject } from '@portolan/contract/json';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../lib/i18n.tsx';

export function ArgumentsView({ value }: { value: JsonObject }) {
  const t = useT();
  const entries = Object.entries(value);
  if (entries.length === 0) return <p className="text-sm text-muted">{t.interactions.approval.noArguments}</p>;
  return (
    <dl className="flex flex-col gap-2">
      {entries.map(([name, argument]) => (
        <div key={name} className="min-w-0">
          <dt className="mb-0.5 font-mono text-xs text-muted"><RevealText text={name} /></dt>
          <dd><CodeText block text={typeof argument === 'string' ? argument : JSON.stringify(argument, null, 2)} label={name} className="max-h-72 overflow-auto" /></dd>
        </div>
      ))}
    </dl>
  );
}
