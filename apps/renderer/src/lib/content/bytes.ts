/** Bytes that came as base64 (RFC 4648): decoded strictly, for what is almost base64 is nobody's file (T:D15). */

const letters = /^[A-Za-z0-9+/]*={0,2}$/;

/** Line breaks and blanks are passed over, as MIME does; null for anything else that is not the alphabet, fully padded. */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | null {
  const plain = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  if (plain.length % 4 !== 0 || !letters.test(plain)) return null;
  try {
    // Where the engine has it: a hundred times faster than by letters.
    const native: unknown = Reflect.get(Uint8Array, 'fromBase64');
    const bytes: unknown = typeof native === 'function' ? Reflect.apply(native, Uint8Array, [plain]) : null;
    if (bytes instanceof Uint8Array) return new Uint8Array(bytes);
    // oxlint-disable-next-line unicorn/prefer-code-point -- atob gives one unit a byte
    return Uint8Array.from(atob(plain), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}

/** The text that the bytes are in UTF-8; null when they are not. */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
