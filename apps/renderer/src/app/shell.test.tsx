import { HostError } from '@portolan/contract/errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { mostAttachments } from '@portolan/contract/drafts';
import { resourceAttachment, useAttachments } from '../lib/attachment-store.ts';
import { narrowWindow } from '../test/browser.ts';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow, settled } from '../test/render-app.tsx';
import * as views from '../test/views.ts';

const newChat = async () => within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('button', { name: /^New chat/ });
const palette = () => screen.findByRole('dialog', { name: 'Command palette' });

describe('the palette', () => {
  it('finds the ways to save the open chat by the word people have for it (C12, C16)', async () => {
    const { user } = await openWindow(new FakeHost({ conversations: [views.chat('first')] }), '#/chat/c-first');
    await screen.findByRole('button', { name: 'Chat options' });
    await user.keyboard('{Control>}k{/Control}');
    await user.type(within(await palette()).getByRole('combobox'), 'export');
    for (const name of ['Markdown file', 'Web page', 'JSON file']) expect(await within(await palette()).findByRole('option', { name: `Save as a file: ${name}` })).toBeTruthy();
  });

  it('opens by Ctrl+K and leads to a tool of a running server (C12)', async () => {
    const host = new FakeHost({ servers: [views.server('files', { counts: { tools: 1, resources: 0, resourceTemplates: 0, prompts: 0, refused: 0 } })], tools: [views.tool('read-file', { title: 'Read a file' })] });
    const { user } = await openWindow(host);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(within(await palette()).getByRole('combobox'), 'read a');
    await waitFor(async () => expect(within(await palette()).getByRole('option', { name: /Read a file/ }).hasAttribute('data-highlighted')).toBe(true));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('heading', { level: 2, name: 'Read a file' })).toBeTruthy();
    expect(location.hash).toBe('#/servers/s-files/tools/read-file');
  });

  it('finds tools as the library does, by what they are said to do, and loads no list of a server for it (C06)', async () => {
    const host = new FakeHost({ servers: [views.server('files', { counts: { tools: 1, resources: 0, resourceTemplates: 0, prompts: 0, refused: 0 } })], tools: [views.tool('mv', { title: 'Move', description: 'Renames a thing.' })] });
    const { user } = await openWindow(host);
    await user.keyboard('{Control>}k{/Control}');
    await user.type(within(await palette()).getByRole('combobox'), 'renames');
    expect(await within(await palette()).findByRole('option', { name: /Move/ })).toBeTruthy();
    expect(host.inputs('servers/tools')).toEqual([]);
    expect(host.inputs('library/search').every(({ kinds, limit }) => kinds?.join() === 'tool' && limit <= 200)).toBe(true);
  });

  it('offers to search all chats for whatever is typed, by keyboard like everything else (C10)', async () => {
    const { user } = await openWindow(new FakeHost());
    await user.keyboard('{Control>}k{/Control}');
    await user.type(within(await palette()).getByRole('combobox'), 'qqq zzz');
    expect(within(await palette()).getAllByRole('option')).toHaveLength(1);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(location.hash).toBe('#/history?q=qqq%20zzz'));
    expect(await screen.findByRole('searchbox', { name: 'Search all chats' })).toHaveProperty('value', 'qqq zzz');
  });
});

