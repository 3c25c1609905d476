import { screen, waitFor, within } from '@testing-library/react';
import type { DoctorFinding } from '@portolan/contract/doctor';
import { HostError } from '@portolan/contract/errors';
import { describe, expect, it } from 'vitest';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const counts = { tools: 1, resources: 1, resourceTemplates: 0, prompts: 1, refused: 0 };
const lists = {
  tools: [views.tool('echo')],
  resources: [{ uri: 'file:///a', name: 'a', isEnabled: true, repairs: [] }],
  prompts: [{ name: 'greet', arguments: [], isEnabled: true, repairs: [] }],
};
const host = (part: Partial<ReturnType<typeof views.server>> = {}) => new FakeHost({ ...lists, servers: [views.server('files', { counts, ...part })] });
const remembered = { state: 'stopped' as const, pid: null, lists: { source: 'remembered' as const, at: 1_780_000_000_000, isUsable: true }, startup: 'first-use' as const };

describe('the overview of a server', () => {
  it('tells how long it took to answer, while it can (S13)', async () => {
    await openWindow(host(), '#/servers/s-files/overview');
    expect((await screen.findByText('Last answered in')).nextElementSibling?.textContent).toBe('3ms');
  });

  it('tells nothing of how fast a server is that does not run (S13)', async () => {
    await openWindow(host({ ...remembered, latencyMs: 3 }), '#/servers/s-files/overview');
    expect(await screen.findByText('Transport')).toBeTruthy();
    expect(screen.queryByText('Last answered in')).toBeNull();
  });

  it('lists what it offers with ways there, and says since when it knows it from while the server does not run (S13, S16)', async () => {
    await openWindow(host(remembered), '#/servers/s-files/overview');
    const section = (await screen.findByRole('heading', { name: 'What it offers' })).closest('section');
    if (section === null) throw new Error('no section');
    const link = await within(section).findByRole('link', { name: 'echo' });
    expect(link.getAttribute('href')).toBe('#/servers/s-files/tools/echo');
    expect(within(section).getByText(/^From last time, /)).toBeTruthy();
    expect(within(section).getByRole('link', { name: 'greet' })).toBeTruthy();
  });

  it('offers to keep keys encrypted that stand in the configuration in the open, and a place for them first where there is none (S09)', async () => {
    const files = host({ openSecrets: ['API_KEY', 'token'] });
    const { user } = await openWindow(files, '#/servers/s-files/overview');
    expect(await screen.findByText(/^API_KEY, token: every program/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Keep them encrypted' }));
    await waitFor(() => expect(files.inputs('servers/keepSecrets')).toEqual([{ serverId: 's-files', launchHash: 'hash-files' }]));
    await waitFor(() => expect(screen.queryByText('Keys stand in the configuration in plain text')).toBeNull());
    const forgetful = host({ openSecrets: ['API_KEY'] });
    forgetful.state.secrets = { ...forgetful.state.secrets, protection: 'memory' };
    const { user: other } = await openWindow(forgetful, '#/servers/s-files/overview');
    await other.click(await screen.findByRole('button', { name: 'Choose a place for keys first' }));
    expect(location.hash).toBe('#/settings/secrets');
  });

  it('keeps when it starts, and limits, each field checked before it is sent (S16, S20)', async () => {
    const files = host();
    const { user } = await openWindow(files, '#/servers/s-files/overview');
    await user.click(await screen.findByRole('radio', { name: 'When something of it is used' }));
    await waitFor(() => expect(files.inputs('servers/setStartup')).toEqual([{ serverId: 's-files', startup: 'first-use' }]));
    await user.click(screen.getByRole('button', { name: 'Limits' }));
    const field = await screen.findByLabelText('Give up a call after so many seconds of silence');
    await user.type(field, '90x');
    await user.click(screen.getByRole('button', { name: 'Save limits' }));
    expect(await screen.findByText('A whole number from 1 to 86,400.')).toBeTruthy();
    expect(files.inputs('servers/setLimits')).toEqual([]);
    await user.clear(field);
    await user.type(field, '90');
    await user.click(screen.getByRole('button', { name: 'Save limits' }));
    await waitFor(() => expect(files.inputs('servers/setLimits')[0]?.limits).toEqual({ connectSeconds: null, callSeconds: 90, callTotalSeconds: null, callsAtOnce: null, logLines: null }));
  });

  it('shows a start that takes long with the last words of the program, and lets it be called off (S12, R10)', async () => {
    const files = host({ state: 'starting', since: Date.now() - 9000, start: { isSlow: true, isFirst: true, lastLine: 'fetching package 3', limitAt: Date.now() + 200_000 } });
    const { user } = await openWindow(files, '#/servers/s-files/overview');
    expect(await screen.findByText('Taking long. A first start may be downloading what it needs.')).toBeTruthy();
    expect(screen.getByText('fetching package 3')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancel the start' }));
    await waitFor(() => expect(files.inputs('servers/stop')).toHaveLength(1));
  });

  it('makes a copy under the next free name (S01)', async () => {
    const files = new FakeHost({ servers: [views.server('files'), views.server('second', { name: 'files 2' })] });
    const { user } = await openWindow(files, '#/servers/s-files/overview');
    await user.click(await screen.findByRole('button', { name: 'More actions for files' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }));
    await waitFor(() => expect(files.inputs('servers/duplicate')).toEqual([{ serverId: 's-files', name: 'files 3' }]));
  });
});

describe('what of a server is offered', () => {
  it.each([
    ['prompts', 'greet', 'prompt'],
    ['resources', 'file:///a', 'resource'],
  ])('is switched on its place among the %s, and stays so (S11)', async (tab, name, kind) => {
    const files = host();
    const { user } = await openWindow(files, `#/servers/s-files/${tab}/${encodeURIComponent(name)}`);
    const control = await screen.findByRole('switch', { name: 'Offered when you write' });
    expect(control.getAttribute('aria-checked')).toBe('true');
    await user.click(control);
    await waitFor(() => expect(files.inputs('servers/setItemEnabled')).toEqual([{ serverId: 's-files', kind, name, isEnabled: false }]));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Offered when you write' }).getAttribute('aria-checked')).toBe('false'));
  });

  it('is shown from the last time with a way to start the server (S16)', async () => {
    const files = host({ ...remembered, startup: 'manual', lists: { ...remembered.lists, isUsable: false } });
    const { user } = await openWindow(files, '#/servers/s-files/tools');
    const note = await screen.findByRole('note');
    expect(note.textContent).toContain('It is not running. Start it to use this.');
    await user.click(within(note).getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(files.inputs('servers/start')).toHaveLength(1));
  });
});

describe('a trial', () => {
  it('runs only after a real yes to exactly what is shown, and tells what came of it (H07, T:J10, S01)', async () => {
    const files = new FakeHost();
    const { user } = await openWindow(files, '#/add-server/form');
    await user.type(await screen.findByLabelText(/^Command/), 'uvx');
    await user.click(screen.getByRole('button', { name: 'Test first' }));
    const dialog = await screen.findByRole('dialog');
    expect([...dialog.querySelectorAll('dl code')].map((line) => line.textContent)).toEqual(['uvx']);
    const run = within(dialog).getByRole('button', { name: 'Run it once' });
    await user.click(run);
    await waitFor(() => expect(run.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5000 });
    expect(files.inputs('servers/trial')).toEqual([]);
    trustInput();
    await user.click(run);
    expect(await within(dialog).findByText('It works')).toBeTruthy();
    expect(files.inputs('servers/trial')[0]).toMatchObject({ launchHash: 'hash-of-trial', launch: { command: 'uvx' } });
    expect(files.inputs('servers/add')).toEqual([]);
  });

  it('runs contained where that is proposed, and as the person changes it (S18)', async () => {
    const files = new FakeHost();
    const recommended = { folders: [], network: 'all' as const, environment: [] };
    const offer = { support: { kind: 'bubblewrap' as const, closesLocalSockets: true }, recommended, isProposed: true, basis: 'package' as const, download: 'none' as const, suggestions: [], variables: [] };
    files.handlers['servers/prepareTrial'] = ({ sandbox = recommended }) => ({ launchHash: `hash-of-${sandbox === 'off' ? 'off' : sandbox.network}`, flags: [], offer, sandbox });
    const { user } = await openWindow(files, '#/add-server/form');
    await user.type(await screen.findByLabelText(/^Command/), 'uvx');
    await user.click(screen.getByRole('button', { name: 'Test first' }));
    const dialog = await screen.findByRole('dialog');
    expect((await within(dialog).findByRole('radio', { name: 'Contained (Recommended)' })).getAttribute('aria-checked')).toBe('true');
    expect(within(dialog).getByText(/started now, contained/)).toBeTruthy();
    await user.click(within(dialog).getByRole('radio', { name: 'None' }));
    trustInput();
    const run = within(dialog).getByRole('button', { name: 'Run it once' });
    await waitFor(() => expect(run.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5000 });
    await user.click(run);
    await waitFor(() => expect(files.inputs('servers/trial')[0]).toMatchObject({ launchHash: 'hash-of-none', sandbox: { network: 'none' } }));
  });
});

describe('check this computer', () => {
  const finding = (part: Partial<DoctorFinding>): DoctorFinding => ({ id: 'x', area: 'runtimes', level: 'ok', code: 'runtime-found', details: { runtime: 'node', version: '24.1.0', file: '/bin/node' }, fixes: [], ...part });

  it('shows what needs mending first with what mends it, and folds away what is well (O05, S10)', async () => {
    const files = new FakeHost({
      findings: [
        finding({ id: 'runtime:node' }),
        finding({ id: 'runtime:uv', level: 'error', code: 'runtime-missing', details: { runtime: 'uv', folders: ['/usr/bin', '/bin'] }, fixes: [{ kind: 'copy-command', command: 'brew install uv' }, { kind: 'open-page', url: 'https://docs.astral.sh/uv/' }] }),
        finding({ id: 'runtime:python', level: 'warn', code: 'runtime-old', details: { runtime: 'python', version: '3.8', needs: '3.10', file: '/usr/bin/python3' }, fixes: [{ kind: 'use-folder', folder: '/opt/py/bin', version: '3.13' }] }),
        finding({ id: 'server:s_a', area: 'servers', level: 'error', code: 'server-failing', details: { server: 'a' }, problem: new HostError('server-exited', { server: 'a', exitCode: 3 }).problem }),
      ],
    });
    const { user } = await openWindow(files, '#/settings/computer');
    expect(await screen.findByText('2 things need mending, 1 worth a look')).toBeTruthy();
    expect(screen.getByText('uv was not found. Searched: /usr/bin, /bin.')).toBeTruthy();
    expect(screen.getByText('brew install uv')).toBeTruthy();
    expect(screen.getByText(/a stopped with exit code 3\./)).toBeTruthy();
    expect(screen.queryByText('Node.js 24.1.0: /bin/node')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show 1 thing that is well' }));
    expect(await screen.findByText('Node.js 24.1.0: /bin/node')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use version 3.13' }));
    await waitFor(() => expect(files.inputs('doctor/useFolder')).toEqual([{ folder: '/opt/py/bin' }]));
    // It looks again, to show what came of it.
    await waitFor(() => expect(files.inputs('doctor/run').length).toBeGreaterThan(1));
  });

  it('is reached from a failed server, for that server alone (S10)', async () => {
    const files = host({ state: 'failed', problem: new HostError('launch-not-found', { server: 'files', command: 'npx' }).problem });
    const { user } = await openWindow(files, '#/servers/s-files/overview');
    await user.click(await screen.findByRole('button', { name: 'Find out why' }));
    expect(await screen.findByRole('dialog', { name: 'What stands in the way of files' })).toBeTruthy();
    await waitFor(() => expect(files.inputs('doctor/run')).toContainEqual({ serverId: 's-files' }));
  });
});
