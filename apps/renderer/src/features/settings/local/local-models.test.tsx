import { screen, waitFor, within } from '@testing-library/react';
import { HostError } from '@portolan/contract/errors';
import type { FoundService } from '@portolan/contract/local-models';
import type { ModelFileView } from '@portolan/contract/model-files';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../../test/fake-host.ts';
import { openWindow } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';

const ollama: FoundService = { service: 'ollama', address: 'http://127.0.0.1:11434', models: [{ id: 'llama3.2:3b', capabilities: { contextTokens: 131_072, tools: true } }], needsKey: false, providerId: null };
const facts: ModelFileView = { path: '/models/a.gguf', fileName: 'a.gguf', name: 'Alpha', architecture: 'llama', quantisation: 'Q4_K_M', parameters: 7_240_000_000, bytes: 4_100_000_000, parts: 1, trainedContext: 32_768, contextSize: 8192, isForChat: false, memory: { needed: 6e9, free: 5e9, fit: 'too-large' } };

describe('models of this computer', () => {
  it('are asked about by a press alone, and added by another (C02)', async () => {
    const host = new FakeHost();
    let isAdded = false;
    host.handlers['localModels/look'] = () => ({ found: [{ ...ollama, providerId: isAdded ? views.ids.provider('ollama') : null }] });
    host.handlers['localModels/add'] = () => {
      isAdded = true;
      return views.provider('ollama');
    };
    const { user } = await openWindow(host, '#/settings/providers');
    const press = await screen.findByRole('button', { name: 'Look for models on this computer' });
    expect(host.inputs('localModels/look')).toEqual([]);
    await user.click(press);
    const found = await screen.findByRole('listitem', { name: 'Ollama' });
    expect(found.textContent).toContain('reads 131,072 tokens · uses tools');
    await user.click(within(found).getByRole('button', { name: 'Add Ollama' }));
    expect(await within(found).findByText('Added')).toBeTruthy();
    expect(host.inputs('localModels/add')).toEqual([{ service: 'ollama' }]);
  });

  it('in a file are shown, with what they need, before they are added with how they are to be run (C02)', async () => {
    const host = new FakeHost();
    host.handlers['modelFiles/read'] = ({ path, contextSize }) => {
      if (path !== facts.path) throw new HostError('model-file-unusable', { file: 'b.gguf', reason: 'truncated' });
      return { ...facts, contextSize: contextSize || facts.contextSize };
    };
    const { user } = await openWindow(host, '#/settings/providers');
    await user.click(await screen.findByRole('button', { name: 'Open a model file…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Open a model file' });
    const add = within(dialog).getByRole('button', { name: 'Add this model' });
    expect(add).toHaveProperty('disabled', true);
    await user.type(within(dialog).getByLabelText('File'), '/models/b.gguf');
    expect((await within(dialog).findByText(/cannot be used as a model/)).textContent).toContain('b.gguf');
    await user.clear(within(dialog).getByLabelText('File'));
    await user.type(within(dialog).getByLabelText('File'), facts.path);
    expect(await within(dialog).findByText('It is too large')).toBeTruthy();
    expect(dialog.textContent).toContain('7.2 B');
    expect(dialog.textContent).toContain('It has no template for conversations.');
    await user.clear(within(dialog).getByLabelText('Minutes until unloaded'));
    await user.type(within(dialog).getByLabelText('Minutes until unloaded'), '0');
    await user.tab();
    await user.click(add);
    await waitFor(() => expect(host.inputs('modelFiles/save')).toEqual([{ file: { path: facts.path, contextSize: 0, threads: 0, idleMinutes: 0 } }]));
  });

  it('say how far they are on their way into memory, and leave it by a press (C02)', async () => {
    const host = new FakeHost();
    const file = { path: facts.path, contextSize: 0, threads: 0, idleMinutes: 10 };
    const provider = views.provider('Alpha', { kind: 'gguf', name: 'Alpha', baseUrl: '', file });
    host.state.providers = [provider];
    host.handlers['modelFiles/watch'] = (_input, { signal }) => host.feeds.modelFiles.watch(signal, [{ runs: [{ providerId: provider.id, state: 'loading', progress: 0.4, memory: 2_000_000_000, problem: null }], problem: null }]);
    const { user } = await openWindow(host, '#/settings/providers');
    expect(await screen.findByText('Loading, 40%')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: 'Loading' }).getAttribute('aria-valuenow')).toBe('40');
    expect(screen.getByText('2 GB of memory')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Take out of memory' }));
    expect(host.inputs('modelFiles/unload')).toEqual([{ id: provider.id }]);
  });
});
