import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';

let host: FakeHost;
const at = Date.UTC(2026, 10, 29, 12);
const backup = { id: 'portolan-1.json', at, bytes: 100, servers: ['files', 'weather'], providers: 1, isCurrent: false };

beforeEach(() => {
  host = new FakeHost();
  host.handlers['configuration/state'] = () => ({ file: '/data/portolan.json', broken: null, unusable: [], hasLastGood: true, backups: [{ ...backup, id: 'now', isCurrent: true }, backup] });
  host.handlers['configuration/compare'] = () => ({
    servers: [{ name: 'weather', kind: 'added' }],
    diff: { hunks: [{ before: 1, after: 1, lines: [{ kind: 'same', text: '{' }, { kind: 'added', text: '  "TOKEN": "••• 1"' }] }], added: 1, removed: 0, isTooLarge: false },
  });
});

describe('the configuration in the settings', () => {
  it('lists copies, shows what restoring one changes, restores it and takes that back (S03)', async () => {
    const { user } = await openWindow(host, '#/settings/configuration');
    const buttons = await screen.findAllByRole('button', { name: /^Compare with the copy of/ });
    await user.click(buttons[1] ?? document.body);
    const dialog = await screen.findByRole('dialog');
    expect(await within(dialog).findByText('comes back')).toBeTruthy();
    expect(within(dialog).getByRole('region', { name: 'Line by line' }).textContent).toContain('added: ');
    await user.click(within(dialog).getByRole('button', { name: 'Restore this copy' }));
    await waitFor(() => expect(host.inputs('configuration/restore')).toEqual([{ backup: backup.id }]));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.inputs('configuration/restore')).toEqual([{ backup: backup.id }, { backup: 'before' }]));
  });

  it('leads from the notice of a broken file to its line, and puts the last good one back (S02)', async () => {
    host.state.notices = [{ id: 'config-broken', kind: 'config-broken', problem: null, details: {} }];
    host.handlers['configuration/state'] = () => ({ file: '/data/portolan.json', broken: { reason: 'CommaExpected', line: 4, column: 5, excerpt: [{ line: 3, text: '  "a": 1' }, { line: 4, text: '  "b": 2' }] }, unusable: [], hasLastGood: true, backups: [] });
    const { user } = await openWindow(host, '#/servers');
    await user.click(await screen.findByRole('button', { name: 'Show' }));
    const around = await screen.findByRole('region', { name: 'The text around it' });
    expect(within(around).getByText('the line at fault:').parentElement?.textContent).toContain('"b": 2');
    await user.click(screen.getByRole('button', { name: 'Put the last good one in its place' }));
    await waitFor(() => expect(host.inputs('configuration/useLastGood')).toEqual([{}]));
    expect(await screen.findByText('Your file is kept as /data/portolan.json.broken')).toBeTruthy();
  });
});
