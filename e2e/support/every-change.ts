/** Looks at a page at each of its changes, not only at its end: what stood in it for a moment and was taken out again is found too. */
import type { Page } from '@playwright/test';
import { expect } from '../harness/test.ts';

export interface EveryChange {
  /** Starts to wait for the next change that the page draws, and says how to wait for it; where nobody can see one, a moment is enough. */
  next(): Promise<() => Promise<void>>;
  /** Fails with whatever text became, at any time since the watch began. */
  expectHarmless(where: string): Promise<void>;
}

/** From now on, until the page is left or loaded anew. */
export async function watchEveryChange(page: Page): Promise<EveryChange> {
  await page.evaluate(() => {
    // Nothing of this is ever in the window's own body: each would run, load, lead away or cover something.
    const elements = 'script,iframe,object,embed,base,link,meta,video,audio,style,form[action],foreignObject,feImage,set,animate,svg a,svg image,svg use,[srcdoc],[srcset],[formaction],[ping],[background]';
    const found = new Set<string>();
    const look = (element: Element) => {
      if (element.matches(elements)) found.add(element.outerHTML.slice(0, 160));
      for (const { name, value } of element.attributes) {
        if (/^on/i.test(name)) found.add(`${element.tagName} ${name}`);
        const isAddress = /^(?:href|src|xlink:href|action|poster)$/.test(name);
        if (isAddress && !/^(?:#|blob:|data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]|\/assets\/)/.test(value)) found.add(`${element.tagName} ${name}=${value.slice(0, 100)}`);
        if (name === 'style' && /url\(|expression|@import/i.test(value)) found.add(`style=${value.slice(0, 100)}`);
      }
    };
    const observer = new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes) {
        if (target instanceof Element) look(target);
        for (const node of addedNodes) {
          if (!(node instanceof Element)) continue;
          look(node);
          node.querySelectorAll('*').forEach(look);
        }
      }
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    Object.assign(globalThis, { everyChange: { found } });
  });
  return {
    async next() {
      await page.evaluate(() => {
        const drawn = new Promise<void>((resolve) => {
          const settle = () => {
            observer.disconnect();
            clearTimeout(timer);
            // Drawn, not only changed.
            requestAnimationFrame(() => resolve());
          };
          const observer = new MutationObserver(settle);
          const timer = setTimeout(settle, 150);
          observer.observe(document.querySelector('main') ?? document.body, { subtree: true, childList: true, attributes: true, characterData: true });
        });
        Object.assign(globalThis, { nextChange: drawn });
      });
      return () => page.evaluate(() => Reflect.get(globalThis, 'nextChange') as Promise<void>);
    },
    async expectHarmless(where) {
      const found = await page.evaluate(() => {
        const watch: unknown = Reflect.get(globalThis, 'everyChange');
        const all: unknown = typeof watch === 'object' && watch !== null ? Reflect.get(watch, 'found') : null;
        if (!(all instanceof Set)) return ['the watch is gone'];
        return [...(all as Set<string>), ...('__pwned' in globalThis ? ['__pwned is set'] : [])];
      });
      expect(found, `at some time in the document on ${where}`).toEqual([]);
    },
  };
}
