import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow } from '../test/render-app.tsx';
import * as views from '../test/views.ts';

const server = views.server('files');
const chat = views.chat('first');
const quiet = { mutes: [], allowances: [], storms: [{ serverId: server.id, serverName: 'fi\u202eles', conversationId: chat.id, conversationTitle: 'first', refused: 3, limit: 5, at: 1 }] };
const open = async () => {
  const host = new FakeHost({ servers: [server], conversations: [chat], quiet });
  return { host, ...(await openWindow(host, '#/questions')) };
};
const line = () => screen.findByRole('region', { name: /les$/ });

describe('a server that asks too often', () => {
  it('is one line with what can be done; muted in the chat it is shown and can be undone (T:C17)', async () => {
    const { host, user } = await open();
    expect((await line()).textContent).toContain('more than 5 questions in a minute. 3 calls were refused');
    // What turns text around does not turn the line.
    expect((await line()).textContent).not.toContain('\u202e');
    await user.click(within(await line()).getByRole('button', { name: /^Mute .* in this chat$/ }));
    await waitFor(() => expect(host.state.quiet.mutes).toMatchObject([{ serverId: server.id, conversationId: chat.id }]));
    expect((await screen.findByText(/is muted in the chat “first”/)).textContent).toContain('files');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.state.quiet.mutes).toEqual([]));
  });

  it('may ask more for a while, or is left at that (T:C17)', async () => {
    const { host, user } = await open();
    await user.click(within(await line()).getByRole('button', { name: 'Allow more for 10 minutes' }));
    await user.click(await screen.findByRole('button', { name: 'Back to the usual limit' }));
    await waitFor(() => expect(host.state.quiet.allowances).toEqual([]));
    host.changeQuiet(quiet);
    await user.click(within(await line()).getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(host.state.quiet.storms).toEqual([]));
    expect(host.asked.filter(({ method }) => method === 'mutes/set')).toEqual([]);
  });
});

it('the number of questions in a minute is kept, and nothing that makes no sense (T:C17)', async () => {
  const host = new FakeHost();
  const { user } = await openWindow(host, '#/settings/notifications');
  const field = await screen.findByRole('textbox', { name: 'Questions of one server in a minute' });
  await user.clear(field);
  await user.type(field, '9');
  await user.tab();
  await waitFor(() => expect(host.state.settings.questionsPerMinute).toBe(9));
  await user.type(field, '000');
  await user.tab();
  expect(host.asked.filter(({ method }) => method === 'settings/update').map(({ input }) => (input as { questionsPerMinute: number }).questionsPerMinute).every((each) => each <= 100)).toBe(true);
});
