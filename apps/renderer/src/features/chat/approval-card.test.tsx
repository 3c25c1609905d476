import type { JsonObject } from '@portolan/contract/json';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
/** A chat in which a call waits for its decision. */
function waitingHost(...names: string[]): FakeHost {
  const all = names.length === 0 ? ['delete'] : names;
  const answer = views.message('answer', { status: 'streaming', parts: all.map((name) => views.call(name, { arguments: { path: '/tmp/a' } })) });
  return new FakeHost({
    servers: [views.server('files')],
    providers: [views.provider('one')],
    conversations: [views.chat('first', { isRunning: true, messageCount: 2 })],
    messages: [views.message('ask', { role: 'user' }), answer],
    interactions: all.map((name) => views.approval(name, { arguments: { path: '/tmp/a' } })),
  });
}
const open = () => openWindow(host, '#/chat/c-first');
const card = () => screen.findByRole('region', { name: /wants to run/ });
const allowButton = async () => within(await card()).getByRole('button', { name: 'Allow once' });
const isHeld = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true';
const enabled = async (name = 'Allow once') => {
  const button = within(await card()).getByRole('button', { name });
  await waitFor(() => expect(isHeld(button)).toBe(false), { timeout: 5_000 });
  return button;
};

beforeEach(() => {
  host = waitingHost();
});

