/** The workers of this package. */
// Vite makes these modules: they are the addresses of the built workers.
// oxlint-disable-next-line import/default
import workerUrl from './highlight-worker.ts?worker&url';
// oxlint-disable-next-line import/default
import diagramUrl from './diagram-worker.ts?worker&url';
import { workerStarter } from './worker-starter.ts';

const start = workerStarter('portolan', [workerUrl, diagramUrl]);

/** A fresh highlighting worker, or null where there are no workers or the page does not allow it. */
export function startHighlightWorker(): Worker | null {
  return start(workerUrl, 'highlight');
}

/** The same for drawing diagrams. */
export function startDiagramWorker(): Worker | null {
  return start(diagramUrl, 'diagrams');
}
