import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { HostError } from '@portolan/contract/errors';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { FakeHost } from '../../../test/fake-host.ts';
import { fileHash } from '../../../test/file-handlers.ts';
import { openWindow, settled } from '../../../test/render-app.tsx';
import * as views from '../../../test/views.ts';
import { useIncomingFiles } from './incoming.ts';

let host: FakeHost;
const open = (hash = '#/chat/c-first') => openWindow(host, hash);
const composer = () => screen.findByRole('textbox', { name: 'Message' });
const chips = () => within(screen.getByRole('list', { name: 'Attached' })).getAllByRole('listitem').map(({ textContent }) => textContent);
const file = (name: string, text: string, type = '') => new File([text], name, { type });
const bytes = (name: string, ...all: number[]) => new File([new Uint8Array(all)], name);
const chooser = () => {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error('no chooser');
  return input;
};

beforeEach(() => {
  useIncomingFiles.setState(useIncomingFiles.getInitialState());
  host = new FakeHost({ providers: [views.provider('one')], conversations: [views.chat('first'), views.chat('second')] });
});

describe('files in the composer', () => {
  it('are chosen, stand there by what they are, and go with the message (C07)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.upload(chooser(), [file('notes.txt', 'some words'), bytes('photo.png', 0, 1, 2)]);
    await waitFor(() => expect(chips()).toEqual(['notes.txt text · 10 bytes · about 3 tokens', 'photo.png really data · 3 bytes']));
    await user.type(field, 'Look{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')).toEqual([{ conversationId: 'c-first', text: 'Look', attachments: [{ type: 'file', hash: fileHash(1), name: 'notes.txt' }, { type: 'file', hash: fileHash(2), name: 'photo.png' }] }]));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull());
  });

  it('that cannot be sent say why beside the others, and go by a press (C07)', async () => {
    const { user } = await open();
    await composer();
    const large = file('film.mkv', 'x');
    Object.defineProperty(large, 'size', { value: 1_000_000_000 });
    host.handlers['files/finish'] = () => {
      throw new HostError('storage-failed', { reason: 'full' });
    };
    await user.upload(chooser(), [large, file('nothing.txt', ''), file('good.txt', 'x')]);
    const alerts = () => within(screen.getByRole('list', { name: 'Attached' })).getAllByRole('alert').map(({ textContent }) => textContent);
    await waitFor(() => expect(alerts()).toEqual(['“film.mkv” is too large (1 GB). A file may have up to 25 MB.', '“nothing.txt” is empty.', 'The disk is full.']));
    expect(host.inputs('files/begin')).toHaveLength(1);
    for (const name of ['film.mkv', 'nothing.txt', 'good.txt']) await user.click(screen.getByRole('button', { name: `Remove ${name}` }));
    expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull();
  });

  it('that could not come are forgotten once the message went without them (C07)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.upload(chooser(), file('nothing.txt', ''));
    await waitFor(() => expect(chips()).toEqual(['“nothing.txt” is empty.']));
    await user.type(field, 'Without it{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull());
  });

  it('are looked at before they go, and taken out by keyboard (C07)', async () => {
    const { user } = await open();
    const field = await composer();
    await user.upload(chooser(), file('notes.txt', 'some words in it'));
    await waitFor(() => expect(chips()).toHaveLength(1));
    await user.click(await screen.findByRole('button', { name: /^notes\.txt/ }));
    const dialog = await screen.findByRole('dialog', { name: 'notes.txt' });
    expect(await within(dialog).findByText('some words in it')).toBeTruthy();
    await user.keyboard('{Escape}');
    await user.click(field);
    await user.keyboard('{Backspace}{Delete}');
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull());
  });

  it('come from the clipboard, where there are no words with them (C07)', async () => {
    await open();
    const field = await composer();
    const paste = (files: File[], text: string) => fireEvent.paste(field, { clipboardData: { files, items: files.map(() => ({ kind: 'file', webkitGetAsEntry: () => null })), getData: () => text } });
    paste([file('image.png', 'x', 'image/png')], '');
    await waitFor(() => expect(host.inputs('files/begin')).toEqual([{ name: 'Pasted picture.png', bytes: 1 }]));
    // A table brings a picture of itself along.
    paste([file('image.png', 'y', 'image/png')], 'a\tb');
    await settled();
    expect(host.inputs('files/begin')).toHaveLength(1);
  });

  it('a long text that was pasted stays, and becomes a file where the person wants that (C07)', async () => {
    const { user } = await open();
    const field = await composer();
    const long = 'word '.repeat(1_000).trim();
    await user.type(field, 'Read: ');
    await user.paste(long);
    expect(await screen.findByText('You pasted 4,999 characters.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Attach them as a file instead' }));
    expect(field).toHaveProperty('value', 'Read: ');
    await waitFor(() => expect(chips()).toEqual(['Pasted text.txt text · 5 kB · about 1,250 tokens']));
  });

  it('are dropped anywhere onto the chat; what is dropped beside it never takes the place of the app (C07)', async () => {
    await open();
    await composer();
    const dataTransfer = { types: ['Files'], files: [file('a.txt', 'a'), file('folder', '')], items: [{ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: false, name: 'a.txt' }) }, { kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true, name: 'folder' }) }] };
    const article = screen.getByRole('textbox', { name: 'Message' });
    expect(fireEvent.dragOver(article, { dataTransfer })).toBe(false);
    expect(await screen.findByText('Drop to attach to your message')).toBeTruthy();
    expect(fireEvent.drop(article, { dataTransfer })).toBe(false);
    await waitFor(() => expect(chips()).toEqual(['a.txt text · 1 byte · about 1 token', '“folder” is a folder. Attach the files in it.']));
    expect(screen.queryByText('Drop to attach to your message')).toBeNull();
    expect(fireEvent.drop(document.body, { dataTransfer })).toBe(false);
    await settled();
    expect(chips()).toHaveLength(2);
  });

  it('that the model cannot be given keep the message here, with what can be done about it (C07)', async () => {
    host.handlers['files/fit'] = ({ hashes }) => ({ model: 'deaf', fits: hashes.map(() => 'kind' as const), others: [{ providerId: 'p-one', providerName: 'One', model: 'hears' }] });
    const { user } = await open();
    const field = await composer();
    await user.upload(chooser(), bytes('memo.wav', ...Array.from('RIFF\u0000\u0000\u0000\u0000WAVEfmt ', (letter) => letter.codePointAt(0) ?? 0)));
    expect(await screen.findByText('deaf cannot hear, so it cannot be given memo.wav.')).toBeTruthy();
    await user.type(field, 'Listen{Enter}');
    await settled();
    expect(host.inputs('conversations/send')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Use another model' }));
    await user.click(await screen.findByRole('menuitem', { name: 'hears · One' }));
    await waitFor(() => expect(host.inputs('conversations/setModel')).toEqual([{ conversationId: 'c-first', model: { providerId: 'p-one', model: 'hears' } }]));
    await user.click(await screen.findByRole('button', { name: 'Send only its name' }));
    await waitFor(() => expect(screen.queryByText(/cannot hear/)).toBeNull());
    expect(chips()).toEqual(['memo.wav name only']);
    await user.type(field, '{Enter}');
    await waitFor(() => expect(host.inputs('conversations/send')[0]?.attachments).toEqual([{ type: 'file', hash: fileHash(1), name: 'memo.wav', asWords: true }]));
  });

  it('are part of the draft: there after a reload, and from chat to chat (C07, R98)', async () => {
    const { user } = await open();
    await composer();
    await user.upload(chooser(), file('notes.txt', 'x'));
    await waitFor(() => expect(host.state.draftAttachments[views.ids.chat('first')]).toHaveLength(1));
    await user.click(screen.getByRole('link', { name: 'second' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Attached' })).toBeNull());
    await user.click(screen.getByRole('link', { name: 'first' }));
    await waitFor(() => expect(chips()).toHaveLength(1));
    const kept = host.state.draftAttachments[views.ids.chat('first')];
    cleanup();
    host = new FakeHost({ providers: [views.provider('one')], conversations: [views.chat('first')], draftAttachments: { [views.ids.chat('first')]: kept ?? [] } });
    await open();
    await waitFor(() => expect(chips()).toEqual(['notes.txt text · 1 byte · about 1 token']));
  });
});

describe('messages that wait', () => {
  const queued = (id: string, text: string, more: object = {}) => ({ id: `q_${id.repeat(22)}` as never, text, attachments: [] as PendingAttachment[], problem: null, ...more });

  it('stand above the field, and are moved, changed, sent and taken out there, with a way back (C04)', async () => {
    host.state.conversations = [views.chat('first', { isRunning: true })];
    host.state.queue = { messages: [queued('a', 'One'), queued('b', 'Two'), queued('c', 'Three')], isHeld: false };
    const { user } = await open();
    const list = await screen.findByRole('region', { name: 'Waiting to be sent' });
    expect(within(list).getByText('3 messages wait')).toBeTruthy();
    const [first] = within(list).getAllByRole('listitem');
    if (!first) throw new Error('nothing waits');
    await user.click(within(first).getByRole('button', { name: /^Move down/ }));
    await waitFor(() => expect(host.inputs('queue/move')).toEqual([{ conversationId: 'c-first', id: `q_${'a'.repeat(22)}`, before: `q_${'c'.repeat(22)}` }]));
    await user.click(within(first).getByRole('button', { name: 'Edit' }));
    const edit = within(first).getByRole('textbox', { name: 'Message that waits' });
    await user.type(edit, ' more{Enter}');
    await waitFor(() => expect(host.inputs('queue/change')).toMatchObject([{ text: 'One more' }]));
    await user.click(await within(first).findByRole('button', { name: 'Send now' }));
    await waitFor(() => expect(host.inputs('queue/sendNow')).toHaveLength(1));
    await user.click(within(first).getByRole('button', { name: 'Remove' }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.inputs('queue/add')).toEqual([{ conversationId: 'c-first', text: 'One', attachments: [], before: `q_${'b'.repeat(22)}` }]));
  });

  it('say that they wait for the person, and why one could not go', async () => {
    host.state.queue = { messages: [queued('a', 'One', { problem: new HostError('attachment-unfit', { name: 'memo.wav', model: 'deaf', reason: 'kind' }).problem })], isHeld: true };
    const { user } = await open();
    expect(await screen.findByText('The last answer did not end by itself, so these wait for you.')).toBeTruthy();
    expect(screen.getByText('deaf cannot be given “memo.wav”.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Send them' }));
    await waitFor(() => expect(host.inputs('queue/resume')).toEqual([{ conversationId: 'c-first' }]));
  });
});
