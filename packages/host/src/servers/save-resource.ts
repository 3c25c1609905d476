/** What a window is shown of large contents, and the whole of them as a file, in pieces (T:D15). */
import type { EventOf } from '@portolan/contract/contract';
import type { ResourceContentView } from '@portolan/contract/content';
import { HostError } from '@portolan/contract/errors';

/** Base64 with more characters than this is not sent to be shown: 12 MB of bytes. */
const longestBlob = 16 * 1024 * 1024;
const longestText = 4 * 1024 * 1024;
/** As much of a longer text is shown. */
const shownText = 1024 * 1024;
/** Bytes of one piece: whole groups of three. */
const pieceSize = 3 * 128 * 1024;
const letters = /^[A-Za-z0-9+/]*={0,2}$/;

/** A window holds what can be looked at; the rest stays where it is until it is saved. */
export function forWindow(content: ResourceContentView): ResourceContentView {
  if (content.kind === 'blob') return content.blob.length > longestBlob ? { ...content, blob: '', isLeftOut: true } : content;
  return content.text.length > longestText ? { ...content, text: content.text.slice(0, shownText).replace(/[\uD800-\uDBFF]$/, ''), isLeftOut: true } : content;
}

/** What one answer to a window holds at most, in bytes of its JSON; a frame takes 16 MiB. */
const longestAnswer = 15 * 1024 * 1024;
/** As much of a text is shown where the whole would not fit beside the others, in characters. */
const shownBeside = 64 * 1024;

/**
 * All contents of one resource as a window is shown them: those that do not fit any more are left out or cut, and can be saved.
 * @throws {HostError} `server-invalid-result`, too-large: even the addresses alone do not fit
 */
export function allForWindow(contents: readonly ResourceContentView[], server: string): ResourceContentView[] {
  let left = longestAnswer;
  const shown = contents.map((content) => {
    let view = forWindow(content);
    let cost = bytesOf(view);
    if (cost > left) {
      view = view.kind === 'blob' ? { ...view, blob: '', isLeftOut: true } : { ...view, text: view.text.slice(0, left > 16 * shownBeside ? shownBeside : 0).replace(/[\uD800-\uDBFF]$/, ''), isLeftOut: true };
      cost = bytesOf(view);
    }
    left -= cost;
    return view;
  });
  if (left < 0) throw new HostError('server-invalid-result', { server, method: 'resources/read', reason: 'too-large' });
  return shown;
}

/** In JSON, where a control character takes six bytes. */
function bytesOf(view: unknown): number {
  return Buffer.byteLength(JSON.stringify(view));
}

/**
 * The pieces of one content of what was read, in order. Base64 is decoded strictly: what only nearly is base64 is nobody's file.
 * @throws {HostError} `server-invalid-result`
 */
export function* piecesOf(content: ResourceContentView | undefined, server: string): Generator<EventOf<'resources/save'>> {
  const bytes = content === undefined ? null : content.kind === 'text' ? Buffer.from(content.text) : decode(content.blob);
  if (bytes === null) throw new HostError('server-invalid-result', { server, method: 'resources/read' });
  for (let from = 0; from === 0 || from < bytes.length; from += pieceSize) {
    const to = Math.min(bytes.length, from + pieceSize);
    yield { base64: bytes.subarray(from, to).toString('base64'), done: to, total: bytes.length };
  }
}

function decode(text: string): Buffer | null {
  const plain = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  return plain.length % 4 === 0 && letters.test(plain) ? Buffer.from(plain, 'base64') : null;
}
