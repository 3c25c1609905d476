/** In a browser: a notification for a question that comes while the tab is not in front, once the person has switched that on (H08). */
import type { InteractionView } from '@portolan/contract/interactions';
import { plainName } from '@portolan/contract/plain-name';
import type { FirstCatalogue } from '@portolan/i18n/catalogue-type';
import { useEffect, useRef } from 'react';
import { useHostQuery, useInteractions, useSettings } from '../host/queries.ts';
import { useFirstT } from '../lib/i18n.tsx';
import { browserNotices } from '../lib/notices-of-browser.ts';
import { goToQuestion } from '../lib/questions.ts';

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

function titleOf(question: InteractionView, server: string, n: FirstCatalogue['notifications']): string {
  if (question.kind === 'tool-approval') return n.call(server, plainName(question.tool.name) || n.aTool);
  return question.kind === 'result-review' ? n.result(server, plainName(question.tool) || n.aTool) : n.ask(server);
}
