/** Everything that stands before the messages of a chat, as its model reads it (C10, C13). */
import type { InstructionsView } from '@portolan/contract/context';
import type { ConversationId } from '@portolan/contract/ids';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { Badge } from '@portolan/ui/badge';
import { Collapsible } from '@portolan/ui/collapsible';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useHostQuery } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';

export function ToldDialog({ conversationId, onClose }: { conversationId: ConversationId; onClose: () => void }) {
  const t = useT();
  const c = t.projectPage.chat;
  const format = useFormat();
  const { data, error, refetch } = useHostQuery('context/instructions', { conversationId }, { fresh: true });
  return (
    <Dialog
      open
      size="lg"
      title={c.toldTitle}
      description={c.toldLead}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : data ? null : <Spinner />}
      <div className="flex min-w-0 flex-col gap-2">
        {data?.instructions.map((each) => (
          <Collapsible key={`${each.from} ${each.name}`} defaultOpen={each.from === 'project' || each.from === 'profile'} label={<span className="flex min-w-0 flex-1 items-baseline gap-2"><span className="min-w-0 flex-1 truncate text-left"><RevealText text={titleOf(each, c)} hideCount /></span><span className="text-xs text-subtle tabular-nums">{c.tokens(format.number(each.tokens))}</span></span>}>
            <pre className="mt-1 mb-2 rounded-md bg-sunken p-3 text-xs wrap-anywhere whitespace-pre-wrap"><RevealText text={each.text} multiline limit={40_000} /></pre>
          </Collapsible>
        ))}
        {data && data.files.length > 0 ? (
          <Collapsible defaultOpen label={c.toldFiles(data.files.length)}>
            <ul className="flex flex-col gap-1 text-sm">
              {data.files.map(({ name, tokens, way }) => (
                <li key={name} className="flex min-w-0 items-baseline gap-2">
                  <span className="min-w-0 flex-1 truncate"><RevealText text={name} hideCount /></span>
                  <Badge tone={way === 'told' ? 'warn' : 'neutral'}>{t.projectPage.files.way[way]}</Badge>
                  <span className="text-xs text-subtle tabular-nums">{c.tokens(format.number(tokens))}</span>
                </li>
              ))}
            </ul>
          </Collapsible>
        ) : null}
      </div>
    </Dialog>
  );
}

function titleOf({ from, name }: InstructionsView, c: Catalogue['projectPage']['chat']): string {
  return from === 'app' ? c.from.app : c.from[from](name);
}
