import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const hostWith = (change: object) => new FakeHost({ conversations: [views.chat('first', { messageCount: 1 })], messages: [views.message('answer', { parts: [], ...change })], providers: [views.provider('one')] });
const nothing = 'The model ended its answer without saying anything. You can ask it again.';

describe('an answer without a word (R103)', () => {
  it.each([
    ['no part', []],
    ['empty text', [{ type: 'text', text: '' }]],
    ['blanks after thinking', [{ type: 'reasoning', text: 'Hm.' }, { type: 'text', text: ' \n' }]],
  ])('is said to be one, and can be asked again: %s', async (_what, parts) => {
    const host = hostWith({ parts });
    const { user } = await openWindow(host, '#/chat/c-first');
    const answer = await screen.findByRole('article', { name: 'Answer' });
    expect(await within(answer).findByText(nothing)).toBeTruthy();
    await user.click(within(answer).getByRole('button', { name: 'Ask again' }));
    expect(host.inputs('conversations/regenerate')).toHaveLength(1);
  });

  it.each([
    ['is being written', { status: 'streaming' }],
    ['said something', { parts: [{ type: 'text', text: 'Hello.' }] }],
    ['was stopped', { status: 'stopped' }],
    ['spoke after a call', { parts: [views.call('c1', { state: 'done' }), { type: 'text', text: 'Done.' }] }],
  ])('is not said of one that %s', async (_what, change) => {
    await openWindow(hostWith(change), '#/chat/c-first');
    await screen.findByRole('article', { name: 'Answer' });
    expect(screen.queryByText(/^The model ended its answer/)).toBeNull();
  });

  it.each([
    ['nothing', []],
    ['blanks', [{ type: 'text', text: '\n' }]],
    ['thinking alone', [{ type: 'reasoning', text: 'Hm.' }]],
  ])('is said to be one after a call came back, too, and can be asked again: %s', async (_what, after) => {
    const host = hostWith({ parts: [{ type: 'text', text: 'Let me look.' }, views.call('c1', { state: 'done' }), ...after] });
    const { user } = await openWindow(host, '#/chat/c-first');
    const answer = await screen.findByRole('article', { name: 'Answer' });
    expect(await within(answer).findByText(/^The model ended its answer after the tools came back, without saying anything more/)).toBeTruthy();
    expect(within(answer).queryByText(nothing)).toBeNull();
    await user.click(within(answer).getByRole('button', { name: 'Ask again' }));
    expect(host.inputs('conversations/regenerate')).toHaveLength(1);
  });
});