describe('keys', () => {
  it('are not taken while an input method composes, nor plain ones while somebody writes', async () => {
    const { user } = await openWindow(new FakeHost({ conversations: [views.chat('first')], providers: [views.provider('one')] }), '#/chat/c-first');
    const field = await screen.findByRole('textbox', { name: 'Message' });
    await user.type(field, '?');
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(field, { key: 'k', ctrlKey: true, isComposing: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    field.blur();
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  it('meant for a dialog do nothing under it', async () => {
    const { user } = await openWindow(new FakeHost());
    await user.keyboard('?');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.keyboard('{Control>},{/Control}');
    expect(location.hash).toBe('#/');
  });

  it('count by their place where the letters are of another script', async () => {
    await openWindow(new FakeHost());
    fireEvent.keyDown(document.body, { key: 'л', code: 'KeyK', ctrlKey: true });
    expect(await palette()).toBeTruthy();
  });
});

describe('chats in the sidebar', () => {
  it('are renamed in place; Escape keeps the old title (C10)', async () => {
    const host = new FakeHost({ conversations: [views.chat('first')] });
    const { user } = await openWindow(host);
    const rename = async () => {
      await user.click(await screen.findByRole('button', { name: 'Options for first' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Rename' }));
      return screen.findByRole('textbox', { name: 'Title' });
    };
    await user.type(await rename(), ' thrown away{Escape}');
    expect(host.inputs('conversations/rename')).toEqual([]);
    await user.clear(await rename());
    await user.keyboard('Better{Enter}');
    expect(await screen.findByRole('link', { name: 'Better' })).toBeTruthy();
    expect(host.inputs('conversations/rename')).toHaveLength(1);
  });

  it('are deleted at once and brought back by Undo, to where one was (C10)', async () => {
    const host = new FakeHost({ conversations: [views.chat('first')] });
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('button', { name: 'Chat options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete chat' }));
    await waitFor(() => expect(location.hash).toBe('#/'));
    await waitFor(() => expect(screen.queryByRole('link', { name: 'first' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(location.hash).toBe('#/chat/c-first'));
    expect(host.inputs('conversations/restore')).toHaveLength(1);
  });

  it('are pinned above the others and taken off again (C10)', async () => {
    const host = new FakeHost({ conversations: [views.chat('first'), views.chat('second')] });
    const { user } = await openWindow(host);
    const order = () => screen.getAllByRole('link').map((each) => each.textContent).filter((text) => text === 'first' || text === 'second');
    await user.click(await screen.findByRole('button', { name: 'Options for second' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Pin to the top' }));
    expect(await screen.findByRole('heading', { name: 'Pinned' })).toBeTruthy();
    const nav = screen.getByRole('navigation');
    await waitFor(() => expect(order()[0]).toBe('second'));
    await user.click(await within(nav).findByRole('button', { name: 'Options for second' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Take off the top' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Pinned' })).toBeNull());
    expect(host.inputs('conversations/setPlace')).toMatchObject([{ place: 'pinned' }, { place: null }]);
  });

  it('are archived out of the list, found in the history, and brought back by Undo or from there (C10)', async () => {
    const host = new FakeHost({ conversations: [views.chat('first'), views.chat('second')] });
    const { user } = await openWindow(host, '#/history');
    const nav = await screen.findByRole('navigation');
    const archive = async () => {
      await user.click(await within(nav).findByRole('button', { name: 'Options for first' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Archive' }));
      await waitFor(() => expect(within(nav).queryByRole('link', { name: 'first' })).toBeNull());
    };
    await archive();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await within(nav).findByRole('link', { name: 'first' })).toBeTruthy();
    await archive();
    const main = screen.getByRole('main');
    expect(within(main).queryByRole('link', { name: /^first/ })).toBeNull();
    await user.click(within(main).getByRole('combobox', { name: 'Show' }));
    await user.click(await screen.findByRole('option', { name: 'Archive' }));
    await user.click(await within(main).findByRole('link', { name: /^first/ }));
    await user.click(await screen.findByRole('button', { name: 'Chat options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Bring back from the archive' }));
    expect(await within(nav).findByRole('link', { name: 'first' })).toBeTruthy();
  });

  it('say in a toast when something about them failed', async () => {
    const host = new FakeHost({ conversations: [views.chat('first')] });
    host.handlers['conversations/remove'] = () => {
      throw new HostError('storage-failed', { reason: 'full' });
    };
    const { user } = await openWindow(host);
    await user.click(await screen.findByRole('button', { name: 'Options for first' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    const notices = await screen.findByRole('region', { name: /Notifications/ });
    await waitFor(() => expect(notices.textContent).toMatch(/could not be saved|cannot be saved|full/i));
    expect(screen.getByRole('link', { name: 'first' })).toBeTruthy();
  });

  it('are not made by the dozen: New chat goes to the empty one there is', async () => {
    const host = new FakeHost();
    const { user } = await openWindow(host);
    await user.click(await newChat());
    await waitFor(() => expect(location.hash).toMatch(/^#\/chat\//));
    const first = location.hash;
    location.hash = '#/servers';
    await screen.findByRole('heading', { level: 1, name: 'Servers' });
    await user.click(await newChat());
    await waitFor(() => expect(location.hash).toBe(first));
    expect(host.inputs('conversations/create')).toHaveLength(1);
    await user.type(await screen.findByRole('textbox', { name: 'Message' }), 'not empty any more');
    await user.click(await newChat());
    await waitFor(() => expect(host.inputs('conversations/create')).toHaveLength(2));
  });
});

describe('what stands above the page', () => {
  it('says where a broken configuration file is broken, and goes when it was read (S03)', async () => {
    const host = new FakeHost({ notices: [{ id: 'config-broken', kind: 'config-broken', problem: new HostError('config-broken', { file: '/data/config.json', line: 7, column: 3 }).problem, details: { file: '/data/config.json' } }] });
    const { user } = await openWindow(host);
    const notice = await screen.findByText(/line 7, column 3/);
    expect(notice.textContent).toContain('/data/config.json');
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/line 7/)).toBeNull());
  });

  it('says that the host is away once that lasts, keeps the page, and goes on when it is back (S09)', async () => {
    const host = new FakeHost({ servers: [views.server('files')] });
    await openWindow(host, '#/servers');
    await screen.findByRole('heading', { level: 1, name: 'Servers' });
    host.door = 'closed';
    host.drop();
    expect(await screen.findByText(/Lost the connection to the host/)).toBeTruthy();
    expect(screen.getAllByText('files').length).toBeGreaterThan(0);
    host.state.servers = [views.server('files'), views.server('later')];
    host.door = 'open';
    expect((await screen.findAllByText('later')).length).toBeGreaterThan(0);
    expect(screen.queryByText(/Lost the connection/)).toBeNull();
  });

  it('leads to a question from a window without a sidebar (H08)', async () => {
    narrowWindow();
    const host = new FakeHost({ conversations: [views.chat('first')], interactions: [views.approval('read')] });
    const { user } = await openWindow(host, '#/servers');
    expect(await screen.findByText('files wants to run read in “first”.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Decide' }));
    await waitFor(() => expect(location.hash).toBe('#/chat/c-first'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Decide' })).toBeNull());
  });

  it('calls a script that waits a script (C17)', async () => {
    narrowWindow();
    const script = views.approval('script', { serverName: 'Portolan', tool: { ...views.tool('script'), name: 'host:run_script', title: 'Run a script' } });
    await openWindow(new FakeHost({ conversations: [views.chat('first')], interactions: [script] }), '#/servers');
    expect(await screen.findByText('The model wants to run a script that it wrote in “first”.')).toBeTruthy();
  });
});

describe('a narrow window', () => {
  it('has the sidebar in a drawer: opened by its button, left by Escape or by going somewhere', async () => {
    narrowWindow();
    const { user } = await openWindow(new FakeHost());
    expect(screen.queryByRole('navigation')).toBeNull();
    const toggle = await screen.findByRole('button', { name: 'Show or hide the sidebar' });
    await user.click(toggle);
    expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull());
    await user.click(toggle);
    await user.click(await screen.findByRole('link', { name: 'Settings' }));
    await waitFor(() => expect(screen.queryByRole('navigation')).toBeNull());
    expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeTruthy();
  });
});

describe('a window that may not in', () => {
  it('says how to get in (W3)', async () => {
    const host = new FakeHost();
    host.door = 'refused';
    await openWindow(host);
    expect(await screen.findByText('This window is no longer signed in')).toBeTruthy();
  });

  it('offers to try again when the host cannot say its settings', async () => {
    const host = new FakeHost();
    const watch = host.handlers['settings/watch'];
    host.handlers['settings/watch'] = () => {
      throw new HostError('storage-failed', { reason: 'x' });
    };
    const { user } = await openWindow(host);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    host.handlers['settings/watch'] = watch;
    await user.click(retry);
    expect(await screen.findByRole('heading', { level: 1, name: 'Home' })).toBeTruthy();
  });
});

describe('adding something of a server to a chat', () => {
  it('takes a resource to a chat of choice, where it waits to be sent (P08)', async () => {
    const host = new FakeHost({
      servers: [views.server('files', { counts: { tools: 0, resources: 1, resourceTemplates: 0, prompts: 1, refused: 0 } })],
      resources: [{ uri: 'file:///a.txt', name: 'a.txt', isEnabled: true, repairs: [] }],
      conversations: [views.chat('first'), views.chat('second')],
      providers: [views.provider('one')],
    });
    const { user } = await openWindow(host, `#/servers/s-files/resources/${encodeURIComponent('file:///a.txt')}`);
    expect(await screen.findByText('content of file:///a.txt')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add to chat' }));
    await user.click(await screen.findByRole('menuitem', { name: 'second' }));
    await waitFor(() => expect(location.hash).toBe('#/chat/c-second'));
    expect(within(await screen.findByRole('list', { name: 'Attached' })).getByRole('listitem').textContent).toMatch(/^a\.txt from files/);
  });

  it('says so when a message can carry no more (C07)', async () => {
    const server = views.server('files', { counts: { tools: 0, resources: 1, resourceTemplates: 0, prompts: 0, refused: 0 } });
    const host = new FakeHost({ servers: [server], resources: [{ uri: 'file:///a.txt', name: 'a.txt', isEnabled: true, repairs: [] }], conversations: [views.chat('full')], providers: [views.provider('one')] });
    const { user } = await openWindow(host, `#/servers/s-files/resources/${encodeURIComponent('file:///a.txt')}`);
    useAttachments.getState().add(views.ids.chat('full'), Array.from({ length: mostAttachments }, (_, index) => resourceAttachment(server, `file:///${index}`, { name: `${index}` })));
    await user.click(await screen.findByRole('button', { name: 'Add to chat' }));
    await user.click(await screen.findByRole('menuitem', { name: 'full' }));
    expect((await screen.findAllByText('1 attachment did not fit. Send these first.')).length).toBeGreaterThan(0);
  });
});

describe('nothing takes the focus by itself (H08)', () => {
  it('not a server that changes, not a toast, not a notice', async () => {
    const host = new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first')], providers: [views.provider('one')] });
    const { user } = await openWindow(host, '#/chat/c-first');
    const field = await screen.findByRole('textbox', { name: 'Message' });
    await user.type(field, 'writing');
    const lost = vi.fn<() => void>();
    field.addEventListener('blur', lost);
    host.changeServer(views.ids.server('files'), { state: 'failed' });
    host.state.notices = [{ id: 'n', kind: 'host-restarted', problem: null, details: {} }];
    await host.handlers['settings/update']({}, { connection: 'test', signal: new AbortController().signal });
    host.say(views.message('new'));
    await settled();
    expect(document.activeElement).toBe(field);
    expect(lost).not.toHaveBeenCalled();
  });
});
