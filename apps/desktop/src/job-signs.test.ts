import { describe, expect, it } from 'vitest';
import type { EndedJob } from '@portolan/host/process/launcher';
import { FromHost } from '@portolan/host/process/messages';
import { getCatalogue } from '@portolan/i18n/catalogue';
import { JobSigns } from './job-signs.ts';
import type { JobSignDeps } from './job-signs.ts';

/** As it comes from the host. */
function ended(change: Partial<EndedJob> = {}): EndedJob {
  const message = FromHost.parse({ t: 'job-ended', id: 'j1', server: 'files', tool: 'index', outcome: 'done', conversationId: 'c1', notifies: true, ...change });
  if (message.t !== 'job-ended') throw new Error('another message');
  return message;
}

function signs(change: Partial<JobSignDeps> = {}) {
  const seen = { notices: [] as { title: string; body: string; press: () => void; isOpen: boolean }[], opened: [] as string[], log: [] as string[] };
  const made = new JobSigns({
    words: getCatalogue('en').notifications,
    notify: ({ title, body }, press) => {
      const notice = { title, body, press, isOpen: true };
      seen.notices.push(notice);
      return { close: () => (notice.isOpen = false) };
    },
    isInFront: () => false,
    open: (hash) => seen.opened.push(hash),
    log: (line) => seen.log.push(line),
    ...change,
  });
  return { ...seen, signs: made };
}

describe('long jobs that have ended', () => {
  it('are told while no window is in front; a press leads to the chat, or to the job (C18)', () => {
    const { signs: made, notices, opened } = signs();
    made.ended(ended());
    made.ended(ended({ outcome: 'failed', conversationId: null, server: '' }));
    expect(notices).toMatchObject([{ title: 'files has finished index', body: 'See what came of it in Portolan.' }, { title: 'A server could not finish index' }]);
    for (const { press } of notices) press();
    expect(opened).toEqual(['#/chat/c1', '#/jobs/j1']);
    made.seen();
    expect(notices.map(({ isOpen }) => isOpen)).toEqual([false, false]);
  });

  it('are not told in front, where the person does not want it, nor where the desktop shows none (C18)', () => {
    const front = signs({ isInFront: () => true });
    front.signs.ended(ended());
    const quiet = signs();
    quiet.signs.ended(ended({ notifies: false }));
    expect([...front.notices, ...quiet.notices]).toEqual([]);
    const broken = signs({
      notify: () => {
        throw new Error('no bus');
      },
    });
    broken.signs.ended(ended());
    expect(broken.log).toEqual(['a notification is not to be had here: no bus']);
  });

  it('are three at most at once, the newest', () => {
    const { signs: made, notices } = signs();
    for (let count = 0; count < 5; count += 1) made.ended(ended());
    expect(notices.map(({ isOpen }) => isOpen)).toEqual([false, false, true, true, true]);
  });
});
