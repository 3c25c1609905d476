/** Why a call is asked whatever was allowed: the standing permission that says so, and the way to it (H01). */
import type { ToolApprovalView } from '@portolan/contract/interactions';
import { ruleSentence } from '@portolan/i18n/rule-sentence';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../lib/i18n.tsx';
import { formatRoute } from '../../lib/router.ts';

export function AskedByNote({ interaction: { askedBy } }: { interaction: ToolApprovalView }) {
  const t = useT();
  const c = t.rules.card;
  if (askedBy === null) return null;
  return (
    <Callout
      tone="info"
      title={askedBy.isSure ? c.askedBy : c.maybeAskedBy}
      actions={<a className="text-accent-fg underline underline-offset-2" href={formatRoute({ at: 'settings', section: 'permissions', rule: askedBy.id })}>{c.toRule}</a>}
    >
      <RevealText text={ruleSentence({ ...askedBy, tools: null }, t)} /> {askedBy.isSure ? c.askedWhy : c.maybeWhy}
    </Callout>
  );
}
