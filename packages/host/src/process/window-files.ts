/** The window's files. Read once at start into memory: what is served cannot be steered by a path, a link or a later change. */
import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.txt': 'text/plain; charset=utf-8',
};

export interface WindowFile {
  type: string;
  body: Buffer;
  gzip: Buffer | null;
  /** Changes with every byte. */
  tag: string;
  /** Its name holds a hash of its content: it never changes under this name. */
  isImmutable: boolean;
}

const squeezable = /^(text\/|application\/json|image\/svg)/;

/** By path: `/`, `/assets/main-x.js` … Source maps and hidden files stay out. */
export async function readWindowFiles(folder: string): Promise<Map<string, WindowFile>> {
  const files = new Map<string, WindowFile>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || entry.name.startsWith('.') || !type) continue;
    const file = join(entry.parentPath, entry.name);
    const path = `/${file.slice(folder.length).split(/[\\/]/).filter(Boolean).join('/')}`;
    const body = await readFile(file);
    files.set(path, {
      type,
      body,
      gzip: squeezable.test(type) && body.length > 1024 ? gzipSync(body, { level: 6 }) : null,
      tag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      isImmutable: /^\/assets\/.+-[\w-]{8}\.\w+$/.test(path),
    });
  }
  const page = files.get('/index.html');
  if (!page) throw new Error(`${folder} holds no index.html; the window has not been built`);
  files.set('/', page);
  return files;
}
