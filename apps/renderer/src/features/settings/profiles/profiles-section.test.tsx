import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../../test/fake-host.ts';
import { profileOf, templateOf } from '../../../test/profile-handlers.ts';
import { openWindow } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';

let host: FakeHost;
beforeEach(() => {
  host = new FakeHost();
  host.state.servers = [views.server('files'), views.server('mail')];
  host.state.tools = [views.tool('read'), views.tool('write')];
});
const row = (name: string) => screen.findByText(name).then((found) => found.closest('li') ?? document.body);

describe('profiles in the settings (C11)', () => {
  it('are made with servers and tools, and only with a name of their own', async () => {
    host.state.profiles = [profileOf('Taken')];
    const { user } = await openWindow(host, '#/settings/profiles');
    await user.click(await screen.findByRole('button', { name: 'Add profile' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a profile' });
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Give it a name.')).toBeTruthy();
    expect(document.activeElement).toBe(within(dialog).getByLabelText(/^Name/));
    await user.keyboard('Taken');
    await user.type(within(dialog).getByLabelText(/^Instructions/), 'Be brief.');
    await user.click(within(dialog).getByRole('radio', { name: /^Only these/ }));
    await user.click(within(dialog).getByRole('checkbox', { name: 'files' }));
    await user.click(within(dialog).getByRole('button', { name: 'Choose tools… Tools of files' }));
    await user.click(await within(dialog).findByRole('checkbox', { name: 'write' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('There is already a profile called “Taken”.')).toBeTruthy();
    await user.clear(within(dialog).getByLabelText(/^Name/));
    await user.type(within(dialog).getByLabelText(/^Name/), 'Reader');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a profile' })).toBeNull());
    const [files] = host.state.servers;
    expect(host.inputs('profiles/save').at(-1)).toEqual({ profile: { name: 'Reader', model: null, parameters: {}, instructions: 'Be brief.', servers: [{ serverId: files?.id, name: 'files', tools: ['read'] }] } });
    expect((await row('Reader')).textContent).toContain('1 server · 1 chosen tool · with instructions');
  });

  it('are deleted with the way back, become the default, and say what of them is not here', async () => {
    host.state.profiles = [profileOf('Work', { gaps: [{ kind: 'server', server: 'gone' }, { kind: 'tool', server: 'files', tool: 'sort' }] })];
    const { user } = await openWindow(host, '#/settings/profiles');
    expect((await row('Work')).textContent).toContain('There is no server called “gone”.');
    expect((await row('Work')).textContent).toContain('“files” has no tool called “sort”.');
    await user.click(screen.getByRole('button', { name: 'Options of Work' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Begin new chats with it' }));
    expect(await screen.findByText('Default')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Options of Work' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Options of Work' })).toBeNull());
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByRole('button', { name: 'Options of Work' })).toBeTruthy();
  });

  it('come from a file once their instructions were shown', async () => {
    const { user } = await openWindow(host, '#/settings/profiles');
    await user.upload(await screen.findByLabelText('Import a profile'), new File(['{}'], 'a.json', { type: 'application/json' }));
    const dialog = await screen.findByRole('dialog', { name: 'Import a profile' });
    expect(await within(dialog).findByText('Be someone else.')).toBeTruthy();
    expect(within(dialog).getByText('There is no server called “far”. Its place is kept until there is one.')).toBeTruthy();
    expect(host.inputs('profiles/import')).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Import' }));
    expect(await row('Imported')).toBeTruthy();
  });
});

describe('prompt templates in the settings (C11)', () => {
  it('mark their places, lead to what is wrong, and are kept anyway only after that was said', async () => {
    host.state.templateProblems = (text) => (text.includes('shelf/harvset') ? [{ kind: 'tool-unknown', start: text.indexOf('{{tool'), end: text.indexOf('}}') + 2, of: 'harvset', server: 'shelf', nearest: 'shelf/harvest' }] : []);
    const { user } = await openWindow(host, '#/settings/templates');
    await user.click(await screen.findByRole('button', { name: 'Add template' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add a prompt template' });
    const text = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: /^Text/ });
    await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'two words');
    await user.click(text);
    await user.paste('Use {{tool:shelf/harvset}}');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Only letters, digits, - and _, and no space.')).toBeTruthy();
    await user.clear(within(dialog).getByRole('textbox', { name: /^Name/ }));
    await user.type(within(dialog).getByRole('textbox', { name: /^Name/ }), 'sum');
    expect(dialog.querySelector('mark')?.textContent).toBe('{{tool:shelf/harvset}}');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Not saved: something it names does not exist')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: /^Go to line 1/ }));
    await waitFor(() => expect([text.selectionStart, text.selectionEnd, document.activeElement]).toEqual([4, 26, text]));
    expect(within(dialog).getByRole('button', { name: 'Save anyway' })).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Write shelf/harvest instead' }));
    expect(text.value).toBe('Use {{tool:shelf/harvest}}');
    await waitFor(() => expect([text.selectionStart, text.selectionEnd, document.activeElement]).toEqual([4, 26, text]));
    expect(within(dialog).queryByRole('button', { name: 'Save anyway' })).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add a prompt template' })).toBeNull());
    expect(await row('/sum')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete /sum' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await row('/sum')).toBeTruthy();
  });

  it('stand behind the slash of a chat, are filled in there, and become what is written', async () => {
    host.state.ownTemplates = [templateOf('greet', 'Greet {{who}}!'), templateOf('other', 'x')];
    host.state.conversations = [views.chat('Chat')];
    const [chat] = host.state.conversations;
    const { user } = await openWindow(host, `#/chat/${chat?.id}`);
    const field = await screen.findByRole('textbox', { name: 'Message' });
    await user.type(field, '/gre');
    await user.click(await screen.findByRole('option', { name: /^\/greet/ }));
    const dialog = await screen.findByRole('dialog', { name: '/greet' });
    await user.type(within(dialog).getByRole('textbox', { name: 'who' }), 'Ann');
    await user.click(within(dialog).getByRole('button', { name: 'Insert' }));
    await waitFor(() => expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Greet Ann!'));
    expect(host.inputs('templates/use')).toMatchObject([{ values: { who: 'Ann' } }]);
  });
});
