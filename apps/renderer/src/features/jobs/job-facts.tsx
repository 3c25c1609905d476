/** The small print of a job: its chat, its times, how long its server keeps it. */
import type { JobView } from '@portolan/contract/jobs';
import { RevealText } from '@portolan/ui/reveal-text';
import { Fragment } from 'react';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { formatRoute } from '../../lib/router.ts';
import { useNow } from '../../lib/use-now.ts';

export function JobFacts({ job }: { job: JobView }) {
  const t = useT();
  const j = t.jobs;
  const format = useFormat();
  const now = useNow(job.endedAt === null ? 5_000 : 60_000);
  const { conversation, callId, startedAt, heardAt, endedAt, pollMs, expiresAt } = job;
  const chat = conversation === null
    ? <span key="chat">{callId === null ? j.noChat : j.chatGone}</span>
    : <a key="chat" className="rounded-sm text-accent-fg underline" href={formatRoute({ at: 'chat', conversationId: conversation.id })}><RevealText text={j.openChat(conversation.title || t.chat.untitled)} hideCount /></a>;
  const facts = [
    chat,
    <time key="started" title={format.dateTime(startedAt)}>{j.started(format.relative(startedAt, now))}</time>,
    endedAt === null
      ? <time key="heard">{j.heard(format.relative(Math.min(heardAt, now), now))}</time>
      : <time key="ended" title={format.dateTime(endedAt)}>{j.ended(format.relative(Math.min(endedAt, now), now))}</time>,
    ...(endedAt === null && job.isWatched && pollMs !== undefined && pollMs >= 1_000 ? [<span key="poll">{j.asked(format.duration(pollMs))}</span>] : []),
  ];
  return (
    <>
      <p className="min-w-0 text-xs break-words text-subtle">{facts.map((fact, index) => <Fragment key={fact.key}>{index === 0 ? null : ' · '}{fact}</Fragment>)}</p>
      {endedAt !== null || expiresAt === null ? null : <p className="text-xs text-subtle">{expiresAt > now ? j.keptFor(format.duration(expiresAt - now)) : j.keptNoMore}</p>}
    </>
  );
}
