/** Starts a reader of PDF documents. */
import { workerStarter } from '@portolan/markdown/worker-starter';
// Vite makes this module: it is the address of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './pdf-worker.ts?worker&url';
import type { PdfWorker } from './pdf-document.ts';

const start = workerStarter('portolan-pdf', [workerUrl]);

/** Null where there are no workers, nothing to draw on in them, or the page does not allow it. */
export function startPdfWorker(): PdfWorker | null {
  return typeof OffscreenCanvas === 'undefined' ? null : start(workerUrl, 'pdf');
}
