import type { ElicitationView } from '@portolan/contract/elicitation';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const schema = { type: 'object', properties: { name: { type: 'string', title: 'Your name', minLength: 2 }, colour: { type: 'string', title: 'Colour', default: 'red' } }, required: ['name'] };
const url: Extract<ElicitationView['request'], { mode: 'url' }>['url'] = { href: 'https://google.com.evil.example/login', scheme: 'https', host: { before: 'google.com.', domain: 'evil.example', port: '' }, unicodeHost: null, path: '/login', warnings: ['other-host-in-front'] };
let forms = 0;
function form(part: Partial<ElicitationView> = {}, request: Partial<Extract<ElicitationView['request'], { mode: 'form' }>> = {}): ElicitationView {
  // What was typed into a question is kept under its id.
  forms += 1;
  return views.elicitation(`form-${forms}`, { ...part, request: { mode: 'form', schema, secretFields: [], isSecretAsked: false, repairs: [], ...request } });
}

let host: FakeHost;
const open = async (...asks: ElicitationView[]) => {
  host = new FakeHost({ servers: [views.server('files')], interactions: asks });
  return openWindow(host, '#/questions');
};
const card = (name: RegExp = /asks you/) => screen.findByRole('region', { name });
const button = async (name: string | RegExp) => within(await card()).getByRole('button', { name });
const ready = async (name: string | RegExp) => {
  const found = await button(name);
  await waitFor(() => expect(found.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5_000 });
  return found;
};

beforeEach(() => {
  trustInput();
});

describe('a form that a server asks for', () => {
  it('says who asks, in plain text, and sends exactly what is seen (H04, T:E06, T:E08)', async () => {
    const { user } = await open(form({ message: 'See https://evil.example or [click](javascript:1)' }));
    const box = await card();
    expect(within(box).getByText(/See https/)).toBeDefined();
    expect(within(box).queryByRole('link')).toBeNull();
    await user.type(within(box).getByLabelText(/Your name/), 'Ada');
    await user.clear(within(box).getByLabelText(/Colour/));
    await user.click(await ready('Send answer'));
    // A proposal of the server that was taken out is not sent behind the person's back.
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'elicitation', action: 'accept', content: { name: 'Ada', colour: null } }));
  });

  it('is not sent with a field that does not fit, and says so in plain words (H43)', async () => {
    const { user } = await open(form());
    await user.type(within(await card()).getByLabelText(/Your name/), 'A');
    await user.click(await ready('Send answer'));
    expect(await within(await card()).findByText(/At least 2 characters/)).toBeDefined();
    await settled();
    expect(host.inputs('interactions/resolve')).toEqual([]);
  });

  it('is not sent by Enter in a field, nor in its first moments, and takes no focus (T:E10, T:J10)', async () => {
    const { user } = await open(form());
    const box = await card();
    expect(box.contains(document.activeElement)).toBe(false);
    await user.type(within(box).getByLabelText(/Your name/), 'Ada{Enter}');
    const send = await button('Send answer');
    // The moments begin anew with the window coming to the front; typing may have outlasted the first ones.
    fireEvent.focus(window);
    fireEvent.click(send);
    await settled();
    expect(host.inputs('interactions/resolve')).toEqual([]);
  });

  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ] as const)('is answered by “%s” with what that means (H34)', async (name, action) => {
    const { user } = await open(form());
    await user.click(await ready(name));
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'elicitation', action }));
  });

  it('can be stopped together with all that the server may yet ask (T:E07)', async () => {
    const { user } = await open(form());
    await user.click(await button('More ways to say no'));
    await user.click(await screen.findByRole('menuitem', { name: /stop it asking/ }));
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'elicitation', action: 'decline', stopAsking: true }));
  });

  it('that asks for a secret has no field and no way to send it (T:E01)', async () => {
    await open(form({}, { secretFields: [{ name: 'pw', title: 'Password' }] }));
    const box = await card();
    expect(within(box).getByText('This form asks for a secret')).toBeDefined();
    expect(within(box).queryByRole('textbox')).toBeNull();
    expect(within(box).queryByRole('button', { name: 'Send answer' })).toBeNull();
    expect(within(box).getByRole('button', { name: 'Decline' })).toBeDefined();
  });
});

