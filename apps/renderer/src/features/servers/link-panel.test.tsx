import type { InstallLink, LinkedServer } from '@portolan/contract/install-links';
import { HostError } from '@portolan/contract/errors';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';
import { guardMs } from '../../lib/use-guard.ts';

let host: FakeHost;
beforeEach(() => {
  host = new FakeHost({ servers: [views.server('files')] });
});

const linked = (name: string, part: Partial<LinkedServer> = {}): LinkedServer => ({ name, launch: { kind: 'stdio', command: 'npx', args: ['-y', name], env: [] }, launchHash: `hash-${name}`, flags: [], openSecrets: [], variables: [], existing: null, ...part });
const link = (id: string, servers: LinkedServer[], part: Partial<InstallLink> = {}): InstallLink => ({ id, at: 1, servers, problem: null, ...part });
async function arrive(...links: InstallLink[]): Promise<void> {
  host.state.installLinks = links;
  host.feeds.installLinks.publish({ links });
  await settled();
}
const passed = () => act(() => new Promise((resolve) => setTimeout(resolve, guardMs + 100)));

describe('a link that asks to add servers', () => {
  it('comes up by itself, shows everything, and is added only by a real press after a moment (S07, T:A01, T:A02, T:A03, T:J10)', async () => {
    const { user } = await openWindow(host, '#/servers');
    const launch = { kind: 'stdio' as const, command: 'npx', args: ['-y', 'ok', 'gpj\u202Eexe', ...Array.from({ length: 199 }, (_, n) => `benign-${n}`), '--eval=evil'], env: [{ name: 'NODE_OPTIONS', value: '--require=.js' }], cwd: '/tmp' };
    await arrive(link('l1', [linked('ok', { launch, openSecrets: ['API_KEY'], flags: [{ kind: 'dangerous-env', subject: 'NODE_OPTIONS' }], variables: ['HOME'] })]));
    const request = await screen.findByRole('region', { name: 'A link asks to add a server' });
    expect(location.hash).toBe('#/add-server/link');
    const lines = [...request.querySelectorAll('dl code')].map((line) => line.textContent);
    expect(lines).toHaveLength(1 + 203 + 1 + 1);
    expect(lines).toEqual(expect.arrayContaining(['gpj‹U+202E›exe1 hidden character', '--eval=evil', 'NODE_OPTIONS=--require=.js', '/tmp']));
    expect(within(request).getByText('203 arguments')).toBeTruthy();
    expect(within(request).getByText('HOME')).toBeTruthy();
    const add = within(request).getByRole('button', { name: 'Add 1 server' });
    expect(document.activeElement).not.toBe(add);
    await user.click(add);
    await user.keyboard('{Enter}');
    expect(host.inputs('installLinks/accept')).toEqual([]);
    await passed();
    await user.click(add);
    // Made by a script.
    expect(host.inputs('installLinks/accept')).toEqual([]);
    trustInput();
    await passed();
    await user.click(add);
    await waitFor(() => expect(host.inputs('installLinks/accept')).toEqual([{ id: 'l1', servers: [{ index: 0, name: 'ok', keepSecrets: true }] }]));
    expect(await screen.findByRole('button', { name: 'Allow and start' })).toBeTruthy();
    expect(host.asked.filter(({ method }) => ['servers/start', 'servers/review', 'servers/restart', 'servers/add'].includes(method))).toEqual([]);
  });

  it('says when a name is taken, adds beside it under a free one, and replaces only what is chosen to be (T:A05)', async () => {
    trustInput();
    const { user } = await openWindow(host, '#/servers');
    const existing = { id: views.ids.server('files'), isSame: false, differences: ['command', 'args'], freeName: 'files-2' };
    await arrive(link('l1', [linked('files', { existing }), linked('same', { existing: { ...existing, isSame: true, differences: [] } })]));
    const request = await screen.findByRole('region', { name: 'A link asks to add 2 servers' });
    expect(within(request).getByText('Changes: command, arguments')).toBeTruthy();
    await passed();
    await user.click(within(request).getByRole('button', { name: 'Add 1 server' }));
    await waitFor(() => expect(host.inputs('installLinks/accept').at(-1)).toEqual({ id: 'l1', servers: [{ index: 0, name: 'files-2' }] }));
    await arrive(link('l2', [linked('files', { existing })]));
    const again = await screen.findByRole('region', { name: 'A link asks to add a server' });
    await user.click(within(again).getByRole('radio', { name: /^Replace/ }));
    await passed();
    await user.click(within(again).getByRole('button', { name: 'Add 1 server' }));
    await waitFor(() => expect(host.inputs('installLinks/accept').at(-1)).toEqual({ id: 'l2', servers: [{ index: 0, name: 'files', replace: 's-files' }] }));
  });

  it('comes up beside a notice: a toast is a dialog to the page, and none to the person (S07)', async () => {
    host.state.conversations = [views.chat('first')];
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('button', { name: 'Chat options' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete chat' }));
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeTruthy();
    await arrive(link('l1', [linked('ok')]));
    expect(await screen.findByRole('region', { name: 'A link asks to add a server' })).toBeTruthy();
  });

  it('leaves an open dialog its place and its focus, and waits in a line above the page (T:J10)', async () => {
    const { user } = await openWindow(host, '#/servers');
    await user.keyboard('{Control>}k{/Control}');
    const palette = await screen.findByRole('dialog');
    const focused = document.activeElement;
    await arrive(link('l1', [linked('ok')]));
    expect(screen.getByRole('dialog')).toBe(palette);
    expect(document.activeElement).toBe(focused);
    expect(location.hash).toBe('#/servers');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Look at it' }));
    expect(await screen.findByRole('region', { name: 'A link asks to add a server' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Look at it' })).toBeNull();
  });

  it('that was refused says why and can only be set aside (T:A05, T:A06)', async () => {
    const { user } = await openWindow(host, '#/servers');
    await arrive(link('l1', [], { problem: new HostError('install-link-refused', { reason: 'unknown-key', subject: 'approved' }).problem }));
    const request = await screen.findByRole('region', { name: 'A link was refused' });
    expect(request.textContent).toContain('(approved)');
    expect(within(request).getAllByRole('button')).toHaveLength(1);
    await user.click(within(request).getByRole('button'));
    await waitFor(() => expect(host.inputs('installLinks/dismiss')).toEqual([{ id: 'l1' }]));
    expect(await screen.findByText('No link is waiting')).toBeTruthy();
  });
});
