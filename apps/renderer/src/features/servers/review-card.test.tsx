import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ServerId } from '@portolan/contract/ids';
import { trustInput } from '../../test/browser.ts';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const unreviewed = (part = {}) =>
  new FakeHost({
    servers: [views.server('files', { isReviewed: false, state: 'stopped', launch: { kind: 'stdio', command: '/usr/bin/npx', args: ['-y', 'server\u202E', '--eval=x', ''], env: [{ name: 'LD_PRELOAD', value: '/tmp/x.so' }, { name: 'KEY', value: null }], cwd: '/work' }, flags: [{ kind: 'inline-code', subject: '--eval=x' }], ...part })],
  });
const card = async () => {
  const heading = await screen.findByRole('heading', { name: /^Allow/ });
  const section = heading.closest('section');
  if (!section) throw new Error('the card is gone');
  return section;
};
const allow = async () => {
  const button = await screen.findByRole('button', { name: /^Allow and/ });
  await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'), { timeout: 5_000 });
  return button;
};

describe('the review before a first start', () => {
  it('shows the program, every argument on its own line, variables and folder, with hidden characters visible (H07, T:A02, T:A03)', async () => {
    await openWindow(unreviewed(), '#/servers/s-files/overview');
    const lines = [...(await card()).querySelectorAll('dl code')].map((line) => line.textContent);
    expect(lines).toEqual(['/usr/bin/npx', '-y', 'server‹U+202E›1 hidden character', '--eval=x', '', 'LD_PRELOAD=/tmp/x.so', 'KEY=value hidden', '/work']);
    expect(within(await card()).getByText('4 arguments')).toBeTruthy();
    expect(within(await card()).getByText('Runs code written in an argument: --eval=x')).toBeTruthy();
  });

  it('says why a value is hidden and how long it is, and shows it when it is asked for, and no other (S09, H07)', async () => {
    const hidden = { reason: 'name', length: 14 } as const;
    const host = unreviewed({ launch: { kind: 'stdio', command: 'x', args: [], env: [{ name: 'MODE', value: 'fast' }, { name: 'KEY', value: null, hidden }, { name: 'PIN', value: null, hidden: { reason: 'look', length: 1 } }] } });
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    const lines = async () => [...(await card()).querySelectorAll('dl code')].map((line) => line.textContent);
    const rest = ['x', 'MODE=fast', 'KEY=value hidden: its name sounds like a key, 14 characters', 'PIN=value hidden: it looks like a key, 1 character'];
    expect(await lines()).toEqual(rest);
    await user.click(screen.getByRole('button', { name: 'Show KEY' }));
    await waitFor(async () => expect(await lines()).toEqual(['x', 'MODE=fast', 'KEY=value of KEY', rest[3]]));
    expect(host.inputs('servers/value')).toEqual([{ serverId: 's-files', launchHash: host.server(ServerId.parse('s-files')).launchHash, name: 'KEY' }]);
    await user.click(screen.getByRole('button', { name: 'Hide KEY' }));
    await waitFor(async () => expect(await lines()).toEqual(rest));
  });

  it('points out a name that is taken for that of another server, that mixes alphabets, that claims to be checked (T:C04, T:J06, T:J09)', async () => {
    const host = unreviewed({ name: 'Gіthub ✅' });
    host.state.servers.push(views.server('double', { name: 'gitHub\u200b ✅' }));
    await openWindow(host, '#/servers/s-files/overview');
    // What is said of containment comes when the host has looked; it has tests of its own.
    const texts = [...(await card()).querySelectorAll('.ui-callout')].map((each) => each.textContent).filter((text) => !text.startsWith('Without containment'));
    expect(texts).toEqual([
      expect.stringContaining('“Gіthub ✅” looks like “gitHub‹U+200B› ✅”, which is another one.'),
      '“Gіthub ✅” mixes Latin letters with letters of another alphabet that look the same: і (U+0456).',
      'The signs and words of trust in “Gіthub ✅” are a part of the name. Nobody has checked this server.',
      expect.stringContaining('Runs code'),
    ]);
  });

  it('lets start exactly what was shown, by its hash, and only by a real press after a moment (H07, T:J10)', async () => {
    const host = unreviewed();
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    const button = await screen.findByRole('button', { name: 'Allow and start' });
    await user.click(button);
    expect(host.inputs('servers/review')).toEqual([]);
    await user.click(await allow());
    expect(host.inputs('servers/review')).toEqual([]);
    trustInput();
    await user.click(await allow());
    await waitFor(() => expect(host.inputs('servers/review')).toEqual([{ serverId: 's-files', launchHash: 'hash-files', start: true }]));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Allow and start' })).toBeNull());
  });

  it('is a new one when the launch changes while it is read: what is allowed is what stands there then (H07)', async () => {
    const host = unreviewed();
    trustInput();
    const { user } = await openWindow(host, '#/servers/s-files/overview');
    await allow();
    host.changeServer(views.ids.server('files'), { launchHash: 'hash-2', launch: { kind: 'stdio', command: 'evil', args: [], env: [] } });
    await screen.findByText('evil');
    expect((await screen.findByRole('button', { name: 'Allow and start' })).getAttribute('aria-disabled')).toBe('true');
    await user.click(await allow());
    await waitFor(() => expect(host.inputs('servers/review').map((each) => each.launchHash)).toEqual(['hash-2']));
  });

  it('tells what is different from the launch that was allowed, argument by argument (H07, A07)', async () => {
    const host = unreviewed();
    host.handlers['configuration/launchChange'] = () => ({
      changes: [
        { what: 'argument', kind: 'same', name: '', before: '-y', after: '-y', isHidden: false },
        { what: 'argument', kind: 'removed', name: '', before: 'pkg@1.0.0', after: null, isHidden: false },
        { what: 'argument', kind: 'added', name: '', before: null, after: 'pkg@1.0.1', isHidden: false },
        { what: 'variable', kind: 'changed', name: 'TOKEN', before: null, after: null, isHidden: true },
      ],
    });
    await openWindow(host, '#/servers/s-files/overview');
    expect(await screen.findByRole('heading', { name: 'files has changed since you allowed it' })).toBeTruthy();
    const changes = within(await screen.findByRole('region', { name: 'What changed' }));
    expect(changes.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['  -y', '− gone: pkg@1.0.0', '+ new: pkg@1.0.1']);
    expect(changes.getByText('another value, hidden here')).toBeTruthy();
    expect(changes.getByText('Variable TOKEN')).toBeTruthy();
  });

  it('speaks of a connection where nothing is started here', async () => {
    await openWindow(unreviewed({ launch: { kind: 'http', url: 'https://a.example/mcp?x=1', headers: [{ name: 'Authorization', value: null }], transport: 'auto' }, flags: [] }), '#/servers/s-files/overview');
    expect(await screen.findByRole('button', { name: 'Allow and connect' })).toBeTruthy();
    const lines = [...(await card()).querySelectorAll('dl code')].map((line) => line.textContent);
    expect(lines).toEqual(['https://a.example/mcp?x=1', 'Authorization: value hidden']);
  });
});
