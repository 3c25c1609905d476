/**
 * The page's side of drawing pictures: one worker, started when first needed, killed when it does not answer in time. Whoever asks has read
 * the picture's head and knows that it does not have too many pixels (T:D08).
 */
import { workerStarter } from '@portolan/markdown/worker-starter';
// Vite makes this module: it is the address of the built worker.
// oxlint-disable-next-line import/default
import workerUrl from './picture-worker.ts?worker&url';
import type { PictureReply, PictureRequest } from './picture-protocol.ts';

/** Pixels a picture may have to be drawn at all; more than any camera that people carry. */
export const mostPixels = 64_000_000;
/** Milliseconds one picture may take. */
const timeLimit = 20_000;

const start = workerStarter('portolan-pictures', [workerUrl]);
let worker: Worker | null = null;
let made = 0;
/** One after the other: two large pictures at once are twice the memory. */
let last: Promise<unknown> = Promise.resolve();

/** A smaller picture, drawn anew, or null where it cannot be drawn. Does not reject. */
export function smaller(picture: Blob, edge: number, bytes: number): Promise<Blob | null> {
  const drawn = last.then(() => ask({ id: ++made, picture, edge, bytes }));
  last = drawn;
  return drawn;
}

function ask(request: PictureRequest): Promise<Blob | null> {
  worker ??= start(workerUrl, 'pictures');
  const asked = worker;
  if (asked === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const end = (answer: Blob | null, isAlive: boolean) => {
      clearTimeout(timer);
      asked.removeEventListener('message', onMessage);
      asked.removeEventListener('error', onError);
      if (!isAlive) {
        asked.terminate();
        worker = null;
      }
      resolve(answer);
    };
    const onMessage = ({ data }: MessageEvent<PictureReply>) => {
      if (data.id === request.id) end(data.picture, true);
    };
    const onError = () => end(null, false);
    const timer = setTimeout(onError, timeLimit);
    asked.addEventListener('message', onMessage);
    asked.addEventListener('error', onError);
    asked.postMessage(request);
  });
}
