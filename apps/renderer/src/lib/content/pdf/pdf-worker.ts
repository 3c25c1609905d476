/**
 * Reads one PDF and draws its pages, all in this worker, which the window ends when it takes too long. Nothing of a document runs:
 * no script of it is known here, no eval, forms and XFA are off, glyphs are drawn as outlines so that no font of it reaches the
 * browser, and nothing is loaded, since no address is given from which anything could be.
 */
import { AnnotationMode, getDocument, Util, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Puts its half where the other looks for it: both then work in this thread and start no other.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { BinaryData, Canvases, Filters } from './pdf-parts.ts';
import { boundedRuns, mostPages, mostPixels, scaleOf } from './pdf-protocol.ts';
import type { PdfPicture, PdfReply, PdfRequest, TextRun } from './pdf-protocol.ts';

const bytesPerPixel = 4;

async function open(bytes: Uint8Array<ArrayBuffer>): Promise<PDFDocumentProxy> {
  return await getDocument({
    data: bytes,
    verbosity: VerbosityLevel.ERRORS,
    disableFontFace: true,
    useSystemFonts: false,
    enableXfa: false,
    useWasm: false,
    isImageDecoderSupported: false,
    maxImageSize: mostPixels,
    canvasMaxAreaInBytes: mostPixels * bytesPerPixel,
    CanvasFactory: Canvases,
    FilterFactory: Filters,
    BinaryDataFactory: BinaryData,
  }).promise;
}

async function draw(document: PDFDocumentProxy, number: number, width: number): Promise<PdfPicture> {
  const page = await document.getPage(number);
  try {
    const asIs = page.getViewport({ scale: 1 });
    const scale = scaleOf(asIs, width);
    if (scale === 0) throw new RangeError('No page that can be drawn');
    const viewport = page.getViewport({ scale });
    const canvas = new OffscreenCanvas(Math.max(1, Math.round(viewport.width)), Math.max(1, Math.round(viewport.height)));
    const canvasContext = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
    if (canvasContext === null) throw new Error('No canvas');
    // It draws on either kind of canvas; its types know only that of a page.
    const parameters: unknown = { canvas: null, canvasContext, viewport, background: '#ffffff', annotationMode: AnnotationMode.ENABLE };
    await page.render(parameters as Parameters<typeof page.render>[0]).promise;
    const { items } = await page.getTextContent();
    const runs = boundedRuns(items.flatMap((item) => ('str' in item ? [runOf(item, asIs.transform)] : [])));
    return { bitmap: canvas.transferToImageBitmap(), width: asIs.width, height: asIs.height, runs };
  } finally {
    page.cleanup();
  }
}

function runOf(item: { str: string; transform: number[]; width: number }, transform: number[]): TextRun {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = Util.transform(transform, item.transform) as number[];
  return { text: item.str, x, y, size: Math.hypot(c, d), width: item.width, angle: (Math.atan2(b, a) * 180) / Math.PI };
}

/** The window's first message hands over a port: the library listens and speaks on the worker's own line. */
self.addEventListener('message', ({ ports: [port] }: MessageEvent) => {
  if (port === undefined) return;
  let document: PDFDocumentProxy | null = null;
  const answer = async (request: PdfRequest): Promise<PdfReply> => {
    if (request.kind === 'open') {
      document = await open(request.bytes);
      return { kind: 'opened', pages: Math.min(document.numPages, mostPages) };
    }
    if (document === null) throw new Error('Nothing is open');
    return { kind: 'page', picture: await draw(document, request.page, request.width) };
  };
  port.addEventListener('message', ({ data }: MessageEvent<PdfRequest>) => {
    answer(data).then(
      (reply) => port.postMessage(reply, reply.kind === 'page' ? [reply.picture.bitmap] : []),
      (error: unknown) => port.postMessage({ kind: 'failed', reason: error instanceof Error && error.name === 'PasswordException' ? 'encrypted' : 'broken' } satisfies PdfReply),
    );
  });
  port.start();
});
