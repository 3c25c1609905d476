/** What a profile names and does not exist here. */
import type { ProfileGap } from '@portolan/contract/profiles';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../../lib/i18n.tsx';

/** More are not read one by one. */
const shown = 20;

export function ProfileGaps({ gaps }: { gaps: readonly ProfileGap[] }) {
  const t = useT();
  return (
    <Callout tone="warn" title={t.profiles.gaps.title}>
      <ul className="list-inside list-disc">
        {gaps.slice(0, shown).map((gap) => {
          const text = textOf(gap, t);
          return <li key={text}><RevealText text={text} /></li>;
        })}
      </ul>
    </Callout>
  );
}

function textOf(gap: ProfileGap, t: Catalogue): string {
  const g = t.profiles.gaps;
  return gap.kind === 'server' ? g.server(gap.server) : gap.kind === 'tool' ? g.tool(gap.tool, gap.server) : g.model(gap.model, gap.provider);
}
