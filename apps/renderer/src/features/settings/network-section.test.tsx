import { screen, waitFor, within } from '@testing-library/react';
import { HostError } from '@portolan/contract/errors';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const proxied = views.network({
  settings: { mode: 'address', proxy: 'http://proxy.corp:8080', noProxy: 'intranet.corp', certificates: '/etc/corp.pem' },
  credentials: { username: 'ann' },
  proxy: { source: 'settings', http: 'http://proxy.corp:8080', https: 'http://proxy.corp:8080', no: 'intranet.corp', hasCredentials: true },
  certificateFiles: [{ source: 'settings', file: '/etc/corp.pem', count: 0, problem: 'missing' }],
});

describe('the way to the network', () => {
  it('is shown as it is, and set with a password that goes to the host and stays nowhere (S20, S09)', async () => {
    const host = new FakeHost();
    const { user } = await openWindow(host, '#/settings/network');
    expect(await screen.findByText('Now: directly.')).toBeTruthy();
    expect(screen.queryByLabelText(/Address of the proxy/)).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'Through this proxy' }));
    await user.type(screen.getByLabelText(/Address of the proxy/), 'http://proxy.corp:8080');
    await user.type(screen.getByLabelText(/User name/), 'ann');
    await user.type(screen.getByLabelText(/Password/), 'office-pass');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(host.inputs('network/save')).toEqual([{ mode: 'address', proxy: 'http://proxy.corp:8080', noProxy: '', certificates: '', username: 'ann', password: 'office-pass' }]));
    await waitFor(() => expect(screen.getByLabelText(/Password/)).toHaveProperty('value', ''));
    expect([...document.querySelectorAll('input, textarea')].some((field) => Reflect.get(field, 'value') === 'office-pass')).toBe(false);
  });

  it('keeps a password that is not typed again, says what is wrong with a file, and forgets when told (S20)', async () => {
    const host = new FakeHost();
    host.handlers['network/get'] = () => proxied;
    host.handlers['network/save'] = ({ username }) => ({ ...proxied, credentials: username === '' ? null : proxied.credentials });
    const { user } = await openWindow(host, '#/settings/network');
    expect(await screen.findByText('Now: through http://proxy.corp:8080.')).toBeTruthy();
    expect(screen.getByText('/etc/corp.pem is not there.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(host.inputs('network/save')[0]).not.toHaveProperty('password'));
    expect(host.inputs('network/save')[0]).not.toHaveProperty('username');
    await user.click(await screen.findByRole('button', { name: 'Forget user name and password' }));
    await waitFor(() => expect(host.inputs('network/save').at(-1)).toEqual({ username: '' }));
  });

  it('says at the field what cannot be used, and keeps what was typed (S20)', async () => {
    const host = new FakeHost();
    host.handlers['network/save'] = () => {
      throw new HostError('invalid-input', { subject: 'certificates', reason: 'certificates-missing' });
    };
    const { user } = await openWindow(host, '#/settings/network');
    await user.type(await screen.findByLabelText(/Certificates of your company/), '/nowhere.pem');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('There is no such file.')).toBeTruthy();
    expect(screen.getByLabelText(/Certificates of your company/)).toHaveProperty('value', '/nowhere.pem');
  });

  it('is tried out on what is used, with the reason and what to do (S20)', async () => {
    const host = new FakeHost();
    host.handlers['network/check'] = () => ({
      checks: [
        { kind: 'registry', name: '', origin: 'https://registry.example', via: null, ms: 40, problem: null },
        { kind: 'provider', name: 'Office', origin: 'https://api.example', via: 'http://proxy.corp:8080', ms: 3, problem: new HostError('proxy-failed', { proxy: 'http://proxy.corp:8080', reason: 'credentials', status: 407, target: 'api.example:443' }).problem },
      ],
    });
    const { user } = await openWindow(host, '#/settings/network');
    await user.click(await screen.findByRole('button', { name: 'Check now' }));
    expect(await screen.findByText('1 address cannot be reached.')).toBeTruthy();
    const row = screen.getByText('Model: Office').closest('li') ?? document.body;
    expect(row.textContent).toContain('The proxy http://proxy.corp:8080 wants a user name and a password (HTTP 407)');
    expect(within(row).getByText(/Enter them under Settings/)).toBeTruthy();
  });
});
