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

  it('while an answer runs has the message wait for its end, and stopping is a button of its own (C04)', async () => {
    host.state.conversations = [views.chat('first', { isRunning: true })];
    const { user } = await open();
    const field = await composer();
    await user.type(field, 'Next');
    expect(await screen.findByText('Enter sends it when the answer is done')).toBeTruthy();
    await user.type(field, '{Enter}');
    await waitFor(() => expect(host.inputs('queue/add')).toEqual([{ conversationId: 'c-first', text: 'Next', attachments: [] }]));
    await waitFor(() => expect(textOf(field)).toBe(''));
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(host.inputs('conversations/stop')).toHaveLength(1));
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
  const choices = (name: string) => screen.findByRole('listbox', { name });
  const chips = async () => within(await screen.findByRole('list', { name: 'Attached' })).getAllByRole('listitem');
  /** The field while a list is open above it. */
  const combobox = () => screen.findByRole('combobox', { name: 'Message' });

  /** Looks for something and takes the first that is found. */
  const pick = async (user: Awaited<ReturnType<typeof open>>['user'], query: string, name: RegExp) => {
    await user.type(await composer(), query);
    await screen.findByRole('option', { name });
    await user.keyboard('{Enter}');
  };

  it('sends nothing while the lists are on their way: a hasty Enter takes what is found once it is there', async () => {
    const search = host.handlers['library/search'];
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    host.handlers['library/search'] = async (input, context) => {
      await arrived;
      return search(input, context);
    };
    const { user } = await open();
    const field = await composer();
    await user.type(field, '@a{Enter}');
    expect(textOf(field)).toBe('@a');
    arrive();
    expect(await chips()).toHaveLength(1);
    expect(textOf(field)).toBe('');
    expect(host.inputs('conversations/send')).toEqual([]);
  });

  it('lists the resources by @ wherever one writes; the arrows choose, Enter takes, and the sign goes (P08, C06)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.type(field, 'Read @a');
    const list = await choices('Resources');
    const option = await within(list).findByRole('option', { name: /a\.txt/ });
    expect(option.getAttribute('aria-selected')).toBe('true');
    expect((await combobox()).getAttribute('aria-activedescendant')).toBe(option.id);
    await user.keyboard('{Enter}');
    expect(textOf(field)).toBe('Read ');
    await waitFor(async () => expect((await chips())[0]?.textContent).toBe('a.txt from files · 24 bytes · about 6 tokens'));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(host.inputs('conversations/send')).toEqual([]);
    await user.type(field, 'please{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')[0]).toMatchObject({ text: 'Read please', attachments: [{ type: 'resource', serverId: 's-files', uri: 'file:///a.txt', name: 'a.txt', hash: views.version('content of file:///a.txt').hash }] }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull());
  });

  it('offers what its server calls more important first, and says what is meant for people (P08)', async () => {
    host.state.resources = [
      { uri: 'file:///1', name: 'note one', isEnabled: true, repairs: [], annotations: { priority: 0.1 } },
      { uri: 'file:///2', name: 'note two', isEnabled: true, repairs: [], annotations: { priority: 0.9, audience: ['user'] } },
    ];
    const { user } = await open();
    await user.type(await composer(), '@');
    const list = await choices('Resources');
    await within(list).findAllByRole('option', { name: /note/ });
    const options = within(list).getAllByRole('option').filter((option) => /note/.test(option.textContent ?? ''));
    expect(options.map((option) => /note (one|two)/.exec(option.textContent ?? '')?.[1])).toEqual(['two', 'one']);
    await user.keyboard('{Enter}');
    const [chip] = await chips();
    await waitFor(() => expect(chip?.textContent).toContain('for people only'));
    await user.type(await composer(), 'x{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')[0]?.attachments[0]).not.toHaveProperty('despiteAudience'));
  });

  it('gives the model what is meant for people only when the person says so of this very attachment (P08)', async () => {
    host.state.resources = [{ uri: 'file:///2', name: 'note', isEnabled: true, repairs: [], annotations: { audience: ['user'] } }];
    const { user } = await open();
    await pick(user, '@note', /note/);
    await user.click(await screen.findByRole('button', { name: 'Give it to the model' }));
    expect(screen.getByRole('button', { name: 'The model gets it' }).getAttribute('aria-pressed')).toBe('true');
    await user.type(await composer(), 'x{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')[0]?.attachments[0]).toMatchObject({ despiteAudience: true }));
  });

  it('closes by Escape and keeps the sign as text; the same sign opens nothing more, another does', async () => {
    const { user } = await open();
    const field = await composer();
    await user.type(field, '@a');
    await choices('Resources');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('.t');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(textOf(field)).toBe('@a.t');
    await user.keyboard(' @');
    expect(await choices('Resources')).toBeTruthy();
  });

  it('opens nothing for an address or a path', async () => {
    const { user } = await open();
    await user.type(await composer(), 'a/b me@example.org');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('waits while an input method composes: its Enter takes nothing (中文)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.type(field, '＠');
    await choices('Resources');
    fireEvent.compositionStart(field);
    fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
    expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull();
    fireEvent.compositionEnd(field);
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await chips()).toHaveLength(1);
  });

  it('goes back to the chips by keyboard, and Delete takes one out', async () => {
    const { user } = await open();
    const field = await composer();
    await pick(user, '@a.txt', /a\.txt/);
    await pick(user, '@any', /any file/);
    const panel = await screen.findByRole('region', { name: 'Fill in any file' });
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByLabelText(/name/)));
    await user.keyboard('b c{Enter}');
    await waitFor(async () => expect((await chips()).map((chip) => chip.textContent)).toEqual([expect.stringContaining('a.txt'), expect.stringContaining('file:///b%20c')]));
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('{Backspace}{ArrowLeft}{Delete}');
    await waitFor(async () => expect((await chips()).map((chip) => chip.textContent)).toEqual([expect.stringContaining('file:///b%20c')]));
    await user.keyboard('{Delete}');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull());
    expect(document.activeElement).toBe(field);
  });

  it('says that a resource has changed since, shows how, and takes the new version (C08)', async () => {
    const { user } = await open();
    await pick(user, '@a.txt', /a\.txt/);
    await waitFor(() => expect(host.inputs('resources/attach')).toHaveLength(1));
    await waitFor(() => expect(host.feeds.resource.size).toBe(1));
    host.feeds.resource.publish({ version: views.version('new content of file:///a.txt'), isLive: true, problem: null });
    await user.click(await screen.findByRole('button', { name: 'a.txt has changed since you attached it: show the change' }));
    const dialog = await screen.findByRole('dialog', { name: 'a.txt has changed since you attached it' });
    expect((await within(dialog).findByRole('region', { name: 'What has changed in a.txt' })).textContent).toContain('new content of file:///a.txt');
    host.handlers['resources/attach'] = () => ({ version: views.version('new content of file:///a.txt') });
    await user.click(within(dialog).getByRole('button', { name: 'Take the new version' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: /has changed since/ })).toBeNull());
    await user.type(await composer(), 'x{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')[0]?.attachments[0]).toMatchObject({ hash: views.version('new content of file:///a.txt').hash }));
  });

  it('says on its chip why a resource could not be read, and tries again', async () => {
    const read = host.handlers['resources/attach'];
    host.handlers['resources/attach'] = () => {
      throw new HostError('server-not-ready', { server: 'files', state: 'failed' });
    };
    const { user } = await open();
    await pick(user, '@a.txt', /a\.txt/);
    const again = await screen.findByRole('button', { name: 'Try again' });
    host.handlers['resources/attach'] = read;
    await user.click(again);
    await waitFor(async () => expect((await chips())[0]?.textContent).toContain('about 6 tokens'));
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

  it('lets the person change the messages of a prompt and leave some out before they enter the chat (P10, H15)', async () => {
    host.handlers['prompts/get'] = () => ({
      messages: [
        { role: 'user', content: { type: 'text', text: 'Plan a visit.' } },
        { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
        { role: 'user', content: { type: 'resource', resource: { kind: 'text', uri: 'file:///a.txt', text: 'embedded' } } },
      ],
      repairs: [],
    });
    const { user } = await open();
    await user.type(await composer(), '/gre');
    await screen.findByRole('option', { name: /files:greet/ });
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'greet' });
    await user.clear(within(dialog).getByLabelText(/who/));
    await user.type(within(dialog).getByLabelText(/who/), 'Eve{Enter}');
    const insert = await within(dialog).findByRole('button', { name: 'Add to chat' });
    await waitFor(() => expect(document.activeElement).toBe(insert));
    expect(within(dialog).getByText('embedded')).toBeTruthy();
    await user.click(within(dialog).getByRole('checkbox', { name: 'Message 2 (Assistant)' }));
    await user.click(within(dialog).getByRole('button', { name: 'Change message 1' }));
    const field = within(dialog).getByRole('textbox', { name: 'Text of message 1' });
    await user.clear(field);
    await user.type(field, 'Plan two visits.');
    await user.click(insert);
    expect(await chips()).toHaveLength(2);
    await user.type(await composer(), '{Enter}');
    await waitFor(() =>
      expect(host.inputs('conversations/send')[0]?.attachments).toMatchObject([
        { role: 'user', content: { type: 'text', text: 'Plan two visits.' } },
        { role: 'user', content: { type: 'resource', resource: { text: 'embedded' } } },
      ]),
    );
  });

  it('takes no messages along that were made of other arguments than are filled in now', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Use a prompt' }));
    await user.click(await screen.findByRole('option', { name: /greet/ }));
    const dialog = await screen.findByRole('dialog', { name: 'greet' });
    await user.type(within(dialog).getByLabelText(/who/), ' and Ada{Enter}');
    await within(dialog).findByRole('button', { name: 'Add to chat' });
    await user.type(within(dialog).getByLabelText(/who/), ' and Bob');
    expect(within(dialog).queryByRole('button', { name: 'Add to chat' })).toBeNull();
  });

  it('asks for the variables of a template where one writes, and attaches the address they make (P08)', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Attach a resource' }));
    await user.click(await screen.findByRole('option', { name: /any file/ }));
    const panel = await screen.findByRole('region', { name: 'Fill in any file' });
    await user.clear(within(panel).getByLabelText(/name/));
    await user.type(within(panel).getByLabelText(/name/), 'b c{Enter}');
    expect((await chips())[0]?.textContent).toContain('file:///b%20c');
    await waitFor(() => expect(host.inputs('resources/attach')).toEqual([{ serverId: 's-files', uri: 'file:///b%20c', uriTemplate: 'file:///{name}' }]));
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
