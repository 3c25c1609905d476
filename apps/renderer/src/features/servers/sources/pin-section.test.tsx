import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../../test/fake-host.ts';
import { openWindow } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';

const unpinned = (subject: string, part: Partial<ReturnType<typeof views.server>> = {}) => new FakeHost({ servers: [views.server('mail', { flags: [{ kind: 'unpinned-package', subject }], ...part })] });
const open = (host: FakeHost) => openWindow(host, '#/servers/s-mail/overview');

describe('a package without a fixed version (A14)', () => {
  it('is pinned to the digest of its image, which is shown by its beginning', async () => {
    const host = unpinned('mcp/fetch');
    const version = `sha256:${'a1b2c3d4'.repeat(8)}`;
    host.handlers['packages/resolved'] = () => ({ resolved: { spec: 'mcp/fetch', version, integrity: null } });
    const { user } = await open(host);
    expect(await screen.findByText('mcp/fetch: version sha256:a1b2c3d4a1b2… lies on this computer')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Pin to sha256:a1b2c3d4a1b2…' }));
    await waitFor(() => expect(host.inputs('packages/pin')).toEqual([{ serverId: 's-mail', version }]));
  });

  it('is said to be one nobody can tell the version of, where that is so and it has run', async () => {
    await open(unpinned('weather-mcp'));
    expect(await screen.findByText('Which version of weather-mcp runs cannot be told')).toBeTruthy();
    expect(screen.getByText(/package==1.2.3 for uvx/)).toBeTruthy();
  });

  it('is not spoken of before it ever ran', async () => {
    await open(unpinned('weather-mcp', { state: 'stopped', pid: null }));
    expect(await screen.findByText('Transport')).toBeTruthy();
    expect(screen.queryByText(/cannot be told/)).toBeNull();
  });
});
