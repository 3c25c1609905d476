import { screen, waitFor, within } from '@testing-library/react';
import { HostError } from '@portolan/contract/errors';
import { describe, expect, it, vi } from 'vitest';
import { FakeHost } from '../test/fake-host.ts';
import { openWindow } from '../test/render-app.tsx';
import * as views from '../test/views.ts';

const hostWith = (text: string) => new FakeHost({ conversations: [views.chat('first', { messageCount: 1 })], messages: [views.message('answer', { parts: [{ type: 'text', text }] })], providers: [views.provider('one')] });
const dialog = () => screen.findByRole('dialog', { name: 'Open this link in your browser?' });

describe('a link in what a model or a server wrote', () => {
  it('is opened by nobody but the host, after the whole address was shown (T:B05, T:B08)', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const host = hostWith('see [our site](https://b\u0430nk.example/p?secret=1)');
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('link', { name: /our site/ }));
    // As the browser reads it: a look-alike letter shows.
    expect((await dialog()).textContent).toContain('xn--bnk-6cd.example');
    expect((await dialog()).textContent).toContain('secret=1');
    expect(host.inputs('links/open')).toEqual([]);
    await user.click(within(await dialog()).getByRole('button', { name: 'Open in browser' }));
    await waitFor(() => expect(open).toHaveBeenCalledWith(expect.stringContaining('secret=1'), '_blank', 'noopener,noreferrer'));
    expect(host.inputs('links/open')).toHaveLength(1);
  });

  it('stays closed when the host refuses it, and says so', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    const host = hostWith('[x](https://a.example/)');
    host.handlers['links/open'] = () => {
      throw new HostError('link-refused', { reason: 'scheme' });
    };
    const { user } = await openWindow(host, '#/chat/c-first');
    await user.click(await screen.findByRole('link', { name: /x/ }));
    await user.click(within(await dialog()).getByRole('button', { name: 'Open in browser' }));
    expect(await within(await dialog()).findByRole('alert')).toBeTruthy();
    expect(open).not.toHaveBeenCalled();
  });

  it('is no link at all with another scheme, and no picture is loaded (T:B01, T:B05)', async () => {
    await openWindow(hostWith('[a](javascript:alert(1)) [b](file:///etc/passwd) ![t](https://track.example/p.png) <img src=x onerror=alert(1)> end'), '#/chat/c-first');
    const answer = await screen.findByRole('article', { name: 'Answer' });
    await within(answer).findByText(/end/);
    expect([...answer.querySelectorAll('a')].filter((link) => !/^(https?:|#|$)/.test(link.getAttribute('href') ?? ''))).toEqual([]);
    expect(answer.querySelectorAll('img')).toHaveLength(0);
    expect(answer.textContent).toContain('<img src=x onerror=alert(1)>');
  });
});

describe('an image that an answer only names', () => {
  const text = '![Cat](https://pics.example/cat.png) ![Odd](https://pics.example/?q=sk-proj-4f9aK2mQ8sT1vX7zB3nC6dE5gH0jL) end';
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

  it('is asked for by a press alone, and kept for its message when it is seen again (T:B07)', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: vi.fn<() => string>(() => 'blob:http://here/1'), revokeObjectURL: vi.fn<() => void>() }));
    const host = hostWith(text);
    host.handlers['images/load'] = () => ({ outcome: 'image', mimeType: 'image/png', data: dot });
    const { user } = await openWindow(host, '#/chat/c-first');
    expect((await screen.findByRole('article', { name: 'Answer' })).textContent).toContain('Image from pics.example: Cat');
    expect(host.inputs('images/load')).toEqual([]);
    await user.click(screen.getAllByRole('button', { name: 'Load image' })[0] ?? document.body);
    expect((await screen.findByRole('img', { name: 'Cat' })).getAttribute('src')).toBe('blob:http://here/1');
    window.location.hash = '#/history';
    await waitFor(() => expect(screen.queryByRole('img', { name: 'Cat' })).toBeNull());
    window.location.hash = '#/chat/c-first';
    expect(await screen.findByRole('img', { name: 'Cat' })).toBeTruthy();
    expect(host.inputs('images/load')).toEqual([{ url: 'https://pics.example/cat.png' }]);
  });

  it('is asked about first where its address carries a key, and says why it did not come (T:B07, T:B08)', async () => {
    const host = hostWith(text);
    host.handlers['images/load'] = () => ({ outcome: 'refused', reason: 'status', status: 404 });
    const { user } = await openWindow(host, '#/chat/c-first');
    const button = async () => (await screen.findAllByRole('button', { name: 'Load image' })).at(-1) ?? document.body;
    expect((await screen.findByRole('article', { name: 'Answer' })).textContent).toContain('This address carries something that looks like a key or coded data.');
    await user.click(await button());
    const asked = () => screen.findByRole('dialog', { name: 'Load this image?' });
    expect((await asked()).textContent).toContain('q=sk-proj-4f9aK2mQ8sT1vX7zB3nC6dE5gH0jL');
    await user.click(within(await asked()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(host.inputs('images/load')).toEqual([]);
    await user.click(await button());
    await user.click(within(await asked()).getByRole('button', { name: 'Load image' }));
    expect(await screen.findByText('pics.example answered with the error 404. The image may be gone.')).toBeTruthy();
    expect(host.inputs('images/load')).toHaveLength(1);
  });
});
