/** Width and height of a picture from its head, before anything decodes it (T:D08). */

/** Null when the head does not tell. */
export function imageSize(bytes: Uint8Array, type: string): { width: number; height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (type) {
      case 'image/png':
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case 'image/gif':
        return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
      case 'image/webp':
        return webpSize(view);
      case 'image/jpeg':
        return jpegSize(view);
      default:
        return null;
    }
  } catch {
    // It ends before it says.
    return null;
  }
}

function webpSize(view: DataView): { width: number; height: number } | null {
  const kind = String.fromCodePoint(view.getUint8(12), view.getUint8(13), view.getUint8(14), view.getUint8(15));
  if (kind === 'VP8 ') return { width: view.getUint16(26, true) % 16_384, height: view.getUint16(28, true) % 16_384 };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits % 16_384) + 1, height: (Math.floor(bits / 16_384) % 16_384) + 1 };
  }
  const uint24 = (at: number): number => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  return kind === 'VP8X' ? { width: uint24(24) + 1, height: uint24(27) + 1 } : null;
}

/** Segments are skipped up to the first that starts a frame. */
function jpegSize(view: DataView): { width: number; height: number } | null {
  for (let at = 2, segments = 0; segments < 1000; segments += 1) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}
