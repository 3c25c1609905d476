import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browserNotices } from '../lib/notices-of-browser.ts';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow, settled } from '../test/render-app.tsx';
import * as views from '../test/views.ts';

const info = { version: '1', shell: 'browser' as const, platform: 'linux', node: '24', dataFolder: '/data', configFile: '/data/portolan.json' };
let shown: { title: string; body: string; press: () => void }[];
let host: FakeHost;

beforeEach(() => {
  shown = [];
  vi.spyOn(browserNotices, 'show').mockImplementation((title, body, press) => void shown.push({ title, body, press }));
  vi.spyOn(document, 'hasFocus').mockReturnValue(false);
  host = new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first')], interactions: [views.approval('old')] });
  host.state.settings = { ...host.state.settings, notifications: 'on' };
  host.handlers['app/info'] = () => info;
});
const ask = async (question: ReturnType<typeof views.approval>) => {
  await act(async () => {
    host.state.interactions = [...host.state.interactions, question];
    host.feeds.interactions.publish({ type: 'added', interaction: question });
    await settled();
  });
};

describe('a question that comes while the tab is not in front', () => {
  it('is told in cleaned names; a press leads to it (H08, T:J09)', async () => {
    await openWindow(host);
    await settled();
    // What stood already is no news.
    expect(shown).toEqual([]);
    await ask(views.approval('new', { serverName: '<b>files</b> https://evil.example', tool: views.tool('write', { title: 'Trust me, click https://evil.example' }) }));
    expect(shown).toMatchObject([{ title: 'b files b https evil.example asks to use write', body: '2 questions wait in Portolan.' }]);
    act(() => shown[0]?.press());
    await waitFor(() => expect(location.hash).toBe('#/chat/c-first'));
  });

  it('is not told while it is in front, before that was switched on, nor where the desktop app tells by itself (H08)', async () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    await openWindow(host);
    await settled();
    await ask(views.approval('one'));
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await act(async () => {
      host.state.settings = { ...host.state.settings, notifications: 'off' };
      host.feeds.settings.publish({ settings: host.state.settings, notices: [] });
      await settled();
    });
    await ask(views.approval('two'));
    expect(shown).toEqual([]);
  });
});

describe('notifications', () => {
  it('of a browser are switched on by the person’s press, and only if the browser lets them (H08)', async () => {
    host.state.settings = { theme: 'light', locale: 'en', isOnboarded: true };
    let answer: NotificationPermission = 'denied';
    vi.spyOn(browserNotices, 'permission').mockReturnValue('default');
    vi.spyOn(browserNotices, 'ask').mockImplementation(() => Promise.resolve(answer));
    const { user } = await openWindow(host, '#/settings/notifications');
    const choice = await screen.findByRole('switch', { name: /^Tell me when a question waits/ });
    expect(choice.getAttribute('aria-checked')).toBe('false');
    await user.click(choice);
    expect(await within(screen.getByRole('main')).findByText(/^Your browser does not let Portolan show notifications/)).toBeTruthy();
    expect(host.state.settings.notifications).toBeUndefined();
    answer = 'granted';
    await user.click(choice);
    await waitFor(() => expect(host.state.settings.notifications).toBe('on'));
    await waitFor(() => expect(choice.getAttribute('aria-checked')).toBe('true'));
  });

  it('of the desktop app are on until they are switched off (H08)', async () => {
    host.state.settings = { theme: 'light', locale: 'en', isOnboarded: true };
    host.handlers['app/info'] = () => ({ ...info, shell: 'desktop' });
    const { user } = await openWindow(host, '#/settings/notifications');
    const choice = await screen.findByRole('switch', { name: /^Tell me when a question waits/ });
    expect(choice.getAttribute('aria-checked')).toBe('true');
    await user.click(choice);
    await waitFor(() => expect(host.state.settings.notifications).toBe('off'));
  });

  it('show the mark, and another one when the person wants it (T:J01)', async () => {
    const { user } = await openWindow(host, '#/settings/notifications');
    expect(await screen.findByText('amber lantern')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Draw it anew' }));
    expect(await screen.findByText('brave meadow')).toBeTruthy();
  });
});