describe('allowing a call', () => {
  it('sends the answer with the hash of what was shown, once (H01, C11)', async () => {
    trustInput();
    const { user } = await open();
    await user.click(await enabled());
    await waitFor(() => expect(host.inputs('interactions/resolve')).toEqual([{ id: 'q-delete', hash: 'sha-delete', answer: { kind: 'tool-approval', decision: 'allow', scope: 'once' } }]));
  });

  it.each([
    ['Allow in this chat', 'chat'],
    ['Always allow this tool', 'always'],
  ])('offers “%s” as a choice of its own (H01)', async (name, scope) => {
    trustInput();
    const { user } = await open();
    await enabled();
    await user.click(within(await card()).getByRole('button', { name: 'More ways to allow' }));
    await user.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'tool-approval', decision: 'allow', scope }));
  });

  it('can hold for calls like this one, the narrowest first, or forbid them (H01)', async () => {
    trustInput();
    const inTmp = [{ kind: 'path' as const, argument: 'path', folder: '/tmp' }];
    host.state.interactions = [views.approval('delete', { arguments: { path: '/tmp/a' }, narrower: [inTmp] })];
    const { user } = await open();
    await enabled();
    await user.click(within(await card()).getByRole('button', { name: 'More ways to allow' }));
    await user.click(await screen.findByRole('menuitem', { name: /^Decide for later calls/ }));
    expect(within(await card()).getByRole('radio', { name: 'Only when “path” lies in /tmp' })).toHaveProperty('ariaChecked', 'true');
    await user.click(within(await card()).getByRole('radio', { name: 'Everywhere, until I take it back' }));
    const allow = within(await card()).getByRole('button', { name: 'Allow these' });
    await waitFor(() => expect(isHeld(allow)).toBe(false), { timeout: 5_000 });
    await user.click(allow);
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'tool-approval', decision: 'allow', scope: 'always', conditions: inTmp }));
  });

  it('of a chat that has read another server says so, and does not offer what would change nothing (H10, T:C16)', async () => {
    trustInput();
    const read = { serverId: views.ids.server('mail'), serverName: 'mail', kind: 'tool' as const, name: 'read' };
    host.state.interactions = [views.approval('delete', { arguments: { path: '/tmp/a' }, readBefore: [read, { ...read, kind: 'resource', name: 'note' }], isSetAside: true, scopes: ['once', 'always'] })];
    const { user } = await open();
    await enabled();
    expect((await card()).textContent).toContain('This chat has read what mail answered to “read” and “note” from mail.');
    expect((await card()).textContent).toContain('You have allowed this before. It is asked all the same.');
    await user.click(within(await card()).getByRole('button', { name: 'More ways to allow' }));
    expect(await screen.findByRole('menuitem', { name: /^Always allow/ })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /^Allow in this chat/ })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: /^Decide for later calls/ }));
    await user.click(within(await card()).getByRole('button', { name: 'Never run these' }));
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'tool-approval', decision: 'deny', never: { scope: 'always', conditions: [] } }));
  });

  it('names the permission because of which it is asked every time, and leads to it (H01)', async () => {
    const asks = views.rule('r-asks', { tool: null, effect: 'ask' });
    host.state.rules = [views.rule('r-other', { tool: 'other' }), asks];
    host.state.interactions = [views.approval('delete', { askedBy: { ...asks, isSure: true } })];
    const { user } = await open();
    expect((await card()).textContent).toContain('Always ask about every tool of files.');
    expect((await card()).textContent).toContain('As long as that stands, it is asked even if you allow it for always.');
    await user.click(within(await card()).getByRole('link', { name: 'Open this permission' }));
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Always ask about every tool of files.'));
    expect(document.activeElement?.tagName).toBe('LI');
  });

  it('says that a permission only may be about it (H01)', async () => {
    host.state.interactions = [views.approval('delete', { askedBy: { ...views.rule('r-never', { tool: null, effect: 'never' }), isSure: false } })];
    await open();
    expect((await card()).textContent).toContain('You decided something that may be about this call');
    expect((await card()).textContent).toContain('Never run every tool of files.');
  });

  it('is not possible in the first moments after the card appeared, by mouse or by key (H08, T:J10)', { retry: 3 }, async () => {
    trustInput();
    const { user } = await open();
    const button = await allowButton();
    expect(isHeld(button)).toBe(true);
    await user.click(button);
    button.focus();
    await user.keyboard('{Enter} {Control>}{Enter}{/Control}');
    expect(host.inputs('interactions/resolve')).toEqual([]);
    await enabled();
    expect(host.inputs('interactions/resolve')).toEqual([]);
  });

  it('is held back again when the window comes to the front (H08, T:J10)', async () => {
    trustInput();
    const { user } = await open();
    const button = await enabled();
    fireEvent.focus(window);
    await waitFor(() => expect(isHeld(button)).toBe(true));
    await user.click(button);
    expect(host.inputs('interactions/resolve')).toEqual([]);
  });

  it('is held back again when the card moves by itself (T:J10)', async () => {
    trustInput();
    const { user } = await open();
    const button = await enabled();
    const moved = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 200, 10, 10));
    await waitFor(() => expect(isHeld(button)).toBe(true));
    await user.click(button);
    moved.mockRestore();
    expect(host.inputs('interactions/resolve')).toEqual([]);
  });

  it('does not happen by a script: only real input counts (H08, T:J10)', async () => {
    const { user } = await open();
    const button = await enabled();
    await user.click(button);
    button.click();
    fireEvent.click(button);
    fireEvent.keyDown(button, { key: 'Enter', ctrlKey: true });
    expect(host.inputs('interactions/resolve')).toEqual([]);
  });

  it('does not happen through something that covers the button (T:J10)', async () => {
    trustInput();
    const { user } = await open();
    const button = await enabled();
    const cover = document.createElement('div');
    const seen = vi.spyOn(document, 'elementFromPoint').mockReturnValue(cover);
    fireEvent.click(button, { detail: 1, clientX: 5, clientY: 5 });
    expect(host.inputs('interactions/resolve')).toEqual([]);
    seen.mockReturnValue(button);
    await user.click(await enabled());
    await waitFor(() => expect(host.inputs('interactions/resolve')).toHaveLength(1));
    seen.mockRestore();
  });

  it('waits for the end of long arguments to have been in view (T:C10)', async () => {
    const sizes = { scrollHeight: 2_000, clientHeight: 300 };
    const spies = (['scrollHeight', 'clientHeight'] as const).map((name) => vi.spyOn(Element.prototype, name, 'get').mockReturnValue(sizes[name]));
    trustInput();
    const { user } = await open();
    expect(await screen.findByText('Read to the end to allow')).toBeTruthy();
    const button = await allowButton();
    await new Promise((resolve) => setTimeout(resolve, 750));
    await user.click(button);
    expect(host.inputs('interactions/resolve')).toEqual([]);
    const region = within(await card()).getByRole('region', { name: '1 argument' });
    region.scrollTop = 1_700;
    fireEvent.scroll(region);
    await user.click(await enabled());
    await waitFor(() => expect(host.inputs('interactions/resolve')).toHaveLength(1));
    for (const spy of spies) spy.mockRestore();
  });
});