describe('a page that a server wants opened', () => {
  const page = (phase: 'ask' | 'opened' | 'waiting') => views.elicitation('page', { request: { mode: 'url', url, phase } });

  it('is shown whole, with where it really leads, and opened by a press only (T:E02, T:E05, H36, H39)', async () => {
    const opened = vi.spyOn(globalThis, 'open').mockImplementation(() => null);
    const { user } = await open(page('ask'));
    const box = await card();
    expect(box.querySelector('mark')?.textContent).toBe('evil.example');
    expect(within(box).getByLabelText('The whole address').textContent).toBe('https://google.com.evil.example/login');
    expect(within(box).getByText(/begins like another address/)).toBeDefined();
    expect(host.inputs('interactions/openPage')).toEqual([]);
    expect(box.querySelector('iframe, img, a[href^="http"]')).toBeNull();
    expect(within(box).queryByRole('button', { name: /done/ })).toBeNull();
    await user.click(await ready('Open in the browser'));
    await waitFor(() => expect(host.inputs('interactions/openPage')).toEqual([{ id: 'q-page', hash: 'sha-page' }]));
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('shows which of its letters are of another alphabet (T:E02)', async () => {
    await open(views.elicitation('page', { request: { mode: 'url', url: { ...url, unicodeHost: 'www.mуbаnk.münchen' }, phase: 'ask' } }));
    const box = await card();
    expect(box.textContent).toContain('With its letters as they look: www.mуbаnk.münchen');
    expect([...box.querySelectorAll('[data-foreign]')].map((each) => each.textContent)).toEqual(['у', 'а']);
    expect(within(box).getByText(/^Marked: letters of another alphabet/)).toBeDefined();
  });

  it('goes on when the person is done, or can be opened again (H46)', async () => {
    const { user } = await open(page('opened'));
    await user.click(await ready('Open again'));
    await waitFor(() => expect(host.inputs('interactions/openPage')).toHaveLength(1));
    await user.click(await ready(/I’m done/));
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'elicitation', action: 'accept' }));
  });

  it('that the server waits for is told and can be left (H46)', async () => {
    const { user } = await open(page('waiting'));
    await user.click(await ready('Stop waiting'));
    await waitFor(() => expect(host.inputs('interactions/resolve')[0]?.answer).toEqual({ kind: 'elicitation', action: 'cancel' }));
  });
});

describe('questions of servers', () => {
  it('stand below the call of the chat they belong to (H04)', async () => {
    const answer = views.message('answer', { status: 'streaming', parts: [views.call('work', { state: 'running', interactionId: null, startedAt: Date.now() })] });
    host = new FakeHost({ servers: [views.server('files')], providers: [views.provider('one')], conversations: [views.chat('first', { isRunning: true, messageCount: 1 })], messages: [answer], interactions: [form({ conversationId: views.ids.chat('first'), callId: views.ids.call('work') })] });
    await openWindow(host, '#/chat/c-first');
    expect(within(await card()).getByLabelText(/Your name/)).toBeDefined();
  });

  it('are reached from everywhere, and by that press alone take the focus (H08)', async () => {
    host = new FakeHost({ servers: [views.server('files')], interactions: [form()] });
    const { user } = await openWindow(host, '#/servers');
    await user.click(await screen.findByRole('button', { name: /1 decision waiting/ }));
    const box = await card();
    await waitFor(() => expect(document.activeElement).toBe(box));
  });

  it('that are gone say why (R07)', async () => {
    const question = form();
    await open(question);
    await card();
    host.withdraw(question.id, 'server-gone');
    expect(await screen.findByText(/is not connected any more/)).toBeDefined();
    await waitFor(() => expect(screen.queryByRole('region', { name: /asks you/ })).toBeNull());
  });
});
