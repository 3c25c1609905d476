import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const reduced = views.tool('reduced', { model: { name: 'files__reduced', changes: [], lossy: ['openai-compatible'] } });
const foreign = views.tool('foreign', { model: { name: 'files__foreign', changes: [], leftOut: ['google'] } });

describe('how a tool fits models (C14)', () => {
  it('a list marks only what the providers that are set up lose; the tool says for each kind what was changed and why', async () => {
    const host = new FakeHost({ servers: [views.server('files')], tools: [reduced, foreign], providers: [views.provider('one', { kind: 'openai-compatible' })] });
    host.handlers['tools/fit'] = () => ({
      name: 'files__reduced',
      refused: ['Left out for model-a. The service refused it: too odd.'],
      reports: [
        { kinds: ['google'], labels: ['Google'], excluded: 'It is too large.', changes: [] },
        { kinds: ['openai-compatible', 'ollama'], labels: ['OpenAI-compatible servers', 'Ollama'], excluded: null, changes: [{ text: 'Top level: "tree" contains itself.', why: 'reference', isLoss: true }] },
      ],
    });
    const { user } = await openWindow(host, '#/servers/s-files/tools/reduced');
    const row = await screen.findByRole('button', { name: /^reduced/ });
    expect(within(row).getByText('Simplified')).toBeTruthy();
    expect(within(screen.getByRole('button', { name: /^foreign/ })).queryByText('Not for your models')).toBeNull();
    await user.click(await screen.findByRole('button', { name: /files__reduced/ }));
    const [first, second] = await screen.findAllByRole('region', { name: /OpenAI|Google/ });
    expect(first?.textContent).toContain('OpenAI-compatible servers and Ollama In use');
    expect(first?.textContent).toContain('Models do not follow references. The model is told less than the server said.');
    expect(second?.textContent).toContain('Left out. It is too large.');
    expect(screen.getByText(/too odd/)).toBeTruthy();
  });
});
