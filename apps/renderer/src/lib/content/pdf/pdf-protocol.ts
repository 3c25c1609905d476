/** What the window and the worker that reads a PDF say to each other. Both are ours; what stands in a reply is still only data. */

/** Why nothing is shown. `slow`: it took longer than a page may. `unavailable`: there is no worker here. */
export type PdfFault = 'encrypted' | 'broken' | 'slow' | 'unavailable';

/** `width` is in device pixels; the height follows from the page. */
export type PdfRequest = { kind: 'open'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'page'; page: number; width: number };

export type PdfReply = { kind: 'opened'; pages: number } | { kind: 'page'; picture: PdfPicture } | { kind: 'failed'; reason: 'encrypted' | 'broken' };

/** A drawn page. `width` and `height` are those of the page in points (1/72 inch), in which the runs of text have their places. */
export interface PdfPicture {
  bitmap: ImageBitmap;
  width: number;
  height: number;
  runs: TextRun[];
}

/** A piece of text on its baseline; `angle` in degrees, clockwise. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  size: number;
  width: number;
  angle: number;
}

/** Larger documents are for another program. */
export const mostPdfBytes = 32 * 1024 * 1024;
export const mostPages = 5_000;
/** Of one drawn page, in pixels; also of every picture within one. */
export const mostPixels = 16_777_216;
const longestEdge = 8_192;
const mostRuns = 4_000;
const mostText = 200_000;

/** How a page of this size in points is scaled, so that it is as wide as asked and within every limit. 0: it cannot be drawn. */
export function scaleOf(page: { width: number; height: number }, width: number): number {
  if (!(page.width > 0) || !(page.height > 0) || !(width > 0)) return 0;
  const scale = Math.min(width / page.width, longestEdge / page.width, longestEdge / page.height, Math.sqrt(mostPixels / (page.width * page.height)));
  return Number.isFinite(scale) && page.width * scale >= 1 && page.height * scale >= 1 ? scale : 0;
}

/** As many as a page can show: the first, for what comes later belongs to a page nobody can read. */
export function boundedRuns(runs: Iterable<TextRun>): TextRun[] {
  const kept: TextRun[] = [];
  let length = 0;
  for (const run of runs) {
    if (run.text.trim() === '' || ![run.x, run.y, run.size, run.width, run.angle].every(Number.isFinite) || run.size <= 0) continue;
    length += run.text.length;
    if (kept.length >= mostRuns || length > mostText) break;
    kept.push(run);
  }
  return kept;
}
