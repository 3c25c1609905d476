import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const resource = { uri: 'docs://a/plan.md', name: 'plan.md', title: 'The plan', mimeType: 'text/markdown', size: 12, isEnabled: true, repairs: [] };

function host(): FakeHost {
  return new FakeHost({
    servers: [views.server('files'), views.server('notes')],
    tools: [views.tool('read_file', { title: 'Read a file', description: 'Reads it', inputSchema: { type: 'object', properties: { path: { type: 'string', description: 'Which one' } }, required: ['path'] } })],
    prompts: [{ name: 'greet', description: 'Says hello', arguments: [{ name: 'who', required: true }], isEnabled: true, repairs: [] }],
    resources: [resource],
    templates: [{ uriTemplate: 'docs://{name}', name: 'doc', isEnabled: true, repairs: [] }],
  });
}

const grid = () => screen.findByRole('treegrid', { name: 'What the servers offer' });

describe('the library page', () => {
  it('groups everything by server, narrows by kind, and finds as one types (P08, C06)', async () => {
    const user = userEvent.setup();
    await openWindow(host());
    location.hash = '#/library';
    await within(await grid()).findAllByText('The plan');
    expect(screen.getByText('8 entries')).toBeDefined();
    await user.click(screen.getByRole('button', { name: /^Prompts/ }));
    await waitFor(() => expect(location.hash).toBe('#/library?kind=prompt'));
    await screen.findByText('2 entries');
    await user.click(screen.getByRole('button', { name: /^All/ }));
    await user.type(screen.getByRole('searchbox', { name: /^Search tools/ }), 'plan');
    await waitFor(() => expect(location.hash).toBe('#/library?q=plan'));
    await screen.findByText('2 matches');
    await user.type(screen.getByRole('searchbox'), ' nowhere');
    await screen.findByText('Nothing matches.');
    await user.click(screen.getByRole('button', { name: 'Show everything' }));
    await screen.findByText('8 entries');
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''));
  });

  it('is used by keyboard alone: down into the list, fold, open, and back (C06)', async () => {
    const user = userEvent.setup();
    await openWindow(host());
    location.hash = '#/library?q=read_file';
    const list = await grid();
    await within(list).findAllByText('Read a file');
    screen.getByRole('searchbox').focus();
    await user.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(list);
    await user.keyboard('{ArrowLeft}');
    await waitFor(() => expect(within(list).getAllByRole('row')).toHaveLength(3));
    await user.keyboard('{ArrowRight}{ArrowDown}{Enter}');
    const pane = await screen.findByRole('region', { name: 'Tool' });
    await within(pane).findByRole('heading', { name: 'Read a file' });
    expect(within(pane).getByText('Which one')).toBeDefined();
    expect(location.hash).toContain('item=read_file');
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.click(within(pane).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Tool' })).toBeNull());
    expect(location.hash).toBe('#/library?q=read_file');
  });

  it('opens what an address names, and says when its server offers it no more', async () => {
    await openWindow(host());
    location.hash = `#/library?of=s-files&as=resource&item=${encodeURIComponent(resource.uri)}`;
    const pane = await screen.findByRole('region', { name: 'Resource' });
    await within(pane).findByRole('heading', { name: 'The plan' });
    location.hash = '#/library?of=s-files&as=prompt&item=gone';
    expect(await screen.findByText('Its server offers this no more.')).toBeDefined();
  });

  it('without any server says how there can be something', async () => {
    await openWindow(new FakeHost({}));
    location.hash = '#/library';
    await screen.findByText('Nothing here yet.');
    expect(screen.getAllByRole('button', { name: 'Add server' }).length).toBeGreaterThan(0);
  });

  it('says where not all that a server offers could be taken, and leads there (P08)', async () => {
    const some = host();
    await openWindow(some);
    location.hash = '#/library';
    await screen.findByText('Everything your servers offer, in one place.');
    const large = new FakeHost({ servers: [views.server('large', { counts: { tools: 0, resources: 2, resourceTemplates: 0, prompts: 0, refused: 1 } })], resources: [resource] });
    await openWindow(large);
    location.hash = '#/library';
    const link = await screen.findByRole('link', { name: /^Not everything of large/ });
    expect(link.getAttribute('href')).toBe('#/servers/s-large/resources');
  });

  it('draws the first parts of a resource of thousands, and more by a press (P08)', async () => {
    const user = userEvent.setup();
    const many = host();
    many.handlers['resources/read'] = ({ uri }) => ({ contents: Array.from({ length: 35 }, (_, i) => ({ kind: 'text' as const, uri: `${uri}/${i}`, mimeType: 'text/plain', text: `part ${i}` })), repairs: [] });
    await openWindow(many);
    location.hash = `#/library?of=s-files&as=resource&item=${encodeURIComponent(resource.uri)}`;
    const pane = await screen.findByRole('region', { name: 'Resource' });
    await within(pane).findByText('part 29');
    expect(within(pane).queryByText('part 30')).toBeNull();
    await user.click(within(pane).getByRole('button', { name: 'Show 5 more parts' }));
    await within(pane).findByText('part 34');
  });
});
