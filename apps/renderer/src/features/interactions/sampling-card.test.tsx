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
    expect(within(box).getByText(/This app always puts in front/)).toBeDefined();
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

  it('is run as freely as the person lets it be, where it ends they say, and with what is left of its tools (H05)', async () => {
    const { request } = views.sampling('ask-9');
    const tools = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }];
    const { user } = await open(views.sampling('ask-9', { request: { ...request, temperature: 1.5, stopSequences: ['\n\n'], tools, toolChoice: 'required' } }));
    const box = within(await card());
    await user.click(box.getByRole('button', { name: 'How freely it is answered, and where it ends' }));
    const temperature = box.getByRole<HTMLInputElement>('textbox', { name: /^Temperature/ });
    const stops = box.getByRole<HTMLTextAreaElement>('textbox', { name: /^The answer ends before/ });
    expect([temperature.value, stops.value]).toEqual(['1.5', '\\n\\n']);
    await user.clear(temperature);
    await user.type(temperature, '3');
    await user.type(stops, '{Enter}say "stop"\\');
    expect(box.getByText('Enter a number from 0 to 2, or nothing.')).toBeDefined();
    expect(box.getByText(/One of the lines can’t be read/)).toBeDefined();
    await user.click(await ready('Run it'));
    await settled();
    expect(host.inputs('interactions/resolve')).toEqual([]);
    await user.clear(temperature);
    await user.type(stops, '{Backspace}');
    await user.click(await ready('Run it'));
    await waitFor(() => expect(sent()).toMatchObject({ action: 'run', temperature: null, stopSequences: ['\n\n', 'say "stop"'] }));
    expect(sent()).not.toHaveProperty('toolChoice');
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
      if (answer.kind === 'sampling' && answer.action === 'by-hand') host.feeds.interactions.publish({ type: 'changed', interaction: { ...ask, hash: 'of-the-next-step', phase: { at: 'answer', model: null, content: [{ type: 'text', text: '' }], stopReason: 'endTurn', tokens: null, cost: null } } });
      return { accepted: true };
    };
    await user.click(await ready('Answer by hand'));
    await user.type(await screen.findByLabelText('Answer'), 'Paris');
    await user.click(await ready('Send to the server'));
    await waitFor(() => expect(host.inputs('interactions/resolve').at(-1)).toMatchObject({ hash: 'of-the-next-step', answer: { action: 'send', content: [{ type: 'text', text: 'Paris' }] } }));
  });

  it('goes back as the person left the answer (H52)', async () => {
    const { user } = await open(views.sampling('ask-3', { phase: { at: 'answer', model: 'model-a', content: [{ type: 'text', text: 'Paris' }, { type: 'tool_use', id: 'u1', name: 'look', input: {} }], stopReason: 'toolUse', tokens: 3, cost: 0.02 } }));
    const box = await card();
    await user.type(within(box).getByLabelText('Answer'), '!');
    await user.click(within(box).getByRole('button', { name: 'Take look out' }));
    await user.click(await ready('Send to the server'));
    await waitFor(() => expect(sent()).toEqual({ kind: 'sampling', action: 'send', content: [{ type: 'text', text: 'Paris!' }] }));
  });

  it('shows all that the server set, what it costs, and what is left of its budget (H05, H56, T:F01, T:F04)', async () => {
    const { request, spent } = views.sampling('ask-5');
    host = new FakeHost({ servers: [views.server('files')], providers: [views.provider('one')], interactions: [views.sampling('ask-5', { request: { ...request, temperature: 0.7, stopSequences: ['END'], hints: ['haiku'], priorities: { cost: 0.8, speed: null, intelligence: 0.2 }, contextAsked: 'allServers', toolChoice: 'required', tools: [{ name: 'look', description: 'Looks', inputSchema: { type: 'object' } }] }, spent: { ...spent, moneyToday: 0.02, unpricedToday: 1 } })] });
    host.handlers['samplings/price'] = () => ({ price: { input: 3, output: 15 } });
    await openWindow(host, '#/questions');
    const box = await card();
    for (const words of ['0.7', '"END"', 'haiku', /low cost 80%/, /ability 20%/, /all servers. It gets nothing/, /wants one of them used/, /1 of 200 requests/, /\$0.02 of \$1.00/, /1 run of today has no known price/]) expect(within(box).getByText(words, { exact: false })).toBeDefined();
    expect(await within(box).findByText(/\$3.00 for a million tokens in, \$15.00 out.*at most about \$0.015/)).toBeDefined();
  });

  it('is answered by hand with a use of a tool, entered in a form and checked (H05, T:F03)', async () => {
    const { request } = views.sampling('ask-6');
    const tools = [{ name: 'look', description: 'Looks', inputSchema: { type: 'object', properties: { city: { type: 'string', title: 'City' } }, required: ['city'] } }];
    const { user } = await open(views.sampling('ask-6', { request: { ...request, tools }, phase: { at: 'answer', model: null, content: [{ type: 'text', text: '' }], stopReason: 'endTurn', tokens: null, cost: null } }), []);
    await user.click(within(await card()).getByRole('button', { name: 'Have a tool used' }));
    await user.click(await screen.findByRole('menuitem', { name: /look/ }));
    await user.click(await ready('Send to the server'));
    await settled();
    expect(sent()).toBeUndefined();
    await user.type(await screen.findByLabelText(/City/), 'Paris');
    await user.click(await ready('Send to the server'));
    await waitFor(() => expect(sent()).toMatchObject({ action: 'send', content: [{ type: 'tool_use', name: 'look', input: { city: 'Paris' } }] }));
  });

  it('can be given a text where the model only wanted a tool (H52)', async () => {
    const { user } = await open(views.sampling('ask-8', { phase: { at: 'answer', model: 'model-a', content: [{ type: 'tool_use', id: 'u1', name: 'look', input: {} }], stopReason: 'toolUse', tokens: 3, cost: null } }));
    await user.click(within(await card()).getByRole('button', { name: 'Take look out' }));
    await user.click(within(await card()).getByRole('button', { name: 'Add a text' }));
    await user.type(within(await card()).getByLabelText('Answer'), 'No need');
    await user.click(await ready('Send to the server'));
    await waitFor(() => expect(sent()).toEqual({ kind: 'sampling', action: 'send', content: [{ type: 'text', text: 'No need' }] }));
  });

  it('keeps what was changed while another page is looked at (H05)', async () => {
    const { user } = await open(views.sampling('ask-7'));
    await user.clear(within(await card()).getByLabelText(/message 1/));
    await user.type(within(await card()).getByLabelText(/message 1/), 'And of Spain?');
    location.hash = '#/servers';
    await waitFor(() => expect(screen.queryByRole('region', { name: /^files/ })).toBeNull());
    location.hash = '#/questions';
    expect(await within(await card()).findByDisplayValue('And of Spain?')).toBeDefined();
  });
});
