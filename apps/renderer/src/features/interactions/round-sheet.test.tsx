import type { ElicitationView } from '@portolan/contract/elicitation';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow, settled } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

let host: FakeHost;
let rounds = 0;
const schema = (name: string) => ({ type: 'object', properties: { [name]: { type: 'string', title: name, minLength: 2 } }, required: [name] });
const url: Extract<ElicitationView['request'], { mode: 'url' }>['url'] = { href: 'https://sign.example/in', scheme: 'https', host: { before: 'sign.', domain: 'example', port: '' }, unicodeHost: null, path: '/in', warnings: [] };
const round = (position: number, number = 1) => ({ id: `round-${rounds}`, number, position, count: 3 });
const formOf = (name: string, position: number, more: object = {}) => views.elicitation(`${name}-${rounds}`, { round: round(position), request: { mode: 'form', schema: schema(name), secretFields: [], isSecretAsked: false, repairs: [], ...more } });
const open = (...asks: ElicitationView[]) => {
  host = new FakeHost({ servers: [views.server('files')], interactions: asks });
  return openWindow(host, '#/questions');
};
const sheet = () => screen.findByRole('region', { name: /asks you 3 things at once/ });
const ready = async (name: string) => {
  const found = within(await sheet()).getByRole('button', { name });
  await waitFor(() => expect(found.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5_000 });
  return found;
};
const sent = () => host.inputs('interactions/resolveRound');

beforeEach(() => {
  rounds += 1;
  trustInput();
});

describe('a round of three questions', () => {
  it('is one sheet with one send, and counts as one decision (H04, P13)', async () => {
    const { user } = await open(formOf('name', 1), formOf('place', 2), views.elicitation(`page-${rounds}`, { round: round(3), request: { mode: 'url', url, phase: 'opened' } }));
    const box = await sheet();
    expect(screen.getByRole('button', { name: /1 decision waiting/ })).toBeDefined();
    expect(within(box).getAllByRole('button', { name: 'Decline' })).toHaveLength(1);
    expect(within(box).queryByRole('button', { name: 'Send answer' })).toBeNull();
    await user.type(within(box).getByLabelText(/name/), 'Ada');
    await user.click(await ready('Send all answers'));
    expect(await within(box).findByText(/Number 2 has fields/)).toBeDefined();
    await settled();
    expect(sent()).toEqual([]);
    await user.type(within(box).getByLabelText(/place/), 'London');
    await user.click(await ready('Send all answers'));
    await waitFor(() => expect(sent()[0]?.answers.map(({ answer }) => answer)).toEqual([
      { kind: 'elicitation', action: 'accept', content: { name: 'Ada' } },
      { kind: 'elicitation', action: 'accept', content: { place: 'London' } },
      { kind: 'elicitation', action: 'accept' },
    ]));
    await waitFor(() => expect(screen.queryByRole('region', { name: /asks you 3/ })).toBeNull());
  });

  it.each([['Decline', 'decline'], ['Cancel', 'cancel']] as const)('is answered as a whole by “%s” (H34)', async (name, action) => {
    const { user } = await open(formOf('name', 1), formOf('place', 2), formOf('time', 3));
    await user.click(await ready(name));
    await waitFor(() => expect(sent()[0]?.answers.map(({ answer }) => answer)).toEqual([1, 2, 3].map(() => ({ kind: 'elicitation', action }))));
  });

  it('that holds a form asking for a secret can’t be sent at all (T:E01)', async () => {
    await open(formOf('name', 1), formOf('place', 2), formOf('pw', 3, { secretFields: [{ name: 'pw', title: 'Password' }] }));
    expect(await within(await sheet()).findByText(/Number 3 asks for a secret/)).toBeDefined();
    expect(within(await sheet()).queryByRole('button', { name: 'Send all answers' })).toBeNull();
  });

  it('names its round and how many there may be (T:E07)', async () => {
    await open(...[1, 2, 3].map((position) => ({ ...formOf(`f${position}`, position), round: round(position, 4) })));
    expect(within(await sheet()).getByText(/Round 4 of at most 10/)).toBeDefined();
  });
});
