/// <reference lib="webworker" />
/** Draws diagrams away from the page; a text that takes too long is ended by the page killing this worker. */
import { isDrawable } from './diagram-kind.ts';
import type { DiagramReply, DiagramRequest } from './diagram-protocol.ts';

// The layout library takes a worker without a document for one of its own, and would answer our messages itself.
if (!('document' in self)) Object.assign(self, { document: {} });
// It also puts the name of the global scope aside and back, which in a worker can only be read.
Object.defineProperty(globalThis, 'self', { value: self, writable: true, configurable: true });

async function answer({ id, source, colours }: DiagramRequest): Promise<DiagramReply> {
  if (!isDrawable(source)) return { id, problem: 'unknown' };
  const { drawDiagram } = await import('./draw-diagram.ts');
  try {
    return { id, picture: await drawDiagram(source, colours) };
  } catch {
    return { id, problem: 'wrong' };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<DiagramRequest>) => {
  const reply = async (): Promise<void> => {
    // A worker's own postMessage has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    self.postMessage(await answer(data));
  };
  void reply();
});
