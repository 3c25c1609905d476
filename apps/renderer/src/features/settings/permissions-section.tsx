/** What is decided in advance, each as a sentence, to be changed and taken back (H01). */
import type { RuleEffect, RuleView } from '@portolan/contract/rules';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { Select } from '@portolan/ui/select';
import { Skeleton } from '@portolan/ui/skeleton';
import { useToast } from '@portolan/ui/toast';
import { LayersIcon, PlusIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useConversations, useHostQuery, useInteractions, useServers } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { formatRoute, useRoute } from '../../lib/router.ts';
import { ruleSentence } from '@portolan/i18n/rule-sentence';
import { PictureOf } from '../../lib/server-picture.tsx';
import { useAct } from '../../lib/use-act.ts';
import { ReviewChoicesCard } from './review-choices.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import { ServerProfiles } from './server-profiles.tsx';

type Which = RuleEffect | 'all';
/** Fewer can be seen at a glance. */
const searchedFrom = 6;

export function PermissionsSection() {
  const t = useT();
  const r = t.rules;
  // A decision may have made a rule, and so may a server's list of tools: it is read again when either changes.
  const queue = useInteractions().data?.map((each) => each.id).join(' ');
  const lists = useServers().data?.map(({ id, generation }) => `${id} ${generation}`).join(' ');
  const { data, error, refetch } = useHostQuery('rules/list', {}, { stamp: `${queue} ${lists}`, keep: true, fresh: true });
  const [open, setOpen] = useState<RuleView | 'new' | null>(null);
  const [search, setSearch] = useState('');
  const [which, setWhich] = useState<Which>('all');
  const all = data?.rules ?? [];
  const route = useRoute();
  const wanted = route.at === 'settings' ? route.rule : undefined;
  const words = search.toLowerCase().split(/\s+/).filter((word) => word !== '');
  const shown = all.filter((rule) => (which === 'all' || rule.effect === which) && words.every((word) => ruleSentence(rule, t).toLowerCase().includes(word)));
  const changed = () => void refetch();
  return (
    <div className="flex flex-col gap-4">
      <Card level={2} title={r.title} actions={<Button size="sm" icon={<PlusIcon />} onClick={() => setOpen('new')}>{r.add}</Button>}>
        <p className="text-sm text-muted">{r.text}</p>
        {error ? <ProblemCallout problem={error.problem} onRetry={changed} /> : null}
        {data || error ? null : <Skeleton className="h-12" />}
        {all.length < searchedFrom && which === 'all' && search === '' ? null : (
          <div className="flex flex-wrap gap-2 pt-3 pb-1">
            <Input type="search" aria-label={r.filter} placeholder={r.filter} value={search} onValueChange={(next) => setSearch(next)} className="min-w-0 flex-1 basis-48" />
            <Select<Which> className="w-40" aria-label={r.filterEffect} value={which} onValueChange={setWhich} items={(['all', 'allow', 'ask', 'never'] as const).map((value) => ({ value, label: value === 'all' ? r.all : r.effect[value] }))} />
          </div>
        )}
        {data && all.length === 0 ? <p className="text-sm text-muted">{r.empty}</p> : null}
        {all.length > 0 && shown.length === 0 ? <p className="text-sm text-muted" role="status">{r.noMatch}</p> : null}
        <ul className="flex flex-col divide-y divide-line">
          {shown.map((rule) => <Rule key={rule.id} rule={rule} isWanted={rule.id === wanted} onChanged={changed} onEdit={() => setOpen(rule)} />)}
        </ul>
      </Card>
      {data ? <ServerProfiles profile={data.profile} servers={data.servers} onChanged={changed} /> : null}
      <ReviewChoicesCard />
      <RuleDialog rule={open} onClose={() => setOpen(null)} onSaved={changed} />
    </div>
  );
}

const tones = { allow: 'success', ask: 'neutral', never: 'danger' } as const;

interface RuleProps {
  rule: RuleView;
  /** The address leads to it: it is brought into view, takes the keyboard, and is marked. */
  isWanted: boolean;
  onChanged: () => void;
  onEdit: () => void;
}

function Rule({ rule, isWanted, onChanged, onEdit }: RuleProps) {
  const t = useT();
  const r = t.rules;
  const act = useAct();
  const format = useFormat();
  const toast = useToast();
  const servers = useServers().data;
  // What the app itself does belongs to no server that could be chosen: that is allowed as it is, or taken back.
  const canEdit = rule.scope === 'always' && !rule.isServerGone && (rule.serverId === null || servers?.some(({ id }) => id === rule.serverId) === true);
  const [isPending, setIsPending] = useState(false);
  const sentence = ruleSentence(rule, t);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.focus({ preventScroll: true });
  }, [isWanted]);
  const restore = async () => {
    if (await act('rules/restore', { ruleId: rule.id })) onChanged();
  };
  const revoke = async () => {
    setIsPending(true);
    if (await act('rules/revoke', { ruleId: rule.id })) {
      toast.show({ title: r.revoked, description: <RevealText text={sentence} />, action: { label: r.undo, onPress: () => void restore() } });
      onChanged();
    }
    setIsPending(false);
  };
  return (
    <li ref={row} tabIndex={isWanted ? -1 : undefined} className={`flex min-w-0 flex-wrap items-start gap-x-3 gap-y-1.5 py-2.5 text-sm ${isWanted ? '-mx-2 rounded-md bg-accent-soft px-2' : ''}`}>
      {/* Of every server: the sentences begin at one edge all the same. */}
      {rule.serverId === null ? <span className="grid size-5 flex-none place-items-center text-subtle"><LayersIcon className="size-4" aria-hidden="true" /></span> : <PictureOf serverId={rule.serverId} name={rule.serverName} />}
      <span className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5 break-words">
        <span><RevealText text={sentence} /></span>
        <span className="text-xs text-subtle">
          {r.since(format.dateTime(rule.createdAt))}
          {rule.madeBy === 'profile' ? ` · ${r.byProfile}` : ''}
          <ChatOf rule={rule} />
        </span>
        {rule.isServerGone ? <span className="text-xs text-muted">{r.serverGone}</span> : null}
        {rule.isStale ? <span className="text-xs text-warn-fg">{r.stale}. {r.staleHint}</span> : null}
      </span>
      <span className="flex items-center gap-1.5">
        <Badge tone={rule.isStale || rule.isServerGone ? 'neutral' : tones[rule.effect]}>{r.effect[rule.effect]}</Badge>
        {canEdit ? <Button size="sm" variant="ghost" aria-label={r.editOf(sentence)} onClick={onEdit}>{r.edit}</Button> : null}
        <Button size="sm" loading={isPending} aria-label={r.revokeOf(sentence)} onClick={() => void revoke()}>{r.revoke}</Button>
      </span>
    </li>
  );
}

/** Which chat a permission belongs to, as a way there. */
function ChatOf({ rule }: { rule: RuleView }) {
  const t = useT();
  const chat = useConversations().data?.find((each) => each.id === rule.conversationId);
  if (!chat) return null;
  return <> · {t.rules.inChat} <a className="underline" href={formatRoute({ at: 'chat', conversationId: chat.id })}><RevealText text={chat.title || t.chat.untitled} hideCount /></a></>;
}
