import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ToolCallView } from '@portolan/contract/conversations';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';
import { fencedCode } from './script-code.tsx';

const code = 'for (const n of [1, 2]) print(await tools.files.read({ n }));';
const script = (part: Partial<ToolCallView> = {}) => views.call('script', { serverId: null, serverName: 'Portolan', tool: 'host:run_script', arguments: { code }, interactionId: null, decidedBy: 'person', startedAt: 1_000, ...part });
const inner = (name: string, part: Partial<ToolCallView> = {}) => views.call(name, { script: script().callId, interactionId: null, startedAt: 1_000, endedAt: 1_500, ...part });

function chatWith(parts: ToolCallView[], over: Partial<ConstructorParameters<typeof FakeHost>[0]> = {}): FakeHost {
  return new FakeHost({
    servers: [views.server('files')],
    providers: [views.provider('one')],
    conversations: [views.chat('first', { messageCount: 2 })],
    messages: [views.message('ask', { role: 'user' }), views.message('answer', { parts })],
    ...over,
  });
}
const row = () => screen.findByRole('region', { name: 'Script' });

describe('a script in a chat (C17)', () => {
  it('is one row that says how many calls it made and what became of them; opened it shows code, calls and what was printed', async () => {
    const result = { content: [{ type: 'text' as const, text: 'all of it' }], isError: false, repairs: [] };
    const { user } = await openWindow(chatWith([script({ state: 'done', endedAt: 2_000, result }), inner('one', { state: 'done', arguments: { n: 1 } }), inner('two', { state: 'denied', denyReason: 'not that' })]), '#/chat/c-first');
    const whole = await row();
    expect(whole.textContent).toContain('Script 2 calls · 1 denied');
    // The calls of a script stand nowhere else.
    expect(screen.queryByRole('region', { name: 'files: one' })).toBeNull();
    await user.click(within(whole).getByRole('button', { name: /Script/ }));
    expect(whole.textContent).toContain('for (const n of [1, 2])');
    expect(within(whole).getAllByRole('listitem')).toHaveLength(2);
    expect(within(whole).getByRole('region', { name: 'files: two' }).textContent).toContain('Denied: not that');
    expect(whole.textContent).toContain('all of it');
    expect(whole.textContent).toContain('The model reads this and nothing else');
  });

  it('shows its calls and what it prints while it runs, and the question of a call in its place', async () => {
    trustInput();
    const waiting = inner('two', { state: 'waiting', interactionId: views.ids.question('two'), startedAt: null, endedAt: null });
    const host = chatWith([script({ state: 'running', printed: 'so far' }), inner('one', { state: 'done' }), waiting], { interactions: [views.approval('two', { arguments: { n: 2 } })] });
    host.state.conversations = [views.chat('first', { messageCount: 2, isRunning: true })];
    await openWindow(host, '#/chat/c-first');
    const whole = await row();
    expect(whole.textContent).toContain('so far');
    expect(within(whole).getByRole('region', { name: 'files: one' })).toBeTruthy();
    expect((await within(whole).findByRole('region', { name: /wants to run/ })).textContent).toContain('two');
  });

  it('is read before it runs: all of its code with what is hidden marked, and that its calls are asked about', async () => {
    const hidden = `print('a\u200bb')`;
    const host = chatWith([script({ state: 'waiting', interactionId: views.ids.question('script'), startedAt: null, decidedBy: null, arguments: { code: hidden } })], {
      interactions: [views.approval('script', { serverName: 'Portolan', arguments: { code: hidden }, flags: ['hidden-characters'], tool: { ...views.tool('script'), name: 'host:run_script', title: 'Run a script' } })],
    });
    await openWindow(host, '#/chat/c-first');
    const card = await screen.findByRole('region', { name: 'The model wants to run a script that it wrote' });
    await waitFor(() => expect(within(card).getByRole('region', { name: 'The script' }).textContent).toMatch(/U\+200B|ZWSP/));
    expect(card.textContent).toContain('Each call that it makes is decided about on its own');
    expect(within(card).queryByRole('checkbox')).toBeNull();
  });

  it('that was cut by the end of the app says that each call tells for itself', async () => {
    await openWindow(chatWith([script({ state: 'unknown' }), inner('one', { state: 'unknown' })]), '#/chat/c-first');
    expect((await row()).textContent).toContain('the script is not run again');
  });

  it('is in a fence that nothing in it closes', () => {
    expect(fencedCode('a```\n````b')).toBe('`````js\na```\n````b\n`````');
  });
});

describe('the switch for scripts (C17)', () => {
  it('is off until it is switched on, for this chat, by its menu', async () => {
    const host = chatWith([]);
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('button', { name: 'Chat options' }));
    const item = await screen.findByRole('menuitemcheckbox', { name: 'The model may write scripts' });
    expect(item.getAttribute('aria-checked')).toBe('false');
    await user.click(item);
    await waitFor(() => expect(host.inputs('conversations/setRunsScripts')).toEqual([{ conversationId: 'c-first', isOn: true }]));
    await waitFor(() => expect(screen.getByRole('menuitemcheckbox', { name: 'The model may write scripts' }).getAttribute('aria-checked')).toBe('true'));
  });
});
