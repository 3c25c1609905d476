import { screen, waitFor, within } from '@testing-library/react';
import { MessageId } from '@portolan/contract/ids';
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const provider = views.ids.provider('one');
const [one, two] = [MessageId.parse('m_one'), MessageId.parse('m_two')];
const answer = (id: MessageId, text: string, model: string) => views.message('answer', { id, model: { providerId: provider, model }, parts: [{ type: 'text', text }], versions: { ids: [one, two], at: id === one ? 0 : 1 } });

describe('two models on one question (C09)', () => {
  let host: FakeHost;
  beforeEach(() => {
    host = new FakeHost({ providers: [views.provider('one', { models: [{ id: 'model-a', source: 'listed' }, { id: 'model-b', source: 'listed' }] })], conversations: [views.chat('first')] });
    host.state.messages = [views.message('question', { role: 'user' }), answer(two, 'The second answer', 'model-b')];
    host.state.versions = { [one]: answer(one, 'The first answer', 'model-a'), [two]: answer(two, 'The second answer', 'model-b') };
  });

  it('another model is asked by choosing it at the answer', async () => {
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('button', { name: 'Ask another model' }));
    await user.click(await screen.findByRole('option', { name: 'model-a' }));
    await waitFor(() => expect(host.inputs('conversations/regenerate')).toMatchObject([{ messageId: two, model: { providerId: provider, model: 'model-a' } }]));
  });

  it('the answers stand beside each other, each with its model, and the chat goes on with the one that is chosen', async () => {
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('button', { name: 'Compare versions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Two answers to one question' });
    const [left, right] = [await within(dialog).findByRole('region', { name: '1 of 2' }), within(dialog).getByRole('region', { name: '2 of 2' })];
    expect(await within(left).findByText('The first answer')).toBeTruthy();
    expect(left.textContent).toContain('model-a');
    expect(await within(right).findByText('The second answer')).toBeTruthy();
    expect(within(right).queryByRole('button', { name: 'Go on with this one' })).toBeNull();
    await user.click(within(left).getByRole('button', { name: 'Go on with this one' }));
    await waitFor(() => expect(host.inputs('conversations/choose')).toMatchObject([{ messageId: one }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
