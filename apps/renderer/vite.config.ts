import { readFile } from 'node:fs/promises';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

const own = '?apps';

/**
 * The bridge to apps uses all of zod, the window a small part of it. As one copy the rest would be loaded with the first page;
 * the bridge gets a copy of its own, which loads with the first app. Both read the one configuration there is.
 */
function zodForApps(): Plugin {
  return {
    name: 'zod-for-apps',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (importer === undefined) return null;
      const isInside = importer.endsWith(own) && source.startsWith('.');
      const isEntry = importer.includes('/@modelcontextprotocol/') && /^zod(?:\/|$)/.test(source);
      if (!isInside && !isEntry) return null;
      const resolved = await this.resolve(source, importer.replace(own, ''), { skipSelf: true });
      return resolved === null ? null : { ...resolved, id: `${resolved.id}${own}` };
    },
    load: (id) => (id.endsWith(own) ? readFile(id.slice(0, -own.length), 'utf8') : null),
  };
}

// Both shells load the same files: the loopback server at `/`, Electron at `portolan-app://main/`.
export default defineConfig({
  base: './',
  plugins: [zodForApps(), react(), tailwindcss()],
  build: { target: 'es2023', sourcemap: true, modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  worker: { format: 'es' },
});
