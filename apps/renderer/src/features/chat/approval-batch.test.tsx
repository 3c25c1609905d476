import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { offScreen, trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
const names = ['read', 'write', 'delete'];
beforeEach(() => {
  host = new FakeHost({ servers: [views.server('files')], conversations: [views.chat('first')], interactions: names.map((name) => views.approval(name, { arguments: { path: `/tmp/${name}` } })) });
});
const batch = () => screen.findByRole('region', { name: /wants to make 3 calls in this chat/ });
const button = async (name: string | RegExp) => within(await batch()).getByRole('button', { name });
const isHeld = (element: HTMLElement) => element.getAttribute('aria-disabled') === 'true';
const isFree = async (name: string | RegExp) => {
  const element = await button(name);
  await waitFor(() => expect(isHeld(element)).toBe(false), { timeout: 5_000 });
  return element;
};

describe('calls of one server and one chat', () => {
  it('are one batch, each with its own arguments and its own decision by its own hash (H08, T:C17, C11)', async () => {
    trustInput();
    const { user } = await openWindow(host, '#/questions');
    const cards = within(await batch()).getAllByRole('region', { name: /wants to run/ });
    expect(cards.map((card) => names.find((name) => card.textContent?.includes(`/tmp/${name}`)))).toEqual(names);
    await isFree('Deny all 3');
    await user.click(within(cards[1] ?? document.body).getByRole('button', { name: 'Deny' }));
    await waitFor(() => expect(host.inputs('interactions/resolve')).toEqual([{ id: 'q-write', hash: 'sha-write', answer: { kind: 'tool-approval', decision: 'deny' } }]));
    expect(await screen.findByRole('region', { name: /wants to make 2 calls/ })).toBeTruthy();
  });

  it('are allowed together only once each has been on the screen, and exactly those (H08, T:J11)', async () => {
    trustInput();
    let isHidden = true;
    offScreen.add((element) => isHidden && element.closest('[data-approval]')?.getAttribute('data-approval') === 'q-delete');
    const { user } = await openWindow(host, '#/questions');
    const allow = await button('Allow these 3 once');
    await waitFor(async () => expect((await batch()).textContent).toContain('2 of 3 looked at'));
    await isFree('Deny all 3');
    await user.click(allow);
    expect(isHeld(allow)).toBe(true);
    expect(host.inputs('interactions/resolveRound')).toEqual([]);
    isHidden = false;
    await act(async () => {
      location.hash = '#/servers';
      await settled();
      location.hash = '#/questions';
      await settled();
    });
    await user.click(await isFree('Allow these 3 once'));
    await waitFor(() => expect(host.inputs('interactions/resolveRound')).toEqual([{ answers: names.map((name) => ({ id: `q-${name}`, hash: `sha-${name}`, answer: { kind: 'tool-approval', decision: 'allow', scope: 'once' } })) }]));
  });

  it('wait anew when one of them comes or goes: the next one is not allowed by the same press (T:J10, T:J11)', async () => {
    trustInput();
    await openWindow(host, '#/questions');
    await isFree('Allow these 3 once');
    const cardOf = (id: string) => document.querySelector<HTMLElement>(`[data-approval="${id}"]`);
    act(() => host.settle(views.ids.question('read')));
    await waitFor(() => expect(cardOf('q-read')).toBeNull());
    const next = within(cardOf('q-write') ?? document.body).getByRole('button', { name: 'Allow once' });
    expect(isHeld(next)).toBe(true);
    fireEvent.click(next);
    await settled();
    expect(host.inputs('interactions/resolve')).toEqual([]);
  });

  it('are denied together, looked at or not (H08)', async () => {
    offScreen.add(() => true);
    const { user } = await openWindow(host, '#/questions');
    await user.click(await isFree('Deny all 3'));
    await waitFor(() => expect(host.inputs('interactions/resolve').map(({ answer }) => answer)).toEqual(names.map(() => ({ kind: 'tool-approval', decision: 'deny' }))));
    expect(await screen.findByText('Nothing is waiting')).toBeTruthy();
  });

  it('are not denied by the second press of two at those before them (T:J10, T:J11)', async () => {
    host.state.interactions = ['read', 'write', 'send', 'wipe'].map((name, index) => views.approval(name, { ...(index < 2 ? {} : { serverId: views.ids.server('mail'), serverName: 'mail' }), arguments: { path: `/tmp/${name}` } }));
    const { user } = await openWindow(host, '#/questions');
    const first = await screen.findByRole('region', { name: /^files wants to make 2 calls/ });
    const denyAll = within(first).getByRole('button', { name: 'Deny all 2' });
    await waitFor(() => expect(isHeld(denyAll)).toBe(false), { timeout: 5_000 });
    await user.click(denyAll);
    await waitFor(() => expect(screen.queryByRole('region', { name: /^files wants/ })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Deny all 2' }));
    await settled();
    expect(host.inputs('interactions/resolve').map(({ id }) => id)).toEqual(['q-read', 'q-write']);
    expect(screen.getByRole('region', { name: /^mail wants to make 2 calls/ })).toBeTruthy();
  });
});
