/** From the bytes of a page to text worth reading: the article without what surrounds it, as Markdown. */
import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/** More elements than this is no article; the search for one would take too long. */
const maxElements = 50_000;

export interface Readable {
  title: string;
  markdown: string;
  /** False when no article could be told from its surroundings and the whole page is given. */
  isArticle: boolean;
}

export function decode(bytes: Uint8Array, charset: string | undefined): string {
  const declared = charset ?? /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 2048)).toString('latin1'))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** Never throws: a page that breaks the parsers comes as its bare text. May take long: see `readInThread`. */
export function readable(html: string, url: string): Readable {
  if (isTooDeep(html)) return { title: '', markdown: bareText(html), isArticle: false };
  try {
    // The parser makes no page of a fragment by itself.
    const { document } = parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`);
    const title = document.title;
    for (const element of document.querySelectorAll('script, style, noscript, template, iframe, object, embed')) element.remove();
    makeAbsolute(document, url);
    const body = document.body?.innerHTML ?? '';
    const article = new Readability(document, { maxElemsToParse: maxElements, charThreshold: 200 }).parse();
    const content = article?.content ?? '';
    const isArticle = content !== '';
    return { title: article?.title ?? title, markdown: markdownOf(isArticle ? content : body), isArticle };
  } catch {
    return { title: '', markdown: bareText(html), isArticle: false };
  }
}

function markdownOf(html: string): string {
  const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-', hr: '---' });
  // Pictures are named, not shown: their addresses would be a way to tell somebody that the page was read.
  turndown.addRule('pictures', { filter: ['img', 'picture', 'svg'], replacement: (_content, node) => ('getAttribute' in node && node.getAttribute('alt') ? `[picture: ${String(node.getAttribute('alt'))}]` : '') });
  return turndown.turndown(html).replaceAll(/\n{3,}/g, '\n\n').trim();
}

interface Linked {
  querySelectorAll(selector: string): Iterable<{ getAttribute(name: string): string | null; setAttribute(name: string, value: string): void; removeAttribute(name: string): void }>;
}

function makeAbsolute(document: Linked, base: string): void {
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (URL.canParse(href, base) && /^https?:$/.test(new URL(href, base).protocol)) link.setAttribute('href', new URL(href, base).href);
    else link.removeAttribute('href');
  }
}

export function bareText(html: string): string {
  return html
    .slice(0, 1_000_000)
    .replaceAll(/<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1>|$)/gi, ' ')
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Elements within elements without end bring parsers to a standstill; no real page comes near. */
const maxDepth = 400;
const neverClosed = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr', 'p', 'li', 'td', 'tr', 'th', 'dt', 'dd', 'option']);

function isTooDeep(html: string): boolean {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    if (neverClosed.has(name.toLowerCase())) continue;
    depth = Math.max(0, depth + (slash === '/' ? -1 : 1));
    if (depth > maxDepth) return true;
  }
  return false;
}
