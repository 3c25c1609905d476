import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const model = (at: number) => ({ providerId: views.ids.provider('one'), model: `model-${at}` });

describe('where a chat’s model is chosen (C01)', () => {
  it('favourites and the models used lately stand before the long list, each once', async () => {
    const host = new FakeHost({
      providers: [views.provider('one', { models: Array.from({ length: 30 }, (_, at) => ({ id: `model-${at}`, source: 'listed' as const })) })],
      conversations: [views.chat('first', { model: model(3), updatedAt: 3 }), views.chat('second', { model: model(20), updatedAt: 2 }), views.chat('third', { model: model(3), updatedAt: 1 })],
    });
    host.state.settings = { ...host.state.settings, favouriteModels: [model(7), { ...model(9), model: 'gone' }, model(20)] };
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('button', { name: 'Choose a model: model-3' }));
    const dialog = await screen.findByRole('dialog', { name: 'Choose a model' });
    const names = within(dialog).getAllByRole('option').map((option) => option.textContent);
    expect(names.slice(0, 4)).toEqual(['model-20', 'model-7', 'model-3', 'model-0']);
    expect(names).toHaveLength(30);
    expect(within(dialog).getByText('Favourites')).toBeTruthy();
    expect(within(dialog).getByText('Used lately')).toBeTruthy();
  });
});
