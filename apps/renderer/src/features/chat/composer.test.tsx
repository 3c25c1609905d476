import { HostError } from '@portolan/contract/errors';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
const open = (hash = '#/chat/c-first') => openWindow(host, hash);
const composer = () => screen.findByRole('textbox', { name: 'Message' });
const textOf = (field: HTMLElement) => (field instanceof HTMLTextAreaElement ? field.value : '');

beforeEach(() => {
  host = new FakeHost({
    servers: [views.server('files', { counts: { tools: 1, resources: 1, resourceTemplates: 1, prompts: 1, refused: 0 } })],
    providers: [views.provider('one')],
    conversations: [views.chat('first'), views.chat('second')],
    resources: [{ uri: 'file:///a.txt', name: 'a.txt', isEnabled: true, repairs: [] }],
    templates: [{ uriTemplate: 'file:///{name}', name: 'any file', isEnabled: true, repairs: [] }],
    prompts: [{ name: 'greet', arguments: [{ name: 'who', required: true }], isEnabled: true, repairs: [] }],
  });
});

describe('sending', () => {
  it('happens by Enter; Shift+Enter is a new line; the field is empty once the host has the message (C09)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.type(field, 'Hello{Shift>}{Enter}{/Shift}there{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')).toEqual([{ conversationId: 'c-first', text: 'Hello\nthere', attachments: [] }]));
    await waitFor(() => expect(textOf(field)).toBe(''));
    expect(await screen.findByRole('article', { name: 'Message from you' })).toBeTruthy();
  });

  it('does not happen while an input method composes: Enter chooses a word then (中文)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.type(field, '你好');
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    await settled();
    expect(host.inputs('conversations/send')).toEqual([]);
    expect(textOf(field)).toBe('你好');
  });

  it('leaves the text where it is when it fails, says why, and works at the next try', async () => {
    let isBroken = true;
    const send = host.handlers['conversations/send'];
    host.handlers['conversations/send'] = (input, context) => {
      if (isBroken) throw new HostError('storage-failed', { reason: 'full' });
      return send(input, context);
    };
    const { user } = await open();
    const field = await composer();
    await user.type(field, 'Keep me{Enter}');
    expect(await within(screen.getByRole('main')).findByRole('alert')).toBeTruthy();
    expect(textOf(field)).toBe('Keep me');
    isBroken = false;
    await user.type(field, '{Enter}');
    await waitFor(() => expect(textOf(field)).toBe(''));
    expect(host.inputs('conversations/send')).toHaveLength(2);
  });

  it('keeps what was typed while a message was on its way', async () => {
    let arrive: () => void = () => undefined;
    host.handlers['conversations/send'] = () => new Promise((resolve) => {
      arrive = () => resolve({ messageId: views.ids.message('sent') });
    });
    const { user } = await open();
    const field = await composer();
    await user.type(field, 'First{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')).toHaveLength(1));
    await user.type(field, ' and more');
    arrive();
    await waitFor(() => expect(textOf(field)).toBe(' and more'));
  });

  it('waits until the running answer has ended, and says so', async () => {
    host.state.conversations = [views.chat('first', { isRunning: true })];
    const { user } = await open();
    const field = await composer();
    await user.type(field, 'Next{Enter}');
    expect(await screen.findByText(/The model is still answering/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(host.inputs('conversations/stop')).toHaveLength(1));
    expect(textOf(field)).toBe('Next');
    expect(host.inputs('conversations/send')).toEqual([]);
  });
});

