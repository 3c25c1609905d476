import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { browserNotices } from '../../lib/notices-of-browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const row = (tool: string) => screen.findByRole('listitem', { name: `Job of files: ${tool}` });
const long = { startedAt: 1_780_000_000_000, endedAt: 1_780_000_100_000 };

describe('the jobs page', () => {
  it('says what jobs are where there are none, and counts them in the navigation only when some go on (C18)', async () => {
    const host = new FakeHost({ servers: [views.server('files')] });
    await openWindow(host, '#/jobs');
    expect(await screen.findByText(/^When a server takes a while/)).toBeTruthy();
    const link = screen.getByRole('link', { name: /^Jobs/ });
    expect(link.textContent).toBe('Jobs');
    await act(async () => {
      host.state.jobs = [views.job('index'), views.job('old', { ...long, state: 'done' })];
      host.feeds.jobs.publish({ type: 'snapshot', jobs: host.state.jobs });
      await settled();
    });
    expect(link.textContent).toBe('Jobs1');
    expect(within(link).getByLabelText('1 job running')).toBeTruthy();
  });

  it('stands in three groups, with chat, words of the server as words, and how long it is kept (C18, T:B02)', async () => {
    const jobs = [
      views.job('index', { statusMessage: '**half** <b>way</b>', expiresAt: Date.now() + 7_230_000, pollMs: 30_000 }),
      views.job('ask', { state: 'input_required', conversation: null }),
      views.job('old', { ...long, state: 'done' }),
    ];
    await openWindow(new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first')], jobs }), '#/jobs');
    const index = await row('index');
    expect(index.textContent).toContain('The server says: **half** <b>way</b>');
    expect(index.textContent).toMatch(/The server keeps it for 2h/);
    expect(index.textContent).toContain('asked about every 30');
    expect(within(index).getByRole('link', { name: 'In the chat “first”' }).getAttribute('href')).toBe('#/chat/c-first');
    expect((await row('ask')).textContent).toContain('Its chat was deleted');
    expect(within(screen.getByRole('main')).getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Needs you', 'Running', 'Finished']);
  });

  it('asks a server to stop, and says the truth when it will not (C18)', async () => {
    const host = new FakeHost({ servers: [views.server('files')], jobs: [views.job('index'), views.job('stubborn', { cancel: 'refused' })] });
    const { user } = await openWindow(host, '#/jobs');
    await user.click(within(await row('index')).getByRole('button', { name: 'Cancel job' }));
    await waitFor(async () => expect((await row('index')).textContent).toContain('The server was asked to stop.'));
    const stubborn = await row('stubborn');
    expect(stubborn.textContent).toContain('The server does not let this job be stopped.');
    expect(within(stubborn).queryByRole('button', { name: 'Cancel job' })).toBeNull();
    await user.click(within(stubborn).getByRole('button', { name: 'Stop waiting' }));
    await waitFor(async () => expect((await row('stubborn')).textContent).toContain('Lost'));
  });

  it('waits until the person starts the server, and does not start it by itself (C18)', async () => {
    const host = new FakeHost({ servers: [views.server('files', { state: 'stopped' })], jobs: [views.job('index', { isWatched: false })] });
    const { user } = await openWindow(host, '#/jobs');
    const index = await row('index');
    expect(index.textContent).toContain('It waits until files is started.');
    expect(host.asked.some(({ method }) => method === 'servers/start')).toBe(false);
    await user.click(within(index).getByRole('button', { name: 'Start files' }));
    await waitFor(() => expect(host.asked.some(({ method }) => method === 'servers/start')).toBe(true));
  });

  it('shows what came, and leaves the list with a way back (C18)', async () => {
    const host = new FakeHost({ servers: [views.server('files')], jobs: [views.job('old', { ...long, state: 'done' }), views.job('gone', { ...long, state: 'lost', problem: { code: 'call-lost', details: { reason: 'task-lost', server: 'files', tool: 'gone' }, at: 1 } })] });
    const { user } = await openWindow(host, '#/jobs/job_old');
    const old = await row('old');
    expect(document.activeElement).toBe(old);
    await user.click(within(old).getByRole('button', { name: 'Show result' }));
    expect(await within(old).findByText('what came')).toBeTruthy();
    const gone = await row('gone');
    expect(gone.textContent).toContain('no longer knows the job “gone”');
    await user.click(within(gone).getByRole('button', { name: 'Remove from list' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Job of files: gone' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await row('gone')).toBeTruthy();
  });
});

describe('a job in its chat', () => {
  const call = (part: Parameters<typeof views.call>[1] = {}) => views.call('index', { state: 'running', startedAt: 1, interactionId: null, job: { id: views.job('index').id }, ...part });
  const chat = (part: Parameters<typeof views.call>[1], status: 'complete' | 'streaming' = 'complete') =>
    new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first', { messageCount: 1 })], providers: [views.provider('one')], jobs: [views.job('index')], messages: [views.message('1', { parts: [call(part)], status })] });

  it('is gone on without, when the person does not want to wait (C18)', async () => {
    const host = chat({}, 'streaming');
    const { user } = await openWindow(host, '#/chat/c-first');
    expect(await screen.findByText('The server goes on with this as a job. The answer waits for it.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Go on without waiting' }));
    // The button goes; the keyboard stays beside it.
    expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Show in jobs' }));
    await waitFor(() => expect(host.asked).toContainEqual({ method: 'jobs/goOn', input: { jobId: 'job_index' } }));
  });

  it('is handed to the model by one press when it has come, once (C18)', async () => {
    const host = chat({ state: 'done', endedAt: 1_780_000_000_500, result: { content: [], isError: false, repairs: [] }, job: { id: views.job('index').id, isBackground: true } });
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('button', { name: 'Let the model go on with it' }));
    await waitFor(() => expect(host.asked.find(({ method }) => method === 'jobs/handOver')?.input).toMatchObject({ jobId: 'job_index', text: expect.stringContaining('“index” has finished') as string }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Let the model go on with it' })).toBeNull());
  });
});

describe('a job of a call that a script made (C17, C18)', () => {
  const chat = (part: Parameters<typeof views.call>[1]) => {
    const script = views.call('script', { tool: 'host:run_script', serverId: null, serverName: 'Portolan', state: 'done', interactionId: null, arguments: { code: 'await tools.files.index({})' }, result: { content: [], isError: false, repairs: [] } });
    const inner = views.call('index', { startedAt: 1, interactionId: null, script: script.callId, ...part });
    return new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first', { messageCount: 1 })], providers: [views.provider('one')], jobs: [views.job('index')], messages: [views.message('1', { parts: [script, inner] })] });
  };

  it('stands open while it goes on, and says that the model does not get what comes', async () => {
    await openWindow(chat({ state: 'running', job: { id: views.job('index').id, isBackground: true } }), '#/chat/c-first');
    expect(await screen.findByText(/^The script does not wait for it any longer/)).toBeTruthy();
    expect(screen.queryByText(/Its result comes here, also when/)).toBeNull();
  });

  it('stays open as long as what came waits to be seen (H02)', async () => {
    const part = { state: 'done' as const, review: { state: 'waiting' as const }, job: { id: views.job('index').id, isBackground: true } };
    await openWindow(chat(part), '#/chat/c-first');
    expect(await screen.findByRole('list', { name: 'Calls of the script' })).toBeTruthy();
  });

  it('says so when it has come, and offers no press that would not bring it there', async () => {
    const { user } = await openWindow(chat({ state: 'done', endedAt: 1_780_000_000_500, result: { content: [], isError: false, repairs: [] }, job: { id: views.job('index').id, isBackground: true } }), '#/chat/c-first');
    await user.click(within(await screen.findByRole('region', { name: 'Script' })).getByRole('button', { expanded: false }));
    expect(await screen.findByText(/^This came after the script had gone on\. The model does not get it/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Let the model go on with it' })).toBeNull();
  });
});

describe('a long job that ends while the tab is not in front', () => {
  it('is told in cleaned names, short ones and cancelled ones are not; a press leads to its chat (C18, T:B02)', async () => {
    const shown: { title: string; press: () => void }[] = [];
    vi.spyOn(browserNotices, 'show').mockImplementation((title, _body, press) => void shown.push({ title, press }));
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    const host = new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first')], jobs: [views.job('index', { serverName: '<b>files</b>' }), views.job('short'), views.job('stopped')] });
    host.state.settings = { ...host.state.settings, jobNotifications: 'on' };
    host.handlers['app/info'] = () => ({ version: '1', shell: 'browser', platform: 'linux', node: '24', dataFolder: '/data', configFile: '/data/portolan.json' });
    await openWindow(host);
    await settled();
    for (const job of [views.job('index', { ...long, serverName: '<b>files</b>', state: 'done' }), views.job('short', { ...long, endedAt: long.startedAt + 500, state: 'done' }), views.job('stopped', { ...long, state: 'cancelled' })]) {
      await act(async () => {
        host.feeds.jobs.publish({ type: 'changed', job });
        await settled();
      });
    }
    expect(shown.map(({ title }) => title)).toEqual(['b files b has finished index']);
    act(() => shown[0]?.press());
    await waitFor(() => expect(location.hash).toBe('#/chat/c-first'));
  });
});
