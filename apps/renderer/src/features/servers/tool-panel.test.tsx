import { HostError } from '@portolan/contract/errors';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
let name = 0;
/** Sessions live as long as the window: each test has a server of its own. */
let serverName = '';
const open = (tool = 'echo') => openWindow(host, `#/servers/s-${serverName}/tools/${tool}`);
const panel = () => screen.findByRole('article');
const result = async () => within(await panel()).getByRole('region', { name: 'Result' });

beforeEach(() => {
  serverName = `files${++name}`;
  host = new FakeHost({
    servers: [views.server(serverName, { counts: { tools: 2, resources: 0, resourceTemplates: 0, prompts: 0, refused: 0 } })],
    tools: [views.tool('echo', { title: 'Echo', description: 'Says it back.', annotations: { readOnlyHint: true } }), views.tool('other')],
  });
});

describe('running a tool by hand', () => {
  it('sends what was filled in and shows the answer (S14, C03)', async () => {
    const { user } = await open();
    await user.type(within(await panel()).getByLabelText(/^text/), 'hello');
    await user.click(within(await panel()).getByRole('button', { name: 'Run' }));
    await waitFor(async () => expect((await result()).textContent).toContain('ran'));
    expect(host.inputs('tools/run')).toEqual([{ serverId: `s-${serverName}`, name: 'echo', arguments: { text: 'hello' } }]);
    expect(within(await result()).getByText('took 12ms')).toBeTruthy();
  });

  it('can be given a time limit of its own, which replaces those of its server (S20)', async () => {
    const { user } = await open();
    await user.click(within(await panel()).getByRole('button', { name: 'Time limit' }));
    const field = await screen.findByLabelText('Give up a call of this tool after so many seconds');
    expect(screen.getByText('As with the others of its server: 300 s of silence, 600 s in all.')).toBeTruthy();
    await user.type(field, '0');
    await user.click(screen.getByRole('button', { name: 'Save time limit' }));
    expect(await screen.findByText('A whole number from 1 to 86,400.')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '3600');
    await user.click(screen.getByRole('button', { name: 'Save time limit' }));
    await waitFor(() => expect(host.inputs('servers/setLimits')).toEqual([{ serverId: `s-${serverName}`, limits: { toolSeconds: { echo: 3600 } } }]));
  });

  it('starts with Ctrl+Enter from anywhere in the form', async () => {
    const { user } = await open();
    await user.type(within(await panel()).getByLabelText(/^text/), 'hello{Control>}{Enter}{/Control}');
    await waitFor(() => expect(host.inputs('tools/run')).toHaveLength(1));
  });

  it('shows what has to be corrected after the first try, leads there, and sends nothing', async () => {
    const { user } = await open();
    const field = within(await panel()).getByLabelText(/^text/);
    expect(within(await panel()).queryByText('Fill this in.')).toBeNull();
    await user.click(within(await panel()).getByRole('button', { name: 'Run' }));
    expect(await within(await panel()).findByText('Fill this in.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(host.inputs('tools/run')).toEqual([]);
  });

  it('takes the same arguments as JSON, and the form has them again', async () => {
    const { user } = await open();
    await user.type(within(await panel()).getByLabelText(/^text/), 'hello');
    await user.click(within(await panel()).getByRole('tab', { name: 'JSON' }));
    const json = await within(await panel()).findByRole('textbox', { name: 'Value as JSON' });
    expect(json).toHaveProperty('value', '{\n  "text": "hello"\n}');
    await user.clear(json);
    await user.paste('{"text":"from JSON","more":[1]}');
    await user.click(within(await panel()).getByRole('tab', { name: 'Form' }));
    expect(await within(await panel()).findByLabelText(/^text/)).toHaveProperty('value', 'from JSON');
    await user.click(within(await panel()).getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(host.inputs('tools/run')[0]?.arguments).toEqual({ text: 'from JSON', more: [1] }));
  });

  it('shows progress, and a cancel ends the call at the host (P06)', async () => {
    let wasAborted = false;
    host.handlers['tools/run'] = async function* run(_input, { signal }) {
      signal.addEventListener('abort', () => {
        wasAborted = true;
      });
      yield { type: 'progress', progress: { progress: 3, total: 10, message: 'step three' } };
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
    };
    const { user } = await open();
    await user.type(within(await panel()).getByLabelText(/^text/), 'x{Control>}{Enter}{/Control}');
    expect(await within(await result()).findByText('step three')).toBeTruthy();
    expect(within(await result()).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('30');
    await user.click(within(await panel()).getByRole('button', { name: 'Cancel' }));
    expect(await within(await result()).findByText('You cancelled this call.')).toBeTruthy();
    await waitFor(() => expect(wasAborted).toBe(true));
  });

  it('keeps a tool’s own error apart from a call that failed (P05)', async () => {
    host.handlers['tools/run'] = async function* run() {
      yield { type: 'done', result: { content: [{ type: 'text', text: 'no such file' }], isError: true, repairs: [] }, durationMs: 5 };
    };
    const { user } = await open();
    await user.type(within(await panel()).getByLabelText(/^text/), 'x{Control>}{Enter}{/Control}');
    expect(await within(await result()).findByText('The tool reports an error')).toBeTruthy();
    expect((await result()).textContent).toContain('no such file');
    host.handlers['tools/run'] = () => {
      throw new HostError('call-timeout', { server: 'files', tool: 'echo', seconds: 60 });
    };
    await user.click(within(await panel()).getByRole('button', { name: 'Run again' }));
    await waitFor(async () => expect(within(await result()).queryByText('The tool reports an error')).toBeNull());
    expect(within(await result()).getByRole('alert')).toBeTruthy();
  });

  it('shows a result that does not match its schema, beside the mismatch, never instead of it (try-out 17)', async () => {
    host.handlers['tools/run'] = async function* run() {
      yield { type: 'done', result: { content: [], structuredContent: { sum: 'nine' }, schemaMismatch: 'sum: must be a number', isError: false, repairs: [{ path: 'content', reason: 'was missing' }] }, durationMs: 5 };
    };
    const { user } = await open();
    await user.type(within(await panel()).getByLabelText(/^text/), 'x{Control>}{Enter}{/Control}');
    expect(await within(await result()).findByText('Does not match the output schema the tool announced')).toBeTruthy();
    expect((await result()).textContent).toContain('nine');
    expect(within(await result()).getByText('sum: must be a number')).toBeTruthy();
    expect(within(await result()).getByText('1 thing was put right while reading')).toBeTruthy();
  });
});

describe('what was filled in and what came of it', () => {
  it('is found again after a look at another tool, another tab and another page', async () => {
    const { user } = await open();
    await user.type(within(await panel()).getByLabelText(/^text/), 'kept{Control>}{Enter}{/Control}');
    await waitFor(async () => expect((await result()).textContent).toContain('ran'));
    await user.click(screen.getByRole('button', { name: 'other' }));
    expect(await within(await panel()).findByLabelText(/^text/)).toHaveProperty('value', '');
    await user.click(screen.getByRole('tab', { name: 'Log' }));
    await user.click(screen.getByRole('link', { name: 'Settings' }));
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    location.hash = `#/servers/s-${serverName}/tools/echo`;
    expect(await within(await panel()).findByLabelText(/^text/)).toHaveProperty('value', 'kept');
    expect((await result()).textContent).toContain('ran');
  });

  it('outlives a change of the list: the form stays while the server sends its tools anew (try-out 24)', async () => {
    const { user } = await open();
    const field = within(await panel()).getByLabelText(/^text/);
    await user.type(field, 'half');
    host.state.tools = [...host.state.tools, views.tool('third')];
    host.changeServer(views.ids.server(serverName), { generation: 2 });
    await screen.findByRole('button', { name: 'third' });
    expect(document.body.contains(field)).toBe(true);
    expect(field).toHaveProperty('value', 'half');
  });
});

describe('the list of tools', () => {
  it('is walked with the arrow keys from the filter on', async () => {
    const { user } = await openWindow(host, `#/servers/s-${serverName}/tools`);
    await user.click(await screen.findByRole('textbox', { name: 'Filter tools' }));
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(await within(await panel()).findByRole('heading', { name: 'other' })).toBeTruthy();
  });

  it('says that a tool of the address is gone, and that a stopped server can be started', async () => {
    const { user } = await open('no-such-tool');
    expect(await screen.findByText('What was opened here is no longer offered by this server.')).toBeTruthy();
    host.changeServer(views.ids.server(serverName), { state: 'stopped' });
    expect(await screen.findByText('The server is not running. Start it to use its tools.')).toBeTruthy();
    await user.click(within(screen.getByRole('tabpanel')).getByRole('button', { name: 'Start' }));
    expect(await screen.findByRole('button', { name: /^Echo/ })).toBeTruthy();
  });

  it('switches a tool off for models, and says when that failed (C13)', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('switch', { name: 'Offered to models' }));
    await waitFor(() => expect(host.inputs('servers/setToolEnabled')).toEqual([{ serverId: `s-${serverName}`, tool: 'echo', isEnabled: false }]));
    host.handlers['servers/setToolEnabled'] = () => {
      throw new HostError('config-not-writable', { file: '/data/config.json' });
    };
    await user.click(await screen.findByRole('switch', { name: 'Offered to models' }));
    expect((await screen.findAllByText(/cannot be written/)).length).toBeGreaterThan(0);
  });
});
