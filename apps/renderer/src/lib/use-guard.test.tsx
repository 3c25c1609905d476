import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use, useRef } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { trustInput } from '../test/browser.ts';
import { useGuard } from './use-guard.ts';

beforeEach(() => trustInput());

const never = Promise.withResolvers<string>();
const accepted = vi.fn<() => void>();

function Question({ part }: { part: Promise<string> | null }) {
  const card = useRef<HTMLDivElement>(null);
  const guard = useGuard(card);
  return (
    <div ref={card}>
      <button type="button" aria-disabled={guard.isGuarded} onClick={(event) => { if (guard.accepts(event)) accepted(); }}>Allow</button>
      {part ? <Part part={part} /> : null}
    </div>
  );
}

function Part({ part }: { part: Promise<string> }) {
  return <p>{use(part)}</p>;
}

const page = (part: Promise<string> | null) => <Suspense fallback="Loading"><Question part={part} /></Suspense>;

const button = () => screen.getByText('Allow');
const isHeld = () => button().getAttribute('aria-disabled') === 'true';

describe('the moment before an answer counts (H08, T:J10)', () => {
  it('begins anew when a question was hidden while a part of it loaded, and is shown again', async () => {
    const { rerender } = render(page(null));
    await waitFor(() => expect(isHeld()).toBe(false));
    await act(async () => rerender(page(never.promise)));
    await screen.findByText('Loading');
    await act(async () => rerender(page(null)));
    expect(isHeld()).toBe(true);
    fireEvent.click(button());
    expect(accepted).not.toHaveBeenCalled();
  });

  it('begins anew when the question moves while somebody hammers Enter or the button, which is no scrolling', async () => {
    render(page(null));
    for (const hammer of [() => fireEvent.keyDown(document.body, { key: 'Enter' }), () => fireEvent.pointerDown(button())]) {
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(isHeld()).toBe(false));
      hammer();
      const moved = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, Math.random() * 1_000, 10, 10));
      // oxlint-disable-next-line no-await-in-loop
      await waitFor(() => expect(isHeld()).toBe(true), { timeout: 350 });
      moved.mockRestore();
    }
  });
});
