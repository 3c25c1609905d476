/** The whole window in front of a host in memory. */
import { act, render, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { UserEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { expect, onTestFinished } from 'vitest';
import { App } from '../app/app.tsx';
import { useWindowState } from '../app/window-state.ts';
import { Link } from '../host/link.ts';
import { useAttachments } from '../lib/attachment-store.ts';
import { useLastChat } from '../lib/last-chat.ts';
import { useWantedQuestion } from '../lib/questions.ts';
import './browser.ts';
import type { FakeHost } from './fake-host.ts';

export interface Window {
  user: UserEvent;
  link: Link;
}

/** Opens the window at an address, in strict mode, and waits until the frame stands. */
export async function openWindow(host: FakeHost, hash = '#/'): Promise<Window> {
  // A new window knows nothing of the one before.
  useWindowState.setState(useWindowState.getInitialState());
  useAttachments.setState(useAttachments.getInitialState());
  useLastChat.setState(useLastChat.getInitialState());
  useWantedQuestion.setState(useWantedQuestion.getInitialState());
  location.hash = hash;
  const link = new Link(host.open, { waitMs: 400, retryMs: 10 });
  onTestFinished(() => {
    link[Symbol.dispose]();
    host.drop();
  });
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });
  render(
    <StrictMode>
      <App link={link} />
    </StrictMode>,
  );
  // The page, or what stands in its place; not the moment before either.
  await waitFor(() => expect(document.querySelector('#main h1, main:not(#main) :is(h2, [role="alert"])')).not.toBeNull(), { timeout: 10_000 });
  return { user, link };
}

/** Lets what the host has just sent arrive and be drawn. */
export async function settled(): Promise<void> {
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
}
