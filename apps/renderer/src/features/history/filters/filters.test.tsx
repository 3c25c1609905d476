import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../../test/fake-host.ts';
import { projectOf } from '../../../test/project-handlers.ts';
import { openWindow } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';

const kitchen = projectOf('Kitchen');

describe('filters of the history (C10)', () => {
  it('are chosen from a menu, shown as chips, kept in the address and taken away one by one or all at once', async () => {
    const host = new FakeHost({ projects: [kitchen], conversations: [views.chat('bread', { projectId: kitchen.id }), views.chat('other')] });
    host.handlers['conversations/filter'] = () => ({ ids: [views.ids.chat('bread')] });
    host.handlers['conversations/filterChoices'] = () => ({ models: ['large'], servers: ['files'] });
    const { user } = await openWindow(host, '#/history');
    const choose = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Filter' }));
      await user.click(await screen.findByRole('menuitem', { name }));
    };
    await choose('Kitchen');
    const filters = await screen.findByRole('group', { name: 'Filters' });
    await within(filters).findByText('Project: Kitchen');
    const main = screen.getByRole('main');
    await within(main).findByText('1 chat');
    expect(within(main).queryByRole('link', { name: /other/ })).toBeNull();
    await choose('files');
    await choose('Has an attachment');
    await waitFor(() => expect(host.inputs('conversations/filter').at(-1)).toEqual({ filters: { projectId: kitchen.id, server: 'files', hasAttachment: true } }));
    expect(location.hash).toBe(`#/history?project=${kitchen.id}&server=files&attachment=yes`);
    await user.click(screen.getByRole('button', { name: 'Remove the filter Server used: files' }));
    await waitFor(() => expect(location.hash).toBe(`#/history?project=${kitchen.id}&attachment=yes`));
    await user.click(screen.getByRole('button', { name: 'Clear all' }));
    await waitFor(() => expect(location.hash).toBe('#/history'));
    await within(main).findByRole('link', { name: /other/ });
  });

  it('are typed, and go with what is searched for; snippets stay text, hits say their project', async () => {
    const host = new FakeHost({ projects: [kitchen], conversations: [views.chat('first', { projectId: kitchen.id })] });
    host.handlers['conversations/search'] = () => ({ hits: [{ conversationId: views.ids.chat('first'), messageId: null, title: 'first', updatedAt: 1, snippet: [{ text: '<b>rye</b>', isHit: true }] }] });
    const { user } = await openWindow(host, '#/history');
    await screen.findByRole('link', { name: 'Kitchen' });
    const field = await screen.findByRole('searchbox', { name: 'Search all chats' });
    await user.type(field, 'in:kitchen is:pinned rye');
    await waitFor(() => expect(host.inputs('conversations/search').at(-1)).toMatchObject({ query: 'rye', filters: { projectId: kitchen.id, place: 'pinned' } }));
    expect(field).toHaveProperty('value', 'rye');
    const hit = await screen.findByRole('link', { name: /first.*Kitchen.*<b>rye/ });
    expect(hit.querySelector('b')).toBeNull();
    await user.type(field, ' has:attachment{Enter}');
    await waitFor(() => expect(location.hash).toContain('attachment=yes'));
    await waitFor(() => expect(field).toHaveProperty('value', 'rye '));
  });

  it('that keep out everything are named, with the way past each', async () => {
    const host = new FakeHost({ conversations: [views.chat('first')] });
    host.handlers['conversations/search'] = ({ filters }) => ({ hits: filters?.server === undefined ? [{ conversationId: views.ids.chat('first'), messageId: null, title: 'first', updatedAt: 1, snippet: [] }] : [] });
    host.handlers['conversations/excluding'] = () => ({ filters: ['server'] });
    const { user } = await openWindow(host, '#/history?q=rye&server=files&place=pinned');
    await screen.findByText('Nothing found for “rye” with these filters.');
    await screen.findByText('Without the filter “Server used: files” there would be something.');
    await user.click(screen.getByRole('button', { name: 'Search without “Server used: files”' }));
    await screen.findByRole('link', { name: /^first/ });
    expect(location.hash).toBe('#/history?q=rye&place=pinned');
  });
});
