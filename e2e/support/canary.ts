/** Proof that text stayed text: nothing ran, nothing was fetched, nothing executable stands in the document. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect } from '../harness/test.ts';

export interface Canary extends AsyncDisposable {
  /** An address that nobody may ever ask. */
  readonly url: string;
  /** Fails when anything of the text shown on the page became more than text. */
  expectUntouched(where: string): Promise<void>;
}

/** Watches the page from now on. */
export async function watchForEscapes(page: Page): Promise<Canary> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const own = new URL(page.url()).origin;
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== own && own !== 'null') foreign.push(request.url());
  });
  page.on('dialog', (dialog) => {
    foreign.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', (popup) => foreign.push(`popup: ${popup.url()}`));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async expectUntouched(where) {
      const escaped = await page.evaluate(() => {
        const found: string[] = [];
        if ('__pwned' in window) found.push('__pwned is set');
        for (const element of document.querySelectorAll('*')) {
          const tag = element.tagName.toLowerCase();
          if (['iframe', 'object', 'embed', 'base', 'form[action]', 'meta[http-equiv]'].some((selector) => element.matches(selector))) found.push(`<${tag}>`);
          if (tag === 'script' && !element.getAttribute('src')?.startsWith('/') && !element.getAttribute('src')?.startsWith('.')) found.push('<script>');
          for (const { name, value } of element.attributes) {
            if (name.startsWith('on')) found.push(`${tag} ${name}`);
            if (/^(?:href|src|srcset|action|formaction|poster|background|xlink:href)$/.test(name) && /^\s*(?:javascript|vbscript|data:text|https?:\/\/canary|http:\/\/127\.0\.0\.1:\d+\/steal)/i.test(value)) found.push(`${tag} ${name}=${value.slice(0, 80)}`);
          }
        }
        return found;
      });
      expect(escaped, `in the document on ${where}`).toEqual([]);
      expect(foreign, `asked for on ${where}`).toEqual([]);
      expect(hits, `reached the canary from ${where}`).toEqual([]);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
