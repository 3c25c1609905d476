import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import { FakeHost } from '../../test/fake-host.ts';
import { openWindow } from '../../test/render-app.tsx';
import * as views from '../../test/views.ts';

const found = (at: number, title: string, isHere = false) => ({ at, source: 'chatgpt' as const, title, createdAt: 1_700_000_000_000, updatedAt: 1_700_000_000_000 + at, messageCount: 2, isHere });

async function choose(host: FakeHost) {
  const opened = await openWindow(host, '#/import-chats');
  await opened.user.upload(await screen.findByLabelText('Choose a file', { selector: 'input' }), new File(['[]'], 'export.zip', { type: 'application/zip' }));
  return opened;
}

describe('importing chats', () => {
  it('lists what is in a file, ticks what is not here yet, says what is left out, and takes an import back (C12)', async () => {
    const host = new FakeHost({ conversations: [views.chat('first')] });
    const asked: unknown[] = [];
    host.handlers['chatImports/read'] = async function* read() {
      yield { type: 'found', chats: [found(0, 'Ferries'), found(1, 'Boats <img src=x>', true)], leftOut: [{ title: 'Odd', reason: 'shape' }], part: 1 };
      yield { type: 'done' };
    };
    host.handlers['chatImports/run'] = async function* run(input) {
      asked.push(input);
      yield { type: 'done', importId: 'i1', imported: 1, wasStopped: false };
    };
    host.handlers['chatImports/undo'] = (input) => {
      asked.push(input);
      return { removed: 1, kept: 0 };
    };
    const { user } = await choose(host);
    expect(await screen.findByText('2 chats found')).toBeDefined();
    expect(screen.getByRole('checkbox', { name: 'Ferries' })).toHaveProperty('ariaChecked', 'true');
    const boats = screen.getByRole('checkbox', { name: /^Boats <img src=x>/ });
    expect(boats.getAttribute('aria-checked')).toBe('false');
    expect(within(screen.getByRole('main')).getByText('Already here')).toBeDefined();
    await user.click(screen.getByRole('button', { name: '1 thing in the file is left out' }));
    expect(await screen.findByText(/is not built as its service builds chats/)).toBeDefined();
    await user.type(screen.getByRole('searchbox', { name: 'Search these chats by title' }), 'boat');
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Ferries' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Import 1 chat' }));
    expect(await screen.findByText('1 chat is here.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('1 chat was taken away again.')).toBeDefined();
    expect(asked).toEqual([{ stagedId: 'staged', chosen: [0] }, { importId: 'i1' }]);
    await user.click(screen.getByRole('button', { name: 'Import another file' }));
    expect(await screen.findByRole('button', { name: 'Choose a file' })).toBeDefined();
  });

  it('says in words why a file is refused, and lets another be chosen (C12)', async () => {
    const host = new FakeHost({});
    host.handlers['chatImports/read'] = () => {
      throw new HostError('chat-file-refused', { reason: 'nothing' });
    };
    await choose(host);
    expect(await screen.findByText(/There are no chats in it/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Choose a file' })).toBeDefined();
  });

  it('is found from the history and shows there what came in (C12)', async () => {
    const host = new FakeHost({ conversations: [views.chat('first'), views.chat('second', { importedFrom: 'claude' })] });
    const { user } = await openWindow(host, '#/history?show=imported');
    const main = await screen.findByRole('main');
    expect(await within(main).findByText('From Claude')).toBeDefined();
    expect(within(main).queryByText('first')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Import chats…' }));
    await waitFor(() => expect(location.hash).toBe('#/import-chats'));
  });
});
