/** What a server did that the protocol does not allow, and that was borne with. */
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../../lib/i18n.tsx';
import type { SectionProps } from './section.ts';

export function OdditiesSection({ server }: SectionProps) {
  const t = useT();
  const o = t.servers.overview;
  // What concerns the person more than the maker of the server has words of its own.
  const words: Readonly<Record<string, string>> = t.asks.oddities;
  const oddities = server.warnings;
  if (oddities.length === 0) return null;
  return (
    <Card level={2} title={o.warnings}>
      <p className="mb-2 text-sm text-muted">{o.warningsText}</p>
      <ul className="flex flex-col gap-2">
        {oddities.map((warning) => (
          <li key={warning.kind} className="min-w-0">
            <Callout tone="warn" title={<><RevealText text={Object.hasOwn(words, warning.kind) ? (words[warning.kind] ?? '') : warning.message} /> <span className="font-normal">({o.times(warning.count)})</span></>}>
              {warning.sample ? <CodeText text={warning.sample} className="break-all" /> : null}
            </Callout>
          </li>
        ))}
      </ul>
    </Card>
  );
}
