import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const many = Array.from({ length: 400 }, (_, at) => ({ id: `maker/model-${at}`, source: 'listed' as const }));

async function open(host: FakeHost) {
  const window = await openWindow(host, '#/settings/providers');
  await window.user.click(await screen.findByRole('button', { name: 'Models…' }));
  return { ...window, dialog: await screen.findByRole('dialog', { name: 'Models of one' }) };
}

describe('the models of a provider (C01)', () => {
  it('are found by name among hundreds, and few are asked about and drawn at once', async () => {
    const host = new FakeHost({ providers: [views.provider('one', { models: many })] });
    const { user, dialog } = await open(host);
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(50);
    expect(within(dialog).getByText('50 of 400 are shown. Type to find the others.')).toBeTruthy();
    await user.type(within(dialog).getByRole('searchbox'), 'MODEL-399');
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(1));
    for (const { models } of host.inputs('models/facts')) expect(models.length).toBeLessThanOrEqual(50);
    await user.type(within(dialog).getByRole('searchbox'), 'x');
    expect(await within(dialog).findByText('No model matches.')).toBeTruthy();
  });

  it('say what they take and who says so, and take the word of the person instead', async () => {
    const host = new FakeHost({ providers: [views.provider('one')] });
    host.state.modelFacts['model-a'] = views.modelFacts('model-a', { vision: { value: false, source: 'service' }, audio: { value: false, source: 'format' }, window: { tokens: 200_000, source: 'list' }, price: { input: 3, output: 15, source: 'service' } });
    const { user, dialog } = await open(host);
    expect(await within(dialog).findByText(/^PDF · tools · reads 200,000 tokens · \$3.* in, \$15.* out for a million$/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'What model-a takes' }));
    expect(within(dialog).getByText('Its service says so.')).toBeTruthy();
    expect(within(dialog).getByText('From a list that comes with Portolan.')).toBeTruthy();
    expect(within(dialog).getByRole('combobox', { name: 'Takes sound' })).toHaveProperty('disabled', true);
    await user.click(within(dialog).getByRole('combobox', { name: 'Takes pictures' }));
    await user.click(await screen.findByRole('option', { name: 'Yes' }));
    await user.type(within(dialog).getByRole('textbox', { name: /Tokens it reads/ }), '64000');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(host.inputs('context/setWindow')[0]).toMatchObject({ model: { model: 'model-a' }, tokens: 64_000 }));
    expect(host.inputs('models/setAbilities')[0]).toMatchObject({ model: { model: 'model-a' }, abilities: { vision: true } });
    // What was saved is asked for anew.
    await waitFor(() => expect(host.inputs('models/facts').length).toBeGreaterThan(1));
  });

  it('are marked as favourites, which stand first', async () => {
    const host = new FakeHost({ providers: [views.provider('one', { models: many })], conversations: [views.chat('first')] });
    const { user, dialog } = await open(host);
    await user.type(within(dialog).getByRole('searchbox'), 'model-123');
    await user.click(await within(dialog).findByRole('button', { name: 'Favourite: maker/model-123' }));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Favourite: maker/model-123' }).getAttribute('aria-pressed')).toBe('true'));
    expect(host.state.settings.favouriteModels).toMatchObject([{ model: 'maker/model-123' }]);
    await user.clear(within(dialog).getByRole('searchbox'));
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')[0]?.textContent).toContain('maker/model-123'));
  });
});
