/** Streams a text through one renderer, pinned to the end, on demand of whoever measures. */
import './page.css';
import { useLayoutEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { candidates } from './candidates.tsx';
import type { Candidate, CandidateName } from './candidates.tsx';
import { charactersPerToken, mixed, oneCodeBlock } from './documents.ts';

const documents = { mixed: () => mixed(20_000), code: () => oneCodeBlock(60_000) };
export type DocumentName = keyof typeof documents;

/** Updates a second, as the host sends them. */
const rate = 30;
const tokensPerSecond = 200;

/** How a text comes on the screen, once there is one. */
const screen: { show: (text: string) => void } = { show: () => {} };

function Stream({ renderer: Renderer }: { renderer: Candidate }) {
  const [text, setText] = useState('');
  useLayoutEffect(() => {
    screen.show = setText;
  }, []);
  useLayoutEffect(() => {
    const scroller = document.querySelector('#scroller');
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
    // Whenever there is more of it.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [text]);
  return <Renderer text={text} />;
}

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

let text = '';
let shown = 0;

export interface Stage {
  /** Which part of the text, from 0 to 1. */
  to: number;
  /** Tokens a second; left out: 200. */
  speed?: number;
}

export const bench = {
  async open(candidate: CandidateName, document_: DocumentName): Promise<void> {
    const renderer = await candidates[candidate]();
    const root = document.querySelector('#root');
    if (!root) throw new Error('the page has no #root');
    text = documents[document_]();
    shown = 0;
    createRoot(root).render(<Stream renderer={renderer} />);
    await wait(200);
  },
  /** Streams on to a part of the text; resolves with how many updates there were. */
  async stream({ to, speed = tokensPerSecond }: Stage): Promise<number> {
    const step = (speed / rate) * charactersPerToken;
    const end = text.length * to;
    let updates = 0;
    let due = performance.now();
    while (shown < end) {
      shown = Math.min(end, shown + step);
      screen.show(text.slice(0, Math.round(shown)));
      updates += 1;
      due = Math.max(due + 1000 / rate, performance.now());
      // One after the other, as they come.
      // oxlint-disable-next-line no-await-in-loop
      await wait(Math.max(0, due - performance.now()));
    }
    return updates;
  },
  rest: wait,
};

Object.assign(globalThis, { bench });
