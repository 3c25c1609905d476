import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';
import { findMatches } from './find-matches.ts';

const messages = [views.message('1', { parts: [{ type: 'text', text: 'Alpha beta' }] }), views.message('2', { parts: [{ type: 'text', text: 'nothing' }] }), views.message('3', { parts: [{ type: 'text', text: 'ALPHA and alpha' }] })];

describe('finding in a chat', () => {
  it('finds every occurrence in order, whatever its case, and nothing for blanks', () => {
    expect(findMatches(messages, 'alpha')).toEqual([{ at: 0, nth: 0, callId: null }, { at: 2, nth: 0, callId: null }, { at: 2, nth: 1, callId: null }]);
    expect(findMatches(messages, '  ')).toEqual([]);
    expect(findMatches([views.message('zh', { parts: [{ type: 'text', text: '天气很好，天气' }] })], '天气')).toHaveLength(2);
  });

  it('is opened by Ctrl+F, starts at the newest, goes back by Enter, forward by Shift+Enter, and round', async () => {
    const { user } = await openWindow(new FakeHost({ conversations: [views.chat('first', { messageCount: 3 })], messages, providers: [views.provider('one')] }), '#/chat/c-first');
    await screen.findByRole('log');
    await user.keyboard('{Control>}f{/Control}');
    const field = await screen.findByRole('textbox', { name: 'Find in this chat' });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'alpha');
    const status = () => field.closest('search')?.querySelector('[role="status"]')?.textContent;
    await waitFor(() => expect(status()).toBe('3 of 3'));
    await user.keyboard('{Enter}');
    expect(status()).toBe('2 of 3');
    await user.keyboard('{Shift>}{Enter}{Enter}{/Shift}');
    expect(status()).toBe('1 of 3');
    await user.type(field, ' zzz');
    await waitFor(() => expect(status()).toBe('No match'));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Find in this chat' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  });

  it('opens the call and the long value that a text is in, and only while it is looked for', async () => {
    const long = `${Array.from({ length: 200 }, (_, index) => `line ${index}`).join('\n')}\nneedle here\n${'end\n'.repeat(100)}`;
    const call = views.call('write', { state: 'done', arguments: { text: long }, result: { content: [{ type: 'text', text: 'Written as wished' }], isError: false, repairs: [] } });
    const { user } = await openWindow(new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first', { messageCount: 1 })], messages: [views.message('1', { parts: [call] })], providers: [views.provider('one')] }), '#/chat/c-first');
    await screen.findByRole('log');
    expect(screen.queryByText(/needle here/)).toBeNull();
    await user.keyboard('{Control>}f{/Control}');
    const field = await screen.findByRole('textbox', { name: 'Find in this chat' });
    await user.type(field, 'needle');
    await screen.findByText(/needle here/);
    await user.clear(field);
    await user.type(field, 'as wished');
    await waitFor(() => expect(screen.queryByText(/needle here/)).toBeNull());
    await screen.findByText(/Written as wished/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/Written as wished/)).toBeNull());
  });
});
