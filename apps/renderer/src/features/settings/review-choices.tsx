/** For which calls results are shown to the person first, each to be taken back (H02). */
import type { ReviewChoice } from '@portolan/contract/result-reviews';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { EyeIcon } from 'lucide-react';
import { useConversations, useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { useReviewChoices } from '../../lib/review-choices.tsx';
import { PictureOf } from '../../lib/server-picture.tsx';

/** Draws nothing as long as nothing was chosen. */
export function ReviewChoicesCard() {
  const r = useT().interactions.review.listed;
  const { all } = useReviewChoices();
  if (all.length === 0) return null;
  return (
    <Card level={2} title={r.title}>
      <p className="text-sm text-muted">{r.text}</p>
      <ul className="flex flex-col divide-y divide-line">
        {all.map((choice) => <Choice key={JSON.stringify(choice)} choice={choice} />)}
      </ul>
    </Card>
  );
}

function Choice({ choice }: { choice: ReviewChoice }) {
  const t = useT();
  const r = t.interactions.review.listed;
  const toast = useToast();
  const { choose } = useReviewChoices();
  const server = useServers().data?.find(({ id }) => choice.scope !== 'chat' && id === choice.serverId);
  const chat = useConversations().data?.find(({ id }) => choice.scope === 'chat' && id === choice.conversationId);
  // Of what is gone: it holds again when that comes back.
  const serverName = server?.name ?? r.goneServer;
  const sentence = choice.scope === 'chat' ? (chat === undefined ? r.goneChat : r.chat(chat.title || t.chat.untitled)) : choice.scope === 'server' ? r.server(serverName) : r.tool(choice.tool, serverName);
  const takeBack = () => {
    choose(choice, false);
    toast.show({ title: t.rules.revoked, description: <RevealText text={sentence} />, action: { label: t.rules.undo, onPress: () => choose(choice, true) } });
  };
  return (
    <li className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5 text-sm">
      {server === undefined ? <span className="grid size-5 flex-none place-items-center text-subtle"><EyeIcon className="size-4" aria-hidden="true" /></span> : <PictureOf serverId={server.id} name={server.name} />}
      <span className="min-w-0 flex-1 basis-56 break-words"><RevealText text={sentence} /></span>
      <Button size="sm" aria-label={t.rules.revokeOf(sentence)} onClick={takeBack}>{t.rules.revoke}</Button>
    </li>
  );
}
