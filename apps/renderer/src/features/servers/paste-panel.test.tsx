import { HostError } from '@portolan/contract/errors';
import type { PasteCandidate } from '@portolan/contract/servers';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';
import { useAddServerState } from './add-server-state.ts';
import { emptyDraft } from './launch-draft.ts';

let host: FakeHost;
const open = () => openWindow(host, '#/add-server');
const field = () => screen.findByRole('textbox', { name: 'Configuration, command line or address' });

beforeEach(() => {
  host = new FakeHost();
  useAddServerState.setState({ way: 'paste', pasted: '', draft: emptyDraft });
  host.handlers['servers/parse'] = ({ text }) => {
    if (text.includes('broken')) throw new HostError('paste-not-understood', { line: 3, column: 7, reason: 'x' });
    return { format: 'mcpServers', candidates: [views.candidate('files'), views.candidate('web', { launch: { kind: 'http', url: 'https://a.example/mcp', headers: [], transport: 'auto' } })] };
  };
});

describe('pasting a configuration', () => {
  it('previews what would be added, adds what is chosen, and starts nothing (S04, try-out 40)', async () => {
    const { user } = await open();
    await user.click(await field());
    await user.paste('{"mcpServers":{}}');
    const found = await screen.findByRole('region', { name: '2 servers found' });
    expect(within(found).getByText('https://a.example/mcp')).toBeTruthy();
    expect(within(found).getByText('Nothing starts yet: you review each server first.')).toBeTruthy();
    await user.click(within(found).getByRole('checkbox', { name: 'Add web' }));
    await user.click(within(found).getByRole('button', { name: 'Add 1 server' }));
    await screen.findByRole('heading', { level: 1, name: 'files' });
    expect(host.inputs('servers/add')).toEqual([{ name: 'files', launch: { kind: 'stdio', command: 'npx', args: ['-y', 'files'], env: [] } }]);
    expect(host.asked.filter((each) => ['servers/start', 'servers/review', 'servers/restart'].includes(each.method))).toEqual([]);
    expect(await screen.findByRole('button', { name: 'Allow and start' })).toBeTruthy();
  });

  it('warns about an entry it would replace, says what changes, and leaves out what is there already (S04)', async () => {
    const existing = { id: views.ids.server('files'), isSame: false, differences: ['args'] };
    const changes: PasteCandidate['changes'] = [{ what: 'argument', kind: 'removed', name: '', before: 'mine', after: null, isHidden: false }, { what: 'argument', kind: 'added', name: '', before: null, after: 'other', isHidden: false }, { what: 'variable', kind: 'changed', name: 'TOKEN', before: null, after: null, isHidden: true }];
    host.handlers['servers/parse'] = () => ({ format: 'mcpServers', candidates: [views.candidate('files', { existing, changes }), views.candidate('same', { existing: { ...existing, id: views.ids.server('same'), isSame: true, differences: [] } })] });
    const { user } = await open();
    await user.click(await field());
    await user.paste('x');
    const found = await screen.findByRole('region', { name: '2 servers found' });
    expect(within(found).getByText('replaces an entry with this name')).toBeTruthy();
    const changed = within(found).getByRole('region', { name: 'What changed' });
    expect([...changed.querySelectorAll('li')].map((line) => line.textContent)).toEqual(['− gone: mine', '+ new: other']);
    expect(changed.textContent).toContain('TOKEN');
    expect(within(found).getByText('already there, unchanged')).toBeTruthy();
    await user.click(within(found).getByRole('button', { name: 'Add 1 server' }));
    await waitFor(() => expect(host.inputs('servers/add')).toEqual([expect.objectContaining({ name: 'files', replace: 's-files' })]));
  });

  it('keeps keys out of the file unless they are wanted there, and says so (S04, S09)', async () => {
    host.handlers['servers/parse'] = () => ({ format: 'mcpServers', candidates: [views.candidate('files', { openSecrets: ['API_KEY', 'token'] }), views.candidate('web', { openSecrets: ['Authorization'] })] });
    const { user } = await open();
    await user.click(await field());
    await user.paste('x');
    expect(await screen.findByRole('checkbox', { name: 'Keep API_KEY, token encrypted, not in the configuration file', checked: true })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: 'Keep Authorization encrypted, not in the configuration file' }));
    expect(screen.getByText('They will stand in the configuration file in plain text.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Add 2 servers' }));
    await waitFor(() => expect(host.inputs('servers/add').map(({ name, keepSecrets }) => [name, keepSecrets])).toEqual([['files', true], ['web', false]]));
  });

  it('says where a text is not understood, and leaves the text (try-out 40)', async () => {
    const { user } = await open();
    await user.click(await field());
    await user.paste('broken {');
    expect((await within(screen.getByRole('main')).findByRole('alert')).textContent).toMatch(/3/);
    expect(await field()).toHaveProperty('value', 'broken {');
  });

  it('shows every argument on its own line, with flags, unset variables and what the entry asks for (H07, T:A02, T:A03)', async () => {
    host.handlers['servers/parse'] = () => ({
      format: 'mcpServers',
      candidates: [
        views.candidate('files', {
          launch: { kind: 'stdio', command: 'sh', args: ['-c', 'a\nb\u202Ec'], env: [{ name: 'NODE_OPTIONS', value: '--require=x' }, { name: 'KEY', value: null }], cwd: '/tmp' },
          flags: [{ kind: 'shell', subject: 'sh' }, { kind: 'dangerous-env', subject: 'NODE_OPTIONS' }],
          unsetVariables: ['TOKEN'],
          inputs: [{ id: 'pat', description: 'Your token', isSecret: true }],
        }),
      ],
    });
    const { user } = await open();
    await user.click(await field());
    await user.paste('x');
    const found = await screen.findByRole('region', { name: '1 server found' });
    const lines = [...found.querySelectorAll('dl code')].map((line) => line.textContent);
    expect(lines).toEqual(['sh', '-c', 'a‹U+000A›b‹U+202E›c2 hidden characters', 'NODE_OPTIONS=--require=x', 'KEY=value hidden', '/tmp']);
    expect(within(found).getByText('Starts a shell (sh), which can run anything')).toBeTruthy();
    expect(within(found).getByText('NODE_OPTIONS changes how programs are loaded or run')).toBeTruthy();
    expect(within(found).getByText(/Not set at the moment: TOKEN/)).toBeTruthy();
    expect(within(found).getByText('pat: Your token')).toBeTruthy();
  });

  it('keeps what was added when a later one fails, and adds only the rest at the next try', async () => {
    const add = host.handlers['servers/add'];
    let isBroken = true;
    host.handlers['servers/add'] = (input, context) => {
      if (input.name === 'web' && isBroken) throw new HostError('config-not-writable', { file: '/data/config.json' });
      return add(input, context);
    };
    const { user } = await open();
    await user.click(await field());
    await user.paste('x');
    await user.click(await screen.findByRole('button', { name: 'Add 2 servers' }));
    const again = await screen.findByRole('button', { name: 'Add 1 server' });
    expect(screen.getByText('added')).toBeTruthy();
    isBroken = false;
    await user.click(again);
    await waitFor(() => expect(host.inputs('servers/add').map((each) => each.name)).toEqual(['files', 'web', 'web']));
  });

  it('is still there after a look at another page', async () => {
    const { user } = await open();
    await user.click(await field());
    await user.paste('half a config');
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    await user.click(screen.getByRole('button', { name: 'Add server' }));
    expect(await field()).toHaveProperty('value', 'half a config');
  });
});
