/** Tar archives as npm packages are published in them: plain files under `package/`, gzipped. */
import { gzipSync } from 'node:zlib';

const block = 512;

/** @param files by their path inside of the package */
export function tarball(files: Readonly<Record<string, string>>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    parts.push(header(`package/${name}`, content.length), content, Buffer.alloc((block - (content.length % block)) % block));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * block)]));
}

/** A POSIX ustar header (IEEE 1003.1, pax). */
function header(path: string, size: number): Buffer {
  const bytes = Buffer.alloc(block);
  const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`;
  bytes.write(path, 0, 100);
  bytes.write(octal(0o755, 8), 100);
  bytes.write(octal(0, 8), 108);
  bytes.write(octal(0, 8), 116);
  bytes.write(octal(size, 12), 124);
  bytes.write(octal(0, 12), 136);
  bytes.write(' '.repeat(8), 148);
  bytes.write('0', 156);
  bytes.write('ustar', 257);
  bytes.write('00', 263);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}
