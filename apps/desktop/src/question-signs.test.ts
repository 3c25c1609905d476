import { describe, expect, it, vi } from 'vitest';
import type { WaitingQuestions } from '@portolan/host/process/launcher';
import { FromHost } from '@portolan/host/process/messages';
import { getCatalogue } from '@portolan/i18n/catalogue';
import { QuestionSigns } from './question-signs.ts';
import type { SignDeps, TrayEntry } from './question-signs.ts';
import { QuitQuestion } from './quit-question.ts';
import { systemNotification, systemTray } from './system-signs.ts';
import type { SystemSigns } from './system-signs.ts';
import { iconSize, trayPixels } from './tray-icon.ts';

const { desktop: texts, notifications: words } = getCatalogue('en');
/** As it comes from the host. */
function newest(id: string, tool = 'write', server = 'files', kind: 'call' | 'ask' | 'result' = tool === '' ? 'ask' : 'call'): WaitingQuestions['newest'] {
  const message = FromHost.parse({ t: 'waiting', count: 1, newest: { id, kind, server, tool }, notifies: true });
  if (message.t !== 'waiting') throw new Error('another message');
  return message.newest;
}

function signs(change: Partial<SignDeps> = {}) {
  const seen = { badges: [] as number[], menus: [] as (readonly TrayEntry[])[], notices: [] as { title: string; body: string; press: () => void; isOpen: boolean }[], opened: [] as (string | null)[], log: [] as string[] };
  const made = new QuestionSigns({
    texts,
    words,
    badge: (count) => seen.badges.push(count),
    tray: () => ({ show: (_count, _tooltip, menu) => void seen.menus.push(menu) }),
    notify: ({ title, body }, press) => {
      const notice = { title, body, press, isOpen: true };
      seen.notices.push(notice);
      return { close: () => (notice.isOpen = false) };
    },
    isInFront: () => false,
    open: (hash) => seen.opened.push(hash),
    quit: () => undefined,
    log: (line) => seen.log.push(line),
    gather: 0,
    ...change,
  });
  return { ...seen, signs: made };
}
const gathered = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('questions that wait', () => {
  it('are a number on the app and in the tray, which leads to them and answers nothing (H08)', () => {
    const { signs: made, badges, menus, opened } = signs();
    made.update({ count: 3, newest: newest('q3'), notifies: true });
    expect(badges).toEqual([0, 3]);
    const menu = menus.at(-1) ?? [];
    expect(menu.map(({ label }) => label)).toEqual(['3 questions wait for you…', 'Open Portolan', 'Quit Portolan']);
    menu[0]?.onPress();
    menu[1]?.onPress();
    expect(opened).toEqual(['#/questions', null]);
    made.update({ count: 0, newest: null, notifies: true });
    expect(menus.at(-1)?.[0]).toMatchObject({ label: 'No question waits', isEnabled: false });
    expect(badges.at(-1)).toBe(0);
  });

  it('are told once each while no window is in front, several that come at once together; a press leads to the newest (H08, T:J09)', async () => {
    const { signs: made, notices, opened } = signs();
    made.update({ count: 1, newest: newest('q1', 'read'), notifies: true });
    made.update({ count: 2, newest: newest('q2'), notifies: true });
    await gathered();
    expect(notices).toMatchObject([{ title: 'files asks to use write', body: '2 questions wait in Portolan.' }]);
    // One was answered: the other is no news.
    made.update({ count: 1, newest: newest('q1', 'read'), notifies: true });
    await gathered();
    expect(notices).toHaveLength(1);
    notices[0]?.press();
    expect(opened).toEqual(['#/questions/q2']);
    made.update({ count: 2, newest: newest('q3', '', ''), notifies: true });
    await gathered();
    expect(notices.map(({ title, isOpen }) => [title, isOpen])).toEqual([['files asks to use write', false], ['A server asks you something', true]]);
    made.update({ count: 3, newest: newest('q4', 'read', 'files', 'result'), notifies: true });
    await gathered();
    expect(notices.at(-1)?.title).toBe('files has answered read');
    made.seen();
    expect(notices.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
  });

  it('are not told when the person wants none, nor while a window is in front (H08)', async () => {
    const quiet = signs();
    quiet.signs.update({ count: 1, newest: newest('q1'), notifies: false });
    const front = signs({ isInFront: () => true });
    front.signs.update({ count: 1, newest: newest('q1'), notifies: true });
    await gathered();
    expect([quiet.notices, front.notices]).toEqual([[], []]);
    expect([quiet.badges.at(-1), front.badges.at(-1)]).toEqual([1, 1]);
  });

  it('need no tray, no badge and no notifications of the system: the app goes on (H08)', async () => {
    const fails = (): never => {
      throw new Error('no such thing');
    };
    const { signs: made, log } = signs({ tray: fails, badge: fails, notify: fails });
    made.update({ count: 1, newest: newest('q1'), notifies: true });
    await gathered();
    expect(made.count).toBe(1);
    expect(log).toContain('the tray is not to be had here: no such thing');
  });
});

describe('what the system is given', () => {
  it('is plain text and a picture of our own (T:J09)', () => {
    const built: unknown[] = [];
    const made: unknown[] = [];
    const click = new Map<string, () => void>();
    class Shown {
      static isSupported = () => true;
      constructor(options: unknown) {
        made.push(options);
      }
      on(event: string, listener: () => void) {
        click.set(event, listener);
      }
      show = () => made.push('shown');
      close = () => made.push('closed');
    }
    class FakeTray {
      setImage = () => undefined;
      setToolTip = (text: string) => built.push(text);
      setContextMenu = (menu: unknown) => built.push(menu);
    }
    const system = { app: { setBadgeCount: () => true }, Tray: FakeTray, Menu: { buildFromTemplate: (items: unknown) => items }, Notification: Shown, imageOf: (pixels: Buffer) => pixels, windows: () => [], platform: 'linux' } as never as SystemSigns;
    const press = vi.fn<() => void>();
    systemNotification(system, { title: 'files asks to use write', body: 'Decide in Portolan.' }, press)?.close();
    click.get('click')?.();
    expect(made).toEqual([{ title: 'files asks to use write', body: 'Decide in Portolan.' }, 'shown', 'closed']);
    expect(press).toHaveBeenCalledOnce();
    systemTray(system).show(2, 'Portolan: 2', [{ label: 'Open', isEnabled: true, onPress: press }]);
    expect(built).toEqual(['Portolan: 2', [{ label: 'Open', enabled: true, click: press }]]);
  });

  it.each([0, 1, 7, 9, 10, 400])('has a picture for %i questions', (count) => {
    const pixels = trayPixels(count);
    expect(pixels).toHaveLength(iconSize * iconSize * 4);
    const red = Array.from({ length: iconSize * iconSize }, (_, at) => pixels.subarray(at * 4, at * 4 + 4)).filter(([b, g, r]) => r === 200 && g === 30 && b === 30).length;
    expect(red > 0).toBe(count > 0);
  });
});

describe('closing the app while questions are open', () => {
  const quit = (count: number, answer: () => Promise<boolean>) => {
    const quits = vi.fn<() => void>();
    const asked = vi.fn<() => Promise<boolean>>(answer);
    return { quits, asked, question: new QuitQuestion({ texts, count: () => count, ask: asked, quit: quits, log: () => undefined }) };
  };

  it('asks first, once, and quits when that is meant (H08)', async () => {
    const meant = Promise.withResolvers<boolean>();
    const { quits, asked, question } = quit(2, () => meant.promise);
    expect([question.asks(), question.asks()]).toEqual([true, true]);
    expect(asked).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: '2 questions are open' }));
    expect(quits).not.toHaveBeenCalled();
    meant.resolve(true);
    await vi.waitFor(() => expect(quits).toHaveBeenCalledOnce());
    expect(question.asks()).toBe(false);
  });

  it('stays when it is not meant, and asks again the next time; with nothing open it asks nothing (H08)', async () => {
    const { quits, asked, question } = quit(1, () => Promise.resolve(false));
    expect(question.asks()).toBe(true);
    await vi.waitFor(() => {
      question.asks();
      expect(asked).toHaveBeenCalledTimes(2);
    });
    expect(quits).not.toHaveBeenCalled();
    expect(quit(0, () => Promise.resolve(false)).question.asks()).toBe(false);
  });

  it('does not keep the app open when nothing can be asked', async () => {
    const { quits, question } = quit(1, () => Promise.reject(new Error('no screen')));
    expect(question.asks()).toBe(true);
    await vi.waitFor(() => expect(quits).toHaveBeenCalledOnce());
  });
});
