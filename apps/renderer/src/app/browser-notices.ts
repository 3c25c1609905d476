/** In a browser: notifications for questions that come and long jobs that end while the tab is not in front, once the person has switched that on (H08, C18). */
import type { InteractionView } from '@portolan/contract/interactions';
import { plainName } from '@portolan/contract/plain-name';
import type { FirstCatalogue } from '@portolan/i18n/catalogue-type';
import { useEffect, useRef } from 'react';
import { useHostQuery, useInteractions, useJobs, useSettings } from '../host/queries.ts';
import { useFirstT } from '../lib/i18n.tsx';
import { browserNotices } from '../lib/notices-of-browser.ts';
import { goToQuestion } from '../lib/questions.ts';
import { navigate } from '../lib/router.ts';

export function useBrowserNotices(): void {
  const t = useFirstT();
  const isWanted = useSettings().data?.settings.notifications === 'on';
  // The desktop app tells by itself, also while its window is hidden.
  const isBrowser = useHostQuery('app/info', {}).data?.shell === 'browser';
  const { data } = useInteractions();
  const known = useRef<ReadonlySet<string> | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    const before = known.current;
    known.current = new Set(data.map(({ id }) => id));
    const newest = data.findLast(({ id }) => before?.has(id) === false);
    if (newest === undefined || !isWanted || !isBrowser || document.hasFocus()) return;
    const n = t.notifications;
    const server = plainName(newest.serverName) || n.aServer;
    browserNotices.show(titleOf(newest, server, n), data.length > 1 ? n.several(data.length) : n.one, () => {
      window.focus();
      goToQuestion(newest);
    });
  }, [data, isWanted, isBrowser, t]);
}

/** A job is long after ten seconds, as the host counts it for the desktop app. */
const longJobMs = 10_000;

export function useJobNotices(): void {
  const n = useFirstT().notifications;
  const isWanted = useSettings().data?.settings.jobNotifications === 'on';
  const isBrowser = useHostQuery('app/info', {}).data?.shell === 'browser';
  const { data } = useJobs();
  const going = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (data === undefined) return;
    const ended = data.filter(({ id, endedAt, startedAt, state, cancel }) => going.current.has(id) && endedAt !== null && endedAt - startedAt >= longJobMs && state !== 'cancelled' && cancel !== 'asked');
    going.current = new Set(data.filter(({ endedAt }) => endedAt === null).map(({ id }) => id));
    if (!isWanted || !isBrowser || document.hasFocus()) return;
    for (const { id, serverName, tool, title, state, conversation } of ended) {
      const words = (state === 'done' ? n.jobDone : n.jobFailed)(plainName(serverName) || n.aServer, plainName(title ?? tool) || n.aTool);
      browserNotices.show(words, n.jobBody, () => {
        window.focus();
        navigate(conversation === null ? { at: 'jobs', job: id } : { at: 'chat', conversationId: conversation.id });
      }, `portolan-${id}`);
    }
  }, [data, isWanted, isBrowser, n]);
}

function titleOf(question: InteractionView, server: string, n: FirstCatalogue['notifications']): string {
  if (question.kind === 'tool-approval') return n.call(server, plainName(question.tool.name) || n.aTool);
  return question.kind === 'result-review' ? n.result(server, plainName(question.tool) || n.aTool) : n.ask(server);
}
