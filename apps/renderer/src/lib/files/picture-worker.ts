/// <reference lib="webworker" />
/**
 * Draws pictures smaller, away from the page: a picture that takes too long is ended by the page killing this worker. Only what the
 * browser decodes as an image comes out again, as pixels: no profile, text or tail of the file does.
 */
import type { PictureReply, PictureRequest } from './picture-protocol.ts';

addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  void draw(data).then((picture) => postMessage({ id: data.id, picture } satisfies PictureReply));
});

async function draw({ picture, edge, bytes }: PictureRequest): Promise<Blob | null> {
  try {
    const whole = await createImageBitmap(picture);
    const ratio = Math.min(1, edge / Math.max(whole.width, whole.height));
    const [width, height] = [Math.max(1, Math.round(whole.width * ratio)), Math.max(1, Math.round(whole.height * ratio))];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (!context) return null;
    context.imageSmoothingQuality = 'high';
    context.drawImage(whole, 0, 0, width, height);
    whole.close();
    if (picture.type !== 'image/jpeg') {
      const exact = await canvas.convertToBlob({ type: 'image/png' });
      if (exact.size <= bytes) return exact;
    }
    // Where there is nothing, JPEG would have black.
    context.globalCompositeOperation = 'destination-over';
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    for (const quality of [0.9, 0.75, 0.5]) {
      // oxlint-disable-next-line no-await-in-loop -- the next only where this one is too large
      const small = await canvas.convertToBlob({ type: 'image/jpeg', quality });
      if (small.size <= bytes) return small;
    }
    return null;
  } catch {
    return null;
  }
}
