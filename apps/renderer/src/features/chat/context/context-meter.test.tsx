import type { ChatToolView, ContextMeter, SummaryView } from '@portolan/contract/context';
import { HostError } from '@portolan/contract/errors';
import { MessageId, ServerId } from '@portolan/contract/ids';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../../test/fake-host.ts';
import { profileOf } from '../../../test/profile-handlers.ts';
import { openWindow } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';

const serverId = ServerId.parse('s-files');
const meter: ContextMeter = { window: { tokens: 10_000, source: 'list' }, used: 4_300, system: 300, summary: 0, history: 2_000, attachments: 0, results: 1_000, tools: [{ serverId, serverName: 'files', tokens: 800, loaded: 7 }, { serverId: null, serverName: 'portolan', tokens: 200, loaded: 2 }], isNearlyFull: false, isMeasured: true };
const summary: SummaryView = { id: 's1', before: MessageId.parse('m2'), messages: 4, text: 'They spoke about herons.', kind: 'written', by: 'app', createdAt: 1, model: null };
const tool = (name: string, change: Partial<ChatToolView> = {}): ChatToolView => ({ serverId, serverName: 'files', name, state: 'loaded', why: 'few', isAlways: false, tokens: 40, ...change });

let host: FakeHost;
const open = () => openWindow(host, '#/chat/c-first');
const change = (next: Partial<FakeHost['state']['context']['state']>) => {
  host.state.context.state = { ...host.state.context.state, ...next };
  host.feeds.context.publish(host.state.context.state);
};
beforeEach(() => {
  host = new FakeHost({
    providers: [views.provider('one')],
    conversations: [views.chat('first')],
    context: { state: { meter, summary: null, isSummarising: false, isAutomatic: true }, isSearched: false, tools: [] },
  });
});

describe('the meter of a chat (C13)', () => {
  it('says how full the window is on its button, and by what when it is pressed', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Context: 43% full' }));
    const popup = await screen.findByRole('dialog', { name: 'What the model reads' });
    const list = within(popup).getByRole('list');
    expect(within(list).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['Instructions300', 'What was said2,000', 'Results of tools1,000', 'Tools of files · 7 tools800', 'Tools of this app · 2 tools200', 'Free5,700']);
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toBe('About 4,300 of 10,000 tokens');
    expect(screen.getByText(/from a list that comes with the app/)).toBeTruthy();
  });

  it('warns when there is nearly no room and nothing is done by itself; a summary is one press away, and can be taken back', async () => {
    change({ meter: { ...meter, used: 8_500, isNearlyFull: true }, isAutomatic: false });
    const { user } = await open();
    expect(await screen.findByRole('button', { name: 'Context: 85% full, nearly no room left' })).toBeTruthy();
    host.handlers['context/summarise'] = () => {
      change({ summary });
      return { summary };
    };
    await user.click(screen.getByRole('button', { name: 'Summarise now' }));
    const [undo] = await screen.findAllByRole('button', { name: 'Undo' });
    if (undo) await user.click(undo);
    await waitFor(() => expect(host.inputs('context/undoSummary')).toEqual([{ conversationId: 'c-first', id: 's1' }]));
    // Where the app does it by itself there is nothing to be pressed.
    change({ isAutomatic: true });
    await waitFor(() => expect(screen.queryByText(/nearly fills/)).toBeNull());
  });

  it('says why there is nothing to summarise', async () => {
    host.handlers['context/summarise'] = () => {
      throw new HostError('context-nothing-to-summarise');
    };
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Context/ }));
    await user.click(await screen.findByRole('button', { name: 'Summarise now' }));
    expect(await screen.findByText(/nothing worth summarising/)).toBeTruthy();
  });

  it('lets the person say what the model takes, and take it back', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Context/ }));
    await user.click(await screen.findByRole('button', { name: 'Change' }));
    const field = await screen.findByRole('textbox', { name: 'Tokens the model takes in one request' });
    await user.clear(field);
    await user.type(field, '32000');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(host.inputs('context/setWindow')).toMatchObject([{ tokens: 32_000 }]));
    expect(await screen.findByText(/You entered how much/)).toBeTruthy();
  });
});

