import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FileHash } from '@portolan/contract/files';
import { FakeHost } from '../../test/fake-host.ts';
import { projectOf } from '../../test/project-handlers.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const kitchen = projectOf('Kitchen', { instructions: 'Metric units.', instructionsTokens: 4 });
const garden = projectOf('Garden');

describe('projects in the sidebar (C10)', () => {
  it('are groups of their chats that fold by their button and by the arrows, and stay as they were', async () => {
    const host = new FakeHost({ projects: [kitchen], conversations: [views.chat('bread', { projectId: kitchen.id }), views.chat('other')] });
    const { user } = await openWindow(host);
    const nav = await screen.findByRole('navigation');
    const group = await within(nav).findByRole('list', { name: 'Chats in Kitchen' });
    expect(within(group).getByRole('link', { name: 'bread' })).toBeTruthy();
    expect(within(group).queryByRole('link', { name: 'other' })).toBeNull();
    const fold = within(nav).getByRole('button', { name: 'Chats in Kitchen' });
    expect(fold.getAttribute('aria-expanded')).toBe('true');
    await user.click(fold);
    expect(within(nav).queryByRole('link', { name: 'bread' })).toBeNull();
    within(nav).getByRole('link', { name: 'Kitchen' }).focus();
    await user.keyboard('{ArrowRight}');
    expect(within(nav).getByRole('link', { name: 'bread' })).toBeTruthy();
    await user.keyboard('{ArrowLeft}');
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    expect(localStorage.getItem('portolan.window')).toContain(kitchen.id);
  });

  it('are made by a name, take a chat by its menu or the palette, and give it back', async () => {
    const host = new FakeHost({ projects: [garden], conversations: [views.chat('bread')] });
    const { user } = await openWindow(host);
    await user.click(await screen.findByRole('button', { name: 'Options for bread' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Move to project…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Move to a project' });
    await user.type(within(dialog).getByRole('searchbox', { name: 'Find a project' }), 'Kitchen');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(host.state.conversations[0]?.projectId).toBe('p-Kitchen'));
    const group = await screen.findByRole('list', { name: 'Chats in Kitchen' });
    expect(within(group).getByRole('link', { name: 'bread' })).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.state.conversations[0]?.projectId).toBeUndefined());
  });

  it('begin a chat of their own, and an empty one of another place is not taken for it', async () => {
    const host = new FakeHost({ projects: [kitchen], conversations: [views.chat('empty', { title: '', messageCount: 0 })] });
    const { user } = await openWindow(host);
    await user.click(await screen.findByRole('button', { name: 'Options for Kitchen' }));
    await user.click(await screen.findByRole('menuitem', { name: 'New chat in this project' }));
    await waitFor(() => expect(host.inputs('conversations/create')).toMatchObject([{ projectId: kitchen.id }]));
    await screen.findByRole('link', { name: 'In the project Kitchen' });
  });

  it('are deleted without their chats, with the way back', async () => {
    const host = new FakeHost({ projects: [kitchen], conversations: [views.chat('bread', { projectId: kitchen.id })] });
    const { user } = await openWindow(host, `#/projects/${kitchen.id}`);
    await user.click(await screen.findByRole('button', { name: 'What can be done with this project' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete the project' }));
    await screen.findByText('The project “Kitchen” was deleted. Its chats are still there.');
    expect(location.hash).toBe('#/');
    expect(screen.getAllByRole('link', { name: 'bread' }).length).toBeGreaterThan(0);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(location.hash).toBe(`#/projects/${kitchen.id}`));
    await screen.findByRole('list', { name: 'Chats in Kitchen' });
  });
});

describe('the page of a project (C10)', () => {
  it('saves instructions by its button or Ctrl+Enter, says what they cost, and keeps what is half written', async () => {
    const host = new FakeHost({ projects: [kitchen] });
    const { user } = await openWindow(host, `#/projects/${kitchen.id}`);
    const field = await screen.findByRole('textbox', { name: 'Instructions' });
    expect(field).toHaveProperty('value', 'Metric units.');
    await screen.findByText('About 4 tokens with every message');
    await user.type(field, ' No nuts.');
    await screen.findByText('Not saved yet: chats still use what was saved last.');
    location.hash = '#/';
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Instructions' })).toBeNull());
    location.hash = `#/projects/${kitchen.id}`;
    const again = await screen.findByRole('textbox', { name: 'Instructions' });
    expect(again).toHaveProperty('value', 'Metric units. No nuts.');
    await user.type(again, '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(host.state.projects[0]?.instructions).toBe('Metric units. No nuts.'));
    await screen.findByText('Saved');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  });

  it('offers all servers or only these', async () => {
    const host = new FakeHost({ projects: [kitchen], servers: [views.server('files'), views.server('mail')] });
    const { user } = await openWindow(host, `#/projects/${kitchen.id}`);
    await user.click(await screen.findByRole('radio', { name: /Only these/ }));
    await user.click(await screen.findByRole('checkbox', { name: 'mail' }));
    await waitFor(() => expect(host.state.projects[0]?.servers).toEqual([views.server('files').id]));
    await user.click(screen.getByRole('checkbox', { name: 'files' }));
    await screen.findByText('No server is chosen: chats in this project offer none.');
    await user.click(screen.getByRole('radio', { name: /All servers/ }));
    await waitFor(() => expect(host.state.projects[0]?.servers).toBeNull());
  });

  it('shows what each file costs and how it goes, and takes one away with the way back', async () => {
    const hash = FileHash.parse('a'.repeat(64));
    const files = [{ hash, name: 'rye.txt', bytes: 2_000, mimeType: 'text/plain', tokens: 500, way: 'whole' as const }, { hash: FileHash.parse('b'.repeat(64)), name: 'long.txt', bytes: 900_000, mimeType: 'text/plain', tokens: 225_000, way: 'on-demand' as const }];
    const host = new FakeHost({ projects: [{ ...kitchen, files }] });
    const { user } = await openWindow(host, `#/projects/${kitchen.id}`);
    const list = await screen.findByRole('list', { name: 'Files' });
    expect(within(list).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/rye\.txt.*about 500 tokens.*With every message/), expect.stringMatching(/long\.txt.*about 225,000 tokens.*Read when needed/)]);
    await user.click(within(list).getByRole('button', { name: 'Remove rye.txt' }));
    await waitFor(() => expect(host.state.projects[0]?.files).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.inputs('projects/addFile')).toMatchObject([{ hash, name: 'rye.txt' }]));
  });

  it('says that it is not there any more', async () => {
    await openWindow(new FakeHost(), '#/projects/p-gone');
    expect(await screen.findByText('This project is not there any more. Its chats are in the history.')).toBeTruthy();
  });
});
