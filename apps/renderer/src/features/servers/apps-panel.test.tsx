import type { ImportCandidate, ImportFile } from '@portolan/contract/other-apps';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
const candidate = (key: number, name: string, part: Partial<ImportCandidate> = {}): ImportCandidate => ({ ...views.candidate(name), key, place: null, changes: [], ...part });
const file = (part: Partial<ImportFile> = {}): ImportFile => ({ id: 'cursor:0', app: 'cursor', appName: 'Cursor', path: '/home/me/.cursor/mcp.json', realPath: null, stamp: 'stamp-1', candidates: [candidate(0, 'files'), candidate(1, 'web')], skipped: [], problem: null, ...part });

beforeEach(() => {
  host = new FakeHost();
});

describe('servers of other programs', () => {
  it('are looked for only when the person comes for them, shown, brought over as chosen, and taken back (S04, A04)', async () => {
    host.handlers['imports/find'] = () => ({ files: [file()] });
    host.handlers['imports/add'] = () => ({ added: [views.ids.server('files'), views.ids.server('web')], undo: 'copy-1' });
    const { user } = await openWindow(host, '#/add-server/paste');
    expect(host.inputs('imports/find')).toEqual([]);
    await user.click(await screen.findByRole('tab', { name: 'From other apps' }));
    expect(await screen.findByRole('heading', { name: 'Cursor' })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Add web' }));
    expect(screen.getByRole('button', { name: 'Bring 1 server over' })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Add web' }));
    await user.click(screen.getByRole('button', { name: 'Bring 2 servers over' }));
    await waitFor(() => expect(host.inputs('imports/add')).toEqual([{ file: 'cursor:0', stamp: 'stamp-1', servers: [{ key: 0 }, { key: 1 }] }]));
    expect(host.asked.filter((each) => ['servers/start', 'servers/review'].includes(each.method))).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.inputs('configuration/restore')).toEqual([{ backup: 'copy-1' }]));
  });

  it('replace an entry only when that is chosen, and show what changes in it (A05)', async () => {
    const existing = { id: views.ids.server('files'), isSame: false, differences: ['args'] };
    const changes: ImportCandidate['changes'] = [{ what: 'argument', kind: 'added', name: '', before: null, after: '--evil', isHidden: false }];
    host.handlers['imports/find'] = () => ({ files: [file({ candidates: [candidate(0, 'files', { existing, changes })] })] });
    const { user } = await openWindow(host, '#/add-server/apps');
    const box = await screen.findByRole('checkbox', { name: 'Add files' });
    expect(box.getAttribute('aria-checked')).toBe('false');
    await user.click(box);
    await user.click(screen.getByRole('radio', { name: 'Take the place of my entry' }));
    expect(within(screen.getByRole('region', { name: 'What changed' })).getByText('--evil')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Bring 1 server over' }));
    await waitFor(() => expect(host.inputs('imports/add')).toEqual([{ file: 'cursor:0', stamp: 'stamp-1', servers: [{ key: 0, replace: views.ids.server('files') }] }]));
  });

  it('leave their keys in the secret store unless that is not wanted (S04, S09)', async () => {
    host.handlers['imports/find'] = () => ({ files: [file({ candidates: [candidate(0, 'files', { openSecrets: ['API_KEY'] }), candidate(1, 'web', { openSecrets: ['Authorization'] })] })] });
    const { user } = await openWindow(host, '#/add-server/apps');
    await user.click(await screen.findByRole('checkbox', { name: 'Keep Authorization encrypted, not in the configuration file' }));
    await user.click(screen.getByRole('button', { name: 'Bring 2 servers over' }));
    await waitFor(() => expect(host.inputs('imports/add')).toEqual([{ file: 'cursor:0', stamp: 'stamp-1', servers: [{ key: 0, keepSecrets: true }, { key: 1, keepSecrets: false }] }]));
  });

  it('that cannot be read or used are told, and none at all leads to pasting', async () => {
    host.handlers['imports/find'] = () => ({ files: [file({ candidates: [], problem: { reason: 'x', line: 7 }, realPath: '/dot/mcp.json', skipped: [{ name: 'builtin-one', reason: 'own-part' }] })] });
    const { user } = await openWindow(host, '#/add-server/apps');
    expect(await screen.findByText('This file cannot be read (line 7). Correct it, then look again.')).toBeTruthy();
    expect(screen.getByText('builtin-one: a part of that program itself')).toBeTruthy();
    expect(screen.getByText('a link to /dot/mcp.json')).toBeTruthy();
    host.handlers['imports/find'] = () => ({ files: [] });
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByText('No configuration of another program was found.')).toBeTruthy();
  });
});
