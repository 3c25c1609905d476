import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { SandboxOffer } from '@portolan/contract/sandbox';
import { trustInput } from '../../../test/browser.ts';
import { FakeHost } from '../../../test/fake-host.ts';
import { openWindow } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';

const offer: SandboxOffer = {
  support: { kind: 'bubblewrap', closesLocalSockets: true },
  recommended: { folders: [{ path: '/home/me/docs', access: 'write' }], network: 'none', environment: [] },
  isProposed: true,
  basis: 'known',
  download: 'prepared',
  suggestions: [],
  variables: ['EDITOR', 'GITHUB_TOKEN'],
};

function hostWith(part: Parameters<typeof views.server>[1], offered: Partial<SandboxOffer> = {}): FakeHost {
  const host = new FakeHost({ servers: [views.server('files', part)] });
  host.handlers['servers/sandboxOffer'] = () => ({ ...offer, ...offered });
  return host;
}
const allow = async () => {
  const button = await screen.findByRole('button', { name: 'Allow and start' });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5_000 });
  return button;
};

describe('the permission sheet at the review', () => {
  it('proposes what the server is known to need, and what stands there is what is allowed (S18, H07)', async () => {
    const host = hostWith({ isReviewed: false, state: 'stopped' });
    trustInput();
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    expect((await screen.findByRole('radio', { name: 'Contained (Recommended)' })).getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText(/contained: it reaches only what is listed below/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add a folder' }));
    await user.type(screen.getByRole('combobox', { name: 'Folder or file 2' }), 'relative/path');
    expect(await screen.findByText('Write the whole path, beginning with / or ~/.')).toBeTruthy();
    await user.clear(screen.getByRole('combobox', { name: 'Folder or file 2' }));
    await user.type(screen.getByRole('combobox', { name: 'Folder or file 2' }), '~/work');
    await user.type(screen.getByRole('combobox', { name: 'Variable name' }), 'EDITOR');
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Add' }));
    await user.click(await allow());
    const sandbox = { folders: [{ path: '/home/me/docs', access: 'write' }, { path: '~/work', access: 'read' }], network: 'none', environment: ['EDITOR'] };
    await waitFor(() => expect(host.inputs('servers/review')).toEqual([{ serverId: 's-files', launchHash: 'hash-files', start: true, sandbox }]));
  });

  it('says of a bundle what was filled in, and why it has a network (S05, S18)', async () => {
    const host = hostWith({ isReviewed: false, state: 'stopped' }, { basis: 'bundle', networkReason: 'files-only', download: 'none' });
    await openWindow(host, '#/servers/s-files/overview');
    expect(await screen.findByText(/comes from a bundle. It can read its own files/)).toBeTruthy();
    expect(screen.getByRole('group', { name: 'Network' }).textContent).toContain('its settings name only folders and files');
  });

  it('warns in plain words before it runs without, and remembers that it was chosen (S18)', async () => {
    const host = hostWith({ isReviewed: false, state: 'stopped' });
    trustInput();
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    await user.click(await screen.findByRole('radio', { name: 'Without containment' }));
    expect(await screen.findByText(/nothing holds it back/)).toBeTruthy();
    await user.click(await allow());
    await waitFor(() => expect(host.inputs('servers/review')).toEqual([expect.objectContaining({ sandbox: 'off' })]));
  });

  it('says why this computer can not, and starts all the same (S18)', async () => {
    const host = hostWith({ isReviewed: false, state: 'stopped' }, { support: { kind: 'none', reason: 'not-installed' }, isProposed: false });
    trustInput();
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    expect(await screen.findByText(/apt install bubblewrap/)).toBeTruthy();
    await user.click(await allow());
    await waitFor(() => expect(host.inputs('servers/review')).toEqual([{ serverId: 's-files', launchHash: 'hash-files', start: true }]));
  });

  it('is not there for an address (S18)', async () => {
    await openWindow(hostWith({ isReviewed: false, launch: { kind: 'http', url: 'https://a.example/mcp', headers: [], transport: 'auto' } }), '#/servers/s-files/overview');
    expect(await screen.findByRole('button', { name: 'Allow and connect' })).toBeTruthy();
    expect(screen.queryByRole('radio', { name: /Contained/ })).toBeNull();
  });
});

describe('permissions on the server page', () => {
  const policy = { folders: [{ path: '/home/me/docs', access: 'read' as const }], network: 'none' as const, environment: [] };

  it('shows what it may reach, and what it was refused with a way to open that door (S18)', async () => {
    const host = hostWith({ sandbox: policy, refusals: [{ kind: 'contained-folder', subject: '/home/me/pictures' }, { kind: 'contained-network', subject: 'api.example' }] });
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    const section = (await screen.findByRole('heading', { name: 'Permissions' })).closest('section');
    if (section === null) throw new Error('no section');
    expect(within(section).getByText('Contained')).toBeTruthy();
    expect(within(section).getByText('/home/me/docs')).toBeTruthy();
    expect(within(section).getByText('It ran into 2 closed doors')).toBeTruthy();
    const [first] = within(section).getAllByRole('button', { name: 'Open…' });
    if (first === undefined) throw new Error('no button');
    await user.click(first);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByDisplayValue('/home/me/pictures')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Save and restart' }));
    await waitFor(() => expect(host.inputs('servers/setSandbox')).toEqual([{ serverId: 's-files', launchHash: 'hash-files', sandbox: { ...policy, folders: [...policy.folders, { path: '/home/me/pictures', access: 'read' }] } }]));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'What may files reach?' })).toBeNull());
  });

  it('keeps what was typed when it can not be saved (S18)', async () => {
    const host = hostWith({ sandbox: policy });
    host.handlers['servers/setSandbox'] = () => {
      throw new HostError('sandbox-bad-folder', { server: 'files', folder: '/home/me/docs', reason: 'missing' });
    };
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    await user.click(await screen.findByRole('button', { name: 'Change permissions' }));
    const dialog = await screen.findByRole('dialog');
    await user.click(await within(dialog).findByRole('radio', { name: 'All of it' }));
    await user.click(within(dialog).getByRole('button', { name: /^Save/ }));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    expect(within(dialog).getByRole('radio', { name: 'All of it' }).getAttribute('aria-checked')).toBe('true');
  });
});
