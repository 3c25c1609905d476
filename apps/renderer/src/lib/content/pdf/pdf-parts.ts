/** What the PDF library draws with in a worker: canvases without a page, no filters, and maps of characters from our own files. */

interface CanvasAndContext {
  canvas: OffscreenCanvas | null;
  context: OffscreenCanvasRenderingContext2D | null;
}

export class Canvases {
  create(width: number, height: number): CanvasAndContext {
    if (!(width > 0) || !(height > 0)) throw new RangeError('Invalid canvas size');
    const canvas = new OffscreenCanvas(width, height);
    return { canvas, context: canvas.getContext('2d', { willReadFrequently: true }) };
  }

  reset({ canvas }: CanvasAndContext, width: number, height: number): void {
    if (canvas === null || !(width > 0) || !(height > 0)) throw new RangeError('Invalid canvas size');
    canvas.width = width;
    canvas.height = height;
  }

  destroy(each: CanvasAndContext): void {
    if (each.canvas !== null) each.canvas.width = each.canvas.height = 0;
    each.canvas = null;
    each.context = null;
  }

  getNoAlphaContext(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D | null {
    return canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  }
}

/** Filters of a page are SVG of a document, and there is none here: what needs one is drawn without. */
export class Filters {
  addFilter(): string {
    return 'none';
  }
  addHCMFilter(): string {
    return 'none';
  }
  addAlphaFilter(): string {
    return 'none';
  }
  addLuminosityFilter(): string {
    return 'none';
  }
  addKnockoutFilter(): string {
    return 'none';
  }
  addHighlightHCMFilter(): string {
    return 'none';
  }
  addSelectionHCMFilter(): string {
    return 'none';
  }
  addSelectionFilter(): string {
    return 'none';
  }
  createSelectionStyle(): null {
    return null;
  }
  destroy(): void {}
}

/**
 * Maps of characters for fonts of Chinese, Japanese and Korean that are not in their file, each a chunk of our own script: those that
 * other programs still write. Their own names for them are in ISO 32000-1, 9.7.5.2.
 */
const maps = import.meta.glob<string>('../../../../node_modules/pdfjs-dist/cmaps/{Uni*-UCS2-{H,V},Uni*-UTF16-{H,V},Adobe-{GB1,CNS1,Japan1,Korea1}-UCS2,GB-EUC-{H,V},GBK-EUC-{H,V},GBKp-EUC-{H,V},GBK2K-{H,V},B5pc-{H,V},ETen-B5-{H,V},90ms-RKSJ-{H,V},90msp-RKSJ-{H,V},EUC-{H,V},KSC-EUC-{H,V},KSCms-UHC-{H,V},H,V}.bcmap', { query: '?url&inline', import: 'default' });

export class BinaryData {
  /** Nothing comes from anywhere else: without a font in it a document is drawn with one of the system. */
  async fetch({ kind, filename }: { kind: string; filename: string }): Promise<Uint8Array> {
    const load = kind === 'cMapUrl' ? Object.entries(maps).find(([path]) => path.endsWith(`/${filename}`))?.[1] : undefined;
    if (load === undefined) throw new Error(`Not here: ${filename}`);
    const address = await load();
    // oxlint-disable-next-line unicorn/prefer-code-point -- atob gives one unit a byte
    return Uint8Array.from(atob(address.slice(address.indexOf(',') + 1)), (letter) => letter.charCodeAt(0));
  }
}
