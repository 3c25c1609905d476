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