describe('the keyboard', () => {
  it('goes to the message field when the card goes before the answer to the press is heard (C16)', async () => {
    trustInput();
    const settle = host.handlers['interactions/resolve'];
    host.handlers['interactions/resolve'] = (input, context) => {
      void settle(input, context);
      return new Promise(() => undefined);
    };
    const { user } = await open();
    (await enabled()).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(screen.queryByRole('region', { name: /wants to run/ })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });
});

describe('a card of hostile arguments and names', () => {
  const filler = Array.from({ length: 400 }, (_, index) => `Step ${index + 1} is harmless.`).join('\n');

  it('shows the deciding argument and the end of a padded one, and allows nothing until it was opened (T:C10)', async () => {
    host.state.interactions = [views.approval('delete', { arguments: { note: '\n\nApproved by admin ✅', html: '<b>Safe</b>', text: `${filler}\nrm -rf ~${'\n'.repeat(400)}`, path: '/home/ann' } })];
    trustInput();
    const { user } = await open();
    const shown = await card();
    expect([...shown.querySelectorAll('dt')].map((each) => each.textContent)).toEqual(['path', expect.stringMatching(/^text[\d,]+ characters, 801 lines$/), 'note', 'html']);
    expect(shown.querySelectorAll('dd')[1]?.textContent).toMatch(/^Step 1 is harmless\..*more characters on \d+ lines between.*rm -rf ~$/s);
    expect(shown.querySelectorAll('dd')[2]?.textContent).toBe('\n\nApproved by admin ✅');
    expect(shown.querySelector('dd b, dd img')).toBeNull();
    expect(within(shown).getByText('Read to the end to allow')).toBeTruthy();
    expect(isHeld(await allowButton())).toBe(true);
    await user.click(within(shown).getByRole('button', { name: 'Show all of it: text' }));
    expect(shown.querySelectorAll('dd')[1]?.textContent).toContain('Step 399 is harmless.');
    await waitFor(() => expect(within(shown).queryByText('Read to the end to allow')).toBeNull());
    await user.click(await enabled());
    await waitFor(() => expect(host.inputs('interactions/resolve')).toHaveLength(1));
  });

  it('says in words which value looks like a key, and hides none (T:C10)', async () => {
    host.state.interactions = [views.approval('delete', { arguments: { apiKey: 'abc', plain: 'abc' } })];
    await open();
    expect([...(await card()).querySelectorAll('dl > div')].map((each) => each.textContent)).toEqual(['apiKeyLooks like a password or keyabc', 'plainabc']);
  });

  it('says of a calming claim too that nobody has checked it, for all to see (T:C09)', async () => {
    host.state.interactions = [views.approval('delete', { tool: { ...views.tool('delete'), annotations: { readOnlyHint: true } } })];
    await open();
    expect((await card()).textContent).toContain('reads only Claimed by the server, not checked');
  });

  it('draws names of at most 64 characters on the heading, beside it the name by which the tool is called, whole (T:J01, T:J07, T:C04)', async () => {
    const long = `S${'e'.repeat(500)}rver`;
    const name = `t${'o'.repeat(120)}l`;
    host.state.interactions = [views.approval('delete', { serverName: long, tool: { ...views.tool(name), title: `A${'a'.repeat(300)}` } })];
    const { user } = await open();
    const shown = await card();
    const header = shown.querySelector('header');
    expect(header?.querySelector('h3')?.textContent).toBe(`${long.slice(0, 64)}441 more characters wants to run A${'a'.repeat(63)}237 more characters`);
    expect(header?.querySelector('code')?.textContent).toBe(name);
    await user.click(within(shown).getByRole('button', { name: 'Everything the model reads' }));
    expect(within(shown).getByText(long)).toBeTruthy();
    expect(within(shown).getAllByText(name).length).toBeGreaterThan(0);
  });
});

describe('a call of an app', () => {
  it('is asked about without a word of the model, but that it was not the model (P23, H01)', async () => {
    const call = views.call('delete', { state: 'done', interactionId: null, arguments: { path: '/tmp/a' } });
    host = new FakeHost({
      servers: [views.server('files')],
      providers: [views.provider('one')],
      conversations: [views.chat('first', { messageCount: 2 })],
      messages: [views.message('ask', { role: 'user' }), views.message('answer', { parts: [call] })],
      interactions: [views.approval('again', { arguments: { path: '/tmp/a' }, ofApp: call.callId })],
    });
    const { user } = await open();
    const shown = await card();
    await user.click(within(shown).getByRole('button', { name: 'All about this tool' }));
    expect(await within(shown).findByText('As the server sent it')).toBeTruthy();
    expect(within(shown).queryByRole('button', { name: 'Deny with a reason' })).toBeNull();
    expect(shown.textContent.replace('The app in this chat asks for this, not the model.', 'ASKED BY THE APP ')).toMatch(/^(?=.*ASKED BY THE APP)(?!.*model).*$/is);
  });
});

describe('changing the arguments', () => {
  let questions = 0;
  const edit = async (user: UserEvent) => {
    await user.click(within(await card()).getByRole('button', { name: 'Change arguments' }));
    return within(await card());
  };
  const changedTo = (args: JsonObject) => ({ kind: 'tool-approval', decision: 'allow', scope: 'once', arguments: args });
  const allowChanged = async (user: UserEvent) => {
    const button = within(await card()).getByRole('button', { name: 'Allow the changed call' });
    await waitFor(() => expect(isHeld(button)).toBe(false), { timeout: 5_000 });
    await user.click(button);
  };
  beforeEach(() => {
    const schema = { type: 'object', properties: { path: { type: 'string' }, depth: { type: 'integer', maximum: 3 } }, required: ['path'] };
    // What is typed is kept for the question: each test asks another one.
    const name = `delete-${++questions}`;
    host = waitingHost(name);
    host.state.interactions = [views.approval(name, { tool: views.tool('delete', { inputSchema: schema }), arguments: { path: '/etc', depth: 1 } })];
    trustInput();
  });

  it('in the form shows what will be sent and what was asked for before it can be allowed, once only (H02)', async () => {
    const { user } = await open();
    const editor = await edit(user);
    const field = editor.getByRole('textbox', { name: /^path/ });
    expect(document.activeElement).toBe(field);
    // Nothing is allowed while it is being written.
    expect(isHeld(editor.getByRole('button', { name: 'Allow once' }))).toBe(true);
    expect(editor.getByText('Look at the changes before you allow them')).toBeTruthy();
    await user.clear(field);
    await user.type(field, '/tmp');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const rows = [...(await card()).querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(rows).toEqual(['pathChanged/tmpBefore you changed it/etc', 'depth1']);
    expect(host.inputs('interactions/resolve')).toEqual([]);
    // No standing permission for what nobody asked for.
    expect(within(await card()).queryByRole('button', { name: 'More ways to allow' })).toBeNull();
    await allowChanged(user);
    await waitFor(() => expect(host.inputs('interactions/resolve')).toMatchObject([{ hash: `sha-delete-${questions}`, answer: changedTo({ path: '/tmp', depth: 1 }) }]));
  });

  it('does not go on while something does not fit, and says what (H02)', async () => {
    const { user } = await open();
    const editor = await edit(user);
    const depth = editor.getByRole('textbox', { name: /^depth/ });
    await user.clear(depth);
    await user.type(depth, '9');
    await user.click(editor.getByRole('button', { name: 'Show what will be sent' }));
    expect(await editor.findByText('Must be 3 or less.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(editor.getByRole('textbox', { name: /^depth/ })));
    await user.click(editor.getByRole('button', { name: 'Back to what was asked' }));
    expect(editor.getByRole<HTMLInputElement>('textbox', { name: /^depth/ }).value).toBe('1');
    await user.click(editor.getByRole('button', { name: 'Show what will be sent' }));
    // Changed back is not changed.
    expect(within(await card()).getByRole('button', { name: 'More ways to allow' })).toBeTruthy();
  });

  it('as JSON may take arguments away, and what cannot be seen is shown before it is allowed (H02, T:C07)', async () => {
    const { user } = await open();
    const editor = await edit(user);
    await user.click(editor.getByRole('tab', { name: 'JSON' }));
    const text = editor.getByRole('textbox', { name: 'Value as JSON' });
    fireEvent.change(text, { target: { value: '{"path": ' } });
    await user.click(editor.getByRole('button', { name: 'Show what will be sent' }));
    expect(await editor.findByText(/This is not valid JSON yet/)).toBeTruthy();
    fireEvent.change(text, { target: { value: '{"path": "/tmp/a\u202Eb"}' } });
    await user.click(editor.getByRole('button', { name: 'Show what will be sent' }));
    const rows = [...(await card()).querySelectorAll('dl > div')].map((row) => row.textContent);
    expect(rows).toEqual(['path1 hidden characterChanged/tmp/a‹U+202E›bBefore you changed it/etc', 'depthTaken outBefore you changed it1']);
    await allowChanged(user);
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual(changedTo({ path: '/tmp/a\u202Eb' })));
  });

  it('that the host finds wrong opens the form again with what is wrong, and nothing is lost (H02)', async () => {
    host.handlers['interactions/resolve'] = () => ({ accepted: false, problems: [], argumentProblems: [{ path: ['path'], keyword: 'pattern', limit: '^/home' }] });
    const { user } = await open();
    const editor = await edit(user);
    await user.type(editor.getByRole('textbox', { name: /^path/ }), '/x');
    await user.click(editor.getByRole('button', { name: 'Show what will be sent' }));
    await allowChanged(user);
    expect(await within(await card()).findByText('Must match the pattern ^/home')).toBeTruthy();
    expect(within(await card()).getByRole<HTMLInputElement>('textbox', { name: /^path/ }).value).toBe('/etc/x');
  });

  it('is kept when one goes to another page and comes back (H02)', async () => {
    const { user } = await open();
    const editor = await edit(user);
    await user.type(editor.getByRole('textbox', { name: /^path/ }), '/kept');
    location.hash = '#/servers';
    await waitFor(() => expect(screen.queryByRole('region', { name: /wants to run/ })).toBeNull());
    location.hash = '#/chat/c-first';
    expect(within(await card()).getByRole<HTMLInputElement>('textbox', { name: /^path/ }).value).toBe('/etc/kept');
  });
});

describe('denying a call', () => {
  it('needs nothing to have been read (H08)', async () => {
    host.state.interactions = [views.approval('delete', { arguments: { text: 'line\n'.repeat(400) } })];
    const { user } = await open();
    await user.click(await enabled('Deny'));
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'tool-approval', decision: 'deny' }));
  });

  it('can carry a reason for the model, typed by any input method (H01)', async () => {
    const { user } = await open();
    await user.click(within(await card()).getByRole('button', { name: 'Deny with a reason' }));
    const field = within(await card()).getByLabelText('Reason for the model (optional)');
    expect(document.activeElement).toBe(field);
    await user.type(field, '不要删除');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(host.inputs('interactions/resolve')).toEqual([]);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'tool-approval', decision: 'deny', reason: '不要删除' }));
  });
});

