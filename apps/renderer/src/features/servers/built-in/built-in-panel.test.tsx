import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../../test/fake-host.ts';
import { openWindow } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';

const cardOf = async (name: string): Promise<HTMLElement> => {
  const section = (await screen.findByRole('heading', { name })).closest('section');
  if (section === null) throw new Error(`no card ${name}`);
  return section;
};

describe('built-in servers', () => {
  it('are off, say what they can do and reach, and are added with one press to be reviewed (S17)', async () => {
    const host = new FakeHost({ servers: [views.server('time')] });
    const { user } = await openWindow(host, '#/add-server/built-in');
    expect(within(await cardOf('Web fetch')).getByText(/never your own network/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Turn on: Time' }));
    // The name is taken by another server: this one steps aside.
    await waitFor(() => expect(host.inputs('servers/add')).toEqual([{ name: 'time-2', launch: { kind: 'stdio', command: 'portolan-builtin', args: ['time', expect.stringMatching(/^--zone=/) as string], env: [] } }]));
    expect(await screen.findByRole('button', { name: 'Allow and start' })).toBeTruthy();
  });

  it('get no folder that was not chosen (S17)', async () => {
    const host = new FakeHost({ servers: [] });
    const { user } = await openWindow(host, '#/add-server/built-in');
    const files = await cardOf('Files');
    await user.click(within(files).getByRole('button', { name: 'Turn on: Files' }));
    expect(await within(files).findByText('Choose at least one folder.')).toBeTruthy();
    expect(host.inputs('servers/add')).toEqual([]);
    await user.type(within(files).getByRole('combobox', { name: 'Folder or file 1' }), '~/Documents');
    await user.click(within(files).getByRole('button', { name: 'Turn on: Files' }));
    await waitFor(() => expect(host.inputs('servers/add')).toEqual([{ name: 'files', launch: { kind: 'stdio', command: 'portolan-builtin', args: ['files', '--folder=~/Documents'], env: [] } }]));
  });

  it('that are on already are shown with a way there (S17)', async () => {
    const launch = { kind: 'stdio' as const, command: 'portolan-builtin', args: ['demo'], env: [] };
    await openWindow(new FakeHost({ servers: [views.server('show', { launch })] }), '#/add-server/built-in');
    const demo = await cardOf('Demonstration');
    expect(within(demo).getByText(/Already among your servers: show/)).toBeTruthy();
    expect(within(demo).getByRole('link', { name: 'Open show' }).getAttribute('href')).toBe('#/servers/s-show/overview');
  });
});