describe('a draft', () => {
  it('is kept by the host and found again after a reload (C11)', async () => {
    host.state.drafts[views.ids.chat('first')] = 'From last time';
    await open();
    const field = await composer();
    await waitFor(() => expect(textOf(field)).toBe('From last time'));
  });

  it('is handed to the host when one goes elsewhere, and is there at once on the way back', async () => {
    const { user } = await open();
    await user.type(await composer(), 'Half a sent');
    await user.click(screen.getByRole('link', { name: 'second' }));
    await waitFor(() => expect(host.state.drafts[views.ids.chat('first')]).toBe('Half a sent'));
    await waitFor(async () => expect(textOf(await composer())).toBe(''));
    await user.click(screen.getByRole('link', { name: 'first' }));
    await waitFor(async () => expect(textOf(await composer())).toBe('Half a sent'));
  });

  it('survives going from chat to chat while the host is away, and is kept when it is back', async () => {
    const { user, link } = await open();
    const field = await composer();
    await settled();
    host.door = 'closed';
    host.drop();
    await waitFor(() => expect(link.state).toBe('away'));
    await user.type(field, 'Typed in the dark');
    location.hash = '#/servers';
    await screen.findByRole('heading', { level: 1, name: 'Servers' });
    location.hash = '#/chat/c-first';
    expect(textOf(await composer())).toBe('Typed in the dark');
    host.door = 'open';
    await waitFor(() => expect(host.state.drafts[views.ids.chat('first')]).toBe('Typed in the dark'));
  });
});

describe('taking something of a server along', () => {
  it('opens the resources by @ at the start, and the sign goes once one is chosen (P08)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.type(field, '@');
    const dialog = await screen.findByRole('dialog', { name: 'Resources' });
    await user.click(await within(dialog).findByRole('option', { name: /a\.txt/ }));
    const chips = await screen.findByRole('list', { name: 'Attached' });
    expect(within(chips).getByRole('listitem').textContent).toBe('a.txt from files');
    expect(textOf(field)).toBe('');
    await user.type(field, 'Read this{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')[0]?.attachments).toEqual([{ type: 'resource', serverId: 's-files', uri: 'file:///a.txt', name: 'a.txt' }]));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull());
  });

  it('keeps the sign as text when nothing is chosen', async () => {
    const { user } = await open();
    const field = await composer();
    await user.type(field, '/');
    await screen.findByRole('dialog', { name: 'Prompts' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(textOf(field)).toBe('/');
  });

  it('does not open anything for a sign in the middle of a text', async () => {
    const { user } = await open();
    await user.type(await composer(), 'a/b @c');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for the arguments of a prompt, shows its messages, and attaches them as seen (P10, H15)', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Use a prompt' }));
    await user.click(await screen.findByRole('option', { name: /greet/ }));
    const dialog = await screen.findByRole('dialog', { name: 'greet' });
    await user.click(within(dialog).getByRole('button', { name: 'Show messages' }));
    expect(await within(dialog).findByText('Fill this in.')).toBeTruthy();
    expect(host.inputs('prompts/get')).toEqual([]);
    await user.type(within(dialog).getByLabelText(/who/), 'Ada{Enter}');
    expect(await within(dialog).findByText('message of greet')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Add to chat' }));
    await user.type(await composer(), '{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')[0]?.attachments).toEqual([{ type: 'prompt', serverId: 's-files', name: 'greet', role: 'user', content: { type: 'text', text: 'message of greet' } }]));
  });

  it('asks for the variables of a template and attaches the address they make (P08)', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Attach a resource' }));
    await user.click(await screen.findByRole('option', { name: /any file/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Fill in any file' });
    await user.type(within(dialog).getByLabelText(/name/), 'b c{Enter}');
    expect(within(await screen.findByRole('list', { name: 'Attached' })).getByRole('listitem').textContent).toContain('file:///b%20c');
  });
});

describe('without a model', () => {
  it('nothing is sent, and it says what works all the same (C03)', async () => {
    host.state.providers = [];
    host.state.conversations = [views.chat('first', { model: null })];
    const { user } = await open();
    await user.type(await composer(), 'Hello{Enter}');
    await settled();
    expect(host.inputs('conversations/send')).toEqual([]);
    expect(screen.getByText('No model is connected')).toBeTruthy();
  });
});
