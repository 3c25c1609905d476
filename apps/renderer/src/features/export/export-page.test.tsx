import type { ExportTarget } from '@portolan/contract/other-apps';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
const target = (app: ExportTarget['app'], name: string, exists: boolean): ExportTarget => ({ app, name, path: `/home/me/${app}`, exists, takesAddresses: true, takesReferences: true });

beforeEach(() => {
  host = new FakeHost();
  host.state.servers = [views.server('files'), views.server('web')];
  host.handlers['exports/targets'] = () => ({ targets: [target('claude-desktop', 'Claude Desktop', false), target('cursor', 'Cursor', true)] });
  host.handlers['exports/preview'] = ({ servers, secrets }) => ({
    path: '/home/me/cursor',
    stamp: 'stamp-1',
    diff: { hunks: [{ before: 1, after: 1, lines: [{ kind: 'added', text: '"files": {}' }] }], added: 1, removed: 0, isTooLarge: false },
    servers: servers.map((serverId) => ({ serverId, name: serverId.slice(2), outcome: 'added', remarks: [{ kind: secrets === 'values' ? 'secret-written' : 'secret-as-reference', subjects: ['TOKEN'] }] })),
    hasSecrets: true,
  });
  host.handlers['exports/write'] = () => ({ path: '/home/me/cursor', backup: '/home/me/cursor.bak' });
});

describe('giving servers to another program', () => {
  it('shows what will be written before it is, and where the file as it was is kept (S04)', async () => {
    const { user } = await openWindow(host, '#/export');
    // The program whose file is there comes first.
    expect((await screen.findByRole('radio', { name: /^Cursor/ })).getAttribute('aria-checked')).toBe('true');
    expect((await screen.findByRole('region', { name: 'What will be written' })).textContent).toContain('"files": {}');
    expect(host.inputs('exports/write')).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'web' }));
    await waitFor(() => expect(host.inputs('exports/preview').at(-1)).toEqual({ app: 'cursor', servers: [views.ids.server('files')], secrets: 'references' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Write the file' }).getAttribute('aria-disabled')).not.toBe('true'));
    await user.click(screen.getByRole('button', { name: 'Write the file' }));
    expect(await screen.findByText('The file as it was is kept as /home/me/cursor.bak')).toBeTruthy();
    expect(host.inputs('exports/write')).toEqual([{ app: 'cursor', servers: [views.ids.server('files')], secrets: 'references', stamp: 'stamp-1' }]);
  });

  it('leaves secrets out unless that is chosen, beside a plain warning (S09)', async () => {
    const { user } = await openWindow(host, '#/export?server=s-web');
    expect(await screen.findByText('Written as a reference: TOKEN')).toBeTruthy();
    expect(screen.getByText(/They stand there in plain text/)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: /Write them into the file/ }));
    expect(await screen.findByText('Written in plain text: TOKEN')).toBeTruthy();
    expect(host.inputs('exports/preview').at(-1)).toEqual({ app: 'cursor', servers: [views.ids.server('web')], secrets: 'values' });
  });
});