describe('the mark of a summary (C13)', () => {
  it('stands before the first message that the model reads as it is; what it reads instead can be read', async () => {
    host.state.messages = ['m1', 'm2'].map((id) => views.message('first', { id: MessageId.parse(id), role: 'user', parts: [{ type: 'text', text: id }] }));
    change({ summary });
    const { user } = await open();
    const mark = await screen.findByRole('region', { name: '4 earlier messages are summarised for the model' });
    const [first, second] = screen.getAllByRole('article');
    expect(first?.contains(mark)).toBe(false);
    expect(second?.contains(mark)).toBe(true);
    await user.click(within(mark).getByRole('button', { name: 'Read' }));
    expect(await screen.findByText('They spoke about herons.')).toBeTruthy();
  });

  it('a summary that is being written is said', async () => {
    change({ isSummarising: true });
    await open();
    expect(await screen.findByText('Summarising earlier messages for the model…')).toBeTruthy();
  });
});

describe('the tools of a chat (C13)', () => {
  it('are listed with why the model has them; one can be always loaded, or off here', async () => {
    host.state.context.isSearched = true;
    host.state.context.tools = [tool('later', { state: 'findable' }), tool('read', { why: 'found', query: 'read a file' }), tool('write', { state: 'off' })];
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: /^Context/ }));
    await user.click(await screen.findByRole('button', { name: 'Tools in this chat' }));
    const dialog = await screen.findByRole('dialog', { name: 'Tools in this chat' });
    const rows = await within(dialog).findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('p + p')?.textContent)).toEqual(['Loaded: found for “read a file” · 40 tokens', 'Off in this chat · 40 tokens', 'Found when needed · 40 tokens']);
    await user.click(within(dialog).getByRole('switch', { name: 'Always load later' }));
    await waitFor(() => expect(host.inputs('context/setAlways')).toEqual([{ serverId: 's-files', tool: 'later', isOn: true }]));
    await user.click(within(dialog).getByRole('switch', { name: 'Use read in this chat' }));
    await waitFor(() => expect(host.inputs('context/setOff')).toEqual([{ conversationId: 'c-first', serverId: 's-files', tool: 'read', isOff: true }]));
    await user.type(within(dialog).getByRole('searchbox', { name: 'Find a tool' }), 'wri');
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(1);
  });
});

describe('scripts in the list of a chat’s tools (C17)', () => {
  const openTools = async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Context: 43% full' }));
    await user.click(await screen.findByRole('button', { name: 'Tools in this chat' }));
    return { user, own: within(await screen.findByRole('dialog', { name: 'Tools in this chat' })).getByRole('switch', { name: 'The model may write scripts' }) };
  };

  it('are off, with what they are in plain words, and switched on there', async () => {
    const { user, own } = await openTools();
    expect(own.getAttribute('aria-checked')).toBe('false');
    expect(document.getElementById(own.getAttribute('aria-describedby') ?? '')?.textContent).toContain('You read it before it runs');
    await user.click(own);
    await waitFor(() => expect(host.inputs('conversations/setRunsScripts')).toEqual([{ conversationId: 'c-first', isOn: true }]));
    await waitFor(() => expect(own.getAttribute('aria-checked')).toBe('true'));
  });

  it('that a profile switched on say which one, and are not switched there', async () => {
    const made = profileOf('Accounts', { runsScripts: true });
    host.state.profiles = [made];
    host.state.conversations = [views.chat('first', { profileId: made.id })];
    const { own } = await openTools();
    expect(own.getAttribute('aria-checked')).toBe('true');
    expect(own.getAttribute('aria-disabled') ?? String(own.hasAttribute('disabled'))).toBe('true');
    expect(screen.getByText('Switched on by the profile “Accounts”.')).toBeTruthy();
  });
});
