/** A PDF as a view needs it: how many pages it has, and the one that is shown, drawn anew when another width is wanted. */
import { useEffect, useState } from 'react';
import { PdfDocument, PdfError } from './pdf-document.ts';
import type { PdfFault, PdfPicture } from './pdf-protocol.ts';
import { startPdfWorker } from './start-pdf-worker.ts';

export type OpenPdf = { state: 'opening' } | { state: 'open'; document: PdfDocument; pages: number } | { state: 'fault'; fault: PdfFault };

const faultOf = (error: unknown): PdfFault => (error instanceof PdfError ? error.fault : 'broken');

/** Open for as long as the caller is on screen. */
export function usePdf(bytes: Uint8Array<ArrayBuffer>): OpenPdf {
  const [answer, setAnswer] = useState<{ of: Uint8Array; opened: OpenPdf } | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    const read = async (): Promise<OpenPdf> => {
      try {
        const document = new PdfDocument(startPdfWorker);
        closing.signal.addEventListener('abort', () => document.close());
        return { state: 'open', document, pages: await document.open(bytes) };
      } catch (error) {
        return { state: 'fault', fault: faultOf(error) };
      }
    };
    void read().then((opened) => {
      if (!closing.signal.aborted) setAnswer({ of: bytes, opened });
    });
    return () => closing.abort();
  }, [bytes]);
  return answer?.of === bytes ? answer.opened : { state: 'opening' };
}

export interface ShownPage {
  /** The page this is of; another than asked for while that is being drawn. */
  page: number;
  picture: PdfPicture | null;
  fault: PdfFault | null;
}

/** `width` in device pixels; 0 waits until one is known. */
export function usePdfPage(document: PdfDocument, page: number, width: number): ShownPage | null {
  const [shown, setShown] = useState<ShownPage | null>(null);
  useEffect(() => {
    if (width === 0) return undefined;
    let isGone = false;
    document.page(page, width).then(
      (picture) => (isGone ? picture.bitmap.close() : setShown({ page, picture, fault: null })),
      (error: unknown) => (isGone ? undefined : setShown({ page, picture: null, fault: faultOf(error) })),
    );
    return () => {
      isGone = true;
    };
  }, [document, page, width]);
  // What is shown no more gives its memory back at once.
  useEffect(() => () => shown?.picture?.bitmap.close(), [shown]);
  return shown;
}
