import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow } from '../test/render-app.tsx';

const info = { version: '0.1.0', shell: 'desktop' as const, platform: 'linux x64', node: '24.21.0', dataFolder: '/data', configFile: '/data/config.json' };
const certificates = () => screen.findByLabelText(/Certificates of your company/);

describe('a field for a path (S18, P14)', () => {
  it('has the system’s dialog in the desktop app: the path comes into the field, and nothing when nothing was chosen', async () => {
    const host = new FakeHost();
    host.handlers['app/info'] = () => info;
    host.handlers['paths/choose'] = () => ({ path: '/etc/corp.pem' });
    const { user } = await openWindow(host, '#/settings/network');
    const field = await certificates();
    await user.click(await screen.findByRole('button', { name: 'Choose a file…' }));
    await waitFor(() => expect(field).toHaveProperty('value', '/etc/corp.pem'));
    host.handlers['paths/choose'] = () => ({ path: null });
    await user.click(screen.getByRole('button', { name: 'Choose a file…' }));
    await waitFor(() => expect(host.inputs('paths/choose')).toEqual([{ kind: 'file', start: '' }, { kind: 'file', start: '/etc/corp.pem' }]));
    expect(field).toHaveProperty('value', '/etc/corp.pem');
  });

  it('offers folders while a path is typed, and has no button for a dialog that a browser does not have', async () => {
    const host = new FakeHost();
    host.handlers['paths/complete'] = ({ text }) => ({ folders: '/home/me/projects'.startsWith(text) ? ['/home/me/projects', '/home/me/projects-old'] : [] });
    const { user } = await openWindow(host, '#/settings/network');
    const field = await certificates();
    expect(screen.queryByRole('button', { name: /Choose a f/ })).toBeNull();
    const offers = () => [...document.querySelectorAll('datalist option')].map((option) => option.getAttribute('value'));
    await user.type(field, '/home/me/p');
    await waitFor(() => expect(offers()).toEqual(['/home/me/projects', '/home/me/projects-old']));
    expect(field.getAttribute('list')).toBe(document.querySelector('datalist')?.id);
    await user.type(field, 'rojects');
    await waitFor(() => expect(offers()).toEqual(['/home/me/projects-old']));
    await user.type(field, '/x');
    await waitFor(() => expect(offers()).toEqual([]));
    // Typed in one go, it is asked about when the typing rests.
    expect(host.inputs('paths/complete').every(({ text }) => text !== '')).toBe(true);
  });
});
