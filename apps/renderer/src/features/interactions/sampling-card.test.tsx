import type { SamplingView } from '@portolan/contract/sampling';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
const open = (ask: SamplingView, providers = [views.provider('one')]) => {
  host = new FakeHost({ servers: [views.server('files')], providers, interactions: [ask] });
  return openWindow(host, '#/questions');
};
const card = () => screen.findByRole('region', { name: /^files/ });
const ready = async (name: string) => {
  const found = within(await card()).getByRole('button', { name });
  await waitFor(() => expect(found.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5_000 });
  return found;
};
const sent = () => host.inputs('interactions/resolve')[0]?.answer;

beforeEach(() => {
  trustInput();
});

describe('a request for an answer of a model', () => {
  it('is run as the person left it, and not before it can have been read (H05, H51, T:J10)', async () => {
    const { user } = await open(views.sampling('ask-1'));
    const box = await card();
    expect(within(box).getByText(/Always put in front/)).toBeDefined();
    await user.click(within(box).getByRole('button', { name: 'Run it' }));
    await settled();
    expect(host.inputs('interactions/resolve')).toEqual([]);
    await user.clear(within(box).getByLabelText(/message 1/));
    await user.type(within(box).getByLabelText(/message 1/), 'Capital of Spain?');
    await user.clear(within(box).getByLabelText(/Longest answer/));
    await user.type(within(box).getByLabelText(/Longest answer/), '64');
    await user.click(await ready('Run it'));
    await waitFor(() => expect(sent()).toEqual({ kind: 'sampling', action: 'run', providerId: 'p-one', model: 'model-a', systemPrompt: '', maxTokens: 64, texts: [{ message: 0, block: 0, text: 'Capital of Spain?' }], tools: [] }));
  });

  it('is denied or answered by hand without any model (H05)', async () => {
    const { user } = await open(views.sampling('ask-2', { choice: null }), []);
    expect(within(await card()).getByText(/No model is set up/)).toBeDefined();
    expect(within(await card()).getByRole('button', { name: 'Run it' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(await ready('Answer by hand'));
    await waitFor(() => expect(sent()).toEqual({ kind: 'sampling', action: 'by-hand' }));
  });

  it('stands after a step that goes on, and can be sent then (H52)', async () => {
    const ask = views.sampling('ask-4', { choice: null });
    const { user } = await open(ask, []);
    host.handlers['interactions/resolve'] = ({ answer }) => {
      if (answer.kind === 'sampling' && answer.action === 'by-hand') host.feeds.interactions.publish({ type: 'changed', interaction: { ...ask, hash: 'of-the-next-step', phase: { at: 'answer', model: null, content: [{ type: 'text', text: '' }], stopReason: 'endTurn', tokens: null } } });
      return { accepted: true };
    };
    await user.click(await ready('Answer by hand'));
    await user.type(await screen.findByLabelText('Answer'), 'Paris');
    await user.click(await ready('Send to the server'));
    await waitFor(() => expect(host.inputs('interactions/resolve').at(-1)).toMatchObject({ hash: 'of-the-next-step', answer: { action: 'send', content: [{ type: 'text', text: 'Paris' }] } }));
  });

  it('goes back as the person left the answer (H52)', async () => {
    const { user } = await open(views.sampling('ask-3', { phase: { at: 'answer', model: 'model-a', content: [{ type: 'text', text: 'Paris' }, { type: 'tool_use', id: 'u1', name: 'look', input: {} }], stopReason: 'toolUse', tokens: 3 } }));
    const box = await card();
    await user.type(within(box).getByLabelText('Answer'), '!');
    await user.click(within(box).getByRole('button', { name: 'Take look out' }));
    await user.click(await ready('Send to the server'));
    await waitFor(() => expect(sent()).toEqual({ kind: 'sampling', action: 'send', content: [{ type: 'text', text: 'Paris!' }] }));
  });
});