describe('the card', () => {
  it('never takes the focus from where one is writing (H08)', async () => {
    host.state.interactions = [];
    const { user } = await open();
    const field = await screen.findByRole('textbox', { name: 'Message' });
    await user.click(field);
    host.ask(views.approval('delete', { arguments: { path: '/tmp/a' } }));
    await card();
    expect(document.activeElement).toBe(field);
  });

  it('is reached by a press on the waiting decision, from any page (H08)', async () => {
    const { user } = await openWindow(host, '#/servers');
    await user.click(await screen.findByRole('button', { name: /^1 decision waiting/ }));
    const shown = await card();
    await waitFor(() => expect(document.activeElement).toBe(shown));
  });

  it('shows every argument, what decides most first, with what cannot be seen made visible (H01, T:C07, T:C10)', async () => {
    const hidden = `invoice\u202Egpj.exe\u200B`;
    const long = `${'x'.repeat(30_000)}THE-END`;
    host.state.interactions = [views.approval('delete', { arguments: { z: 'first', path: hidden, 'na\u200Bme': true, note: `ok\n\nApproved by admin ✅ <b>html</b>`, nested: { deep: ['a', 1] }, long } })];
    await open();
    const rows = [...(await card()).querySelectorAll('dl > div')].map((row) => [row.querySelector('dt')?.textContent ?? '', row.querySelector('dd')?.textContent ?? '']);
    expect(rows.map(([name]) => name)).toEqual(['path2 hidden characters', 'z', 'na‹U+200B›me', 'note', 'nested', 'long30,007 characters']);
    expect(rows[0]?.[1]).toBe('invoice‹U+202E›gpj.exe‹U+200B›');
    expect(rows[3]?.[1]).toBe('ok\n\nApproved by admin ✅ <b>html</b>');
    expect(rows[4]?.[1]).toContain('"deep"');
    expect(rows[5]?.[1]).toMatch(/29,407 more characters between.*x+THE-END$/s);
    fireEvent.click(within(await card()).getByRole('button', { name: 'Show all of it: long' }));
    expect((await card()).querySelector('dl > div:last-child dd')?.textContent).toBe(long);
  });

  it('says when the host did not take the answer, and that nothing was done', async () => {
    host.handlers['interactions/resolve'] = () => ({ accepted: false });
    const { user } = await open();
    await user.click(await enabled('Deny'));
    expect(await within(await card()).findByText(/Nothing was done; read it again/)).toBeTruthy();
    expect(within(await card()).getByRole('button', { name: 'Deny' }).getAttribute('aria-busy')).toBeNull();
  });

  it('marks what the server claims as a claim, and names what to look at twice', async () => {
    host.state.interactions = [views.approval('delete', { flags: ['claims-destructive', 'definition-changed'] })];
    await open();
    expect(within(await card()).getByText('The server says this may delete or overwrite data.')).toBeTruthy();
    expect(within(await card()).getByText('Claimed by the server, not checked')).toBeTruthy();
    expect(within(await card()).getByText('The tool has changed since you last allowed it.')).toBeTruthy();
  });

  it('comes one at a time, oldest first, with how many wait behind it (T:J10)', async () => {
    host = waitingHost('one', 'two', 'three');
    const { user } = await open();
    expect(await screen.findByRole('region', { name: 'files wants to run one' })).toBeTruthy();
    expect(within(await card()).getByText('2 more calls wait behind this one')).toBeTruthy();
    expect(screen.getAllByRole('region', { name: /wants to run/ })).toHaveLength(1);
    await user.click(await enabled('Deny'));
    expect(await screen.findByRole('region', { name: 'files wants to run two' })).toBeTruthy();
    expect(isHeld(await allowButton())).toBe(true);
  });

  it('is not denied by the second press of two that were meant for the one before it (T:J10)', async () => {
    host = waitingHost('one', 'two');
    const { user } = await open();
    await user.click(await enabled('Deny'));
    expect(await screen.findByRole('region', { name: 'files wants to run two' })).toBeTruthy();
    await user.click(within(await card()).getByRole('button', { name: 'Deny' }));
    await settled();
    expect(host.inputs('interactions/resolve').map(({ id }) => id)).toEqual(['q-one']);
    await user.click(await enabled('Deny'));
    await waitFor(() => expect(host.inputs('interactions/resolve').map(({ id }) => id)).toEqual(['q-one', 'q-two']));
  });
});

describe('a tool of a server that is named like one of the app (C04)', () => {
  it.each(['host:read_everything', 'host:'])('is vouched for by nobody: %s', async (name) => {
    host = waitingHost();
    const [asked] = host.state.interactions;
    if (asked?.kind !== 'tool-approval') throw new Error('nothing is asked');
    host.state.interactions = [{ ...asked, tool: views.tool(name, { annotations: { readOnlyHint: true } }) }];
    await openWindow(host, '#/chat/c-first');
    const shown = await screen.findByRole('region', { name: /wants to run/ });
    expect(shown.textContent).not.toContain('A tool of this app');
    expect(shown.textContent).toContain(name);
  });
});
