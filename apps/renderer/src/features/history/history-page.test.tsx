import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

describe('the history', () => {
  it('searches what was said, marks what was found without any markup of its own, and leads to the message (C10, T:B02)', async () => {
    const host = new FakeHost({ conversations: [views.chat('first')], messages: [views.message('answer')] });
    host.handlers['conversations/search'] = () => ({
      hits: [{ conversationId: views.ids.chat('first'), messageId: views.ids.message('answer'), title: 'first', updatedAt: 1_780_000_000_000, snippet: [{ text: 'the <img src=x onerror=alert(1)> ', isHit: false }, { text: 'ferry', isHit: true }] }],
    });
    const { user } = await openWindow(host, '#/history');
    const field = await screen.findByRole('searchbox', { name: 'Search all chats' });
    expect(document.activeElement).toBe(field);
    await user.type(field, 'ferry');
    const hit = await screen.findByRole('link', { name: /first.*ferry/ });
    expect(hit.querySelector('mark')?.textContent).toBe('ferry');
    expect(hit.querySelector('img')).toBeNull();
    expect(location.hash).toBe('#/history?q=ferry');
    await user.click(hit);
    await waitFor(() => expect(location.hash).toBe('#/chat/c-first?message=m-answer'));
  });

  it('follows the address: going back shows the search before', async () => {
    await openWindow(new FakeHost({ conversations: [views.chat('first')] }), '#/history?q=one');
    const field = await screen.findByRole('searchbox', { name: 'Search all chats' });
    expect(field).toHaveProperty('value', 'one');
    location.hash = '#/history?q=two';
    await waitFor(() => expect(field).toHaveProperty('value', 'two'));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(location.hash).toBe('#/history?q=two');
  });

  it('says of a chat that waits for the person that it waits, and of another that it is answered now (C10)', async () => {
    const conversations = [views.chat('first', { isRunning: true }), views.chat('second', { isRunning: true })];
    await openWindow(new FakeHost({ conversations, interactions: [views.approval('read')] }), '#/history');
    const row = async (name: RegExp) => within(await screen.findByRole('main')).findByRole('link', { name });
    expect((await row(/first/)).textContent).toContain('Waiting');
    expect((await row(/first/)).textContent).not.toContain('Answering now');
    expect((await row(/second/)).textContent).toContain('Answering now');
  });

  it('lists the newest two hundred and the rest by a press', async () => {
    const conversations = Array.from({ length: 230 }, (_, index) => views.chat(`c${index}`, { updatedAt: 1_780_000_000_000 - index }));
    const { user } = await openWindow(new FakeHost({ conversations }), '#/history');
    const main = await screen.findByRole('main');
    await waitFor(() => expect(main.querySelectorAll('li')).toHaveLength(200));
    await user.click(await screen.findByRole('button', { name: '30 more' }));
    expect(main.querySelectorAll('li')).toHaveLength(230);
  });
});
