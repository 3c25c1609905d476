import { cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { core, hostile } from '../test/hostile.ts';
import type { RemoteImages } from './remote-images.ts';
import { labels } from '../test/labels.ts';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);

const allowedTags = new Set(
  'DIV P SPAN STRONG EM DEL CODE PRE BR UL OL LI BLOCKQUOTE HR H1 H2 H3 H4 H5 H6 TABLE THEAD TBODY TR TH TD FIGURE FIGCAPTION BUTTON SUP IMG svg rect circle path'.split(' '),
);
const allowedAttributes = new Set(
  'class role tabindex title dir start hidden type disabled scope alt src decoding draggable aria-label aria-hidden data-level data-task data-checked data-align width height viewBox fill stroke stroke-width stroke-linecap stroke-linejoin d x y rx cx cy r data-line-breaks'.split(' '),
);

/** Everything in the page that an allow-list does not know: empty when the document is harmless. */
function foreign(root: HTMLElement): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    // A formula is drawn by KaTeX, with trust off; it has its own test.
    if (element.closest('.katex')) continue;
    if (!allowedTags.has(element.tagName)) found.push(`<${element.tagName}>`);
    for (const { name, value } of element.attributes) {
      if (!allowedAttributes.has(name)) found.push(`${element.tagName} ${name}`);
      if (name === 'src' && !/^data:image\/(?:png|jpeg|gif|webp|avif);base64,/.test(value)) found.push(`src=${value}`);
      if (/^\s*(?:javascript|vbscript|data):/i.test(value) && name !== 'src' && name !== 'alt') found.push(`${name}=${value}`);
    }
  }
  return found;
}

describe('hostile Markdown (C05, B01–B05, B07, B13)', () => {
  it('has a corpus worth the name', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(60);
  });

  it.each(hostile)('shows %j as harmless text', (text) => {
    const onOpenLink = vi.fn<(url: string) => void>();
    const { container } = render(<Markdown text={text} labels={labels} onOpenLink={onOpenLink} />);
    expect(foreign(container)).toEqual([]);
    for (const link of container.querySelectorAll('[role="link"]')) {
      fireEvent.click(link);
      fireEvent.keyDown(link, { key: 'Enter' });
    }
    for (const [url] of onOpenLink.mock.calls) expect(['https:', 'http:', 'mailto:']).toContain(new URL(url).protocol);
  });

  it.each(core)('stays harmless at every step of a stream: %j', (text) => {
    const onOpenLink = vi.fn<(url: string) => void>();
    const steps = Array.from({ length: text.length }, (_, index) => text.slice(0, index + 1));
    const { container, rerender } = render(<Markdown text="" streaming labels={labels} onOpenLink={onOpenLink} />);
    const found: string[] = [];
    for (const step of steps) {
      rerender(<Markdown text={step} streaming labels={labels} onOpenLink={onOpenLink} />);
      found.push(...foreign(container));
    }
    rerender(<Markdown text={text} labels={labels} onOpenLink={onOpenLink} />);
    found.push(...foreign(container));
    expect(found).toEqual([]);
  });

  it('keeps the written markup readable instead of dropping it', () => {
    const { container } = render(<Markdown text={'before <b onclick="x">bold</b> <!-- secret order --> after'} labels={labels} onOpenLink={() => {}} />);
    expect(container.textContent).toBe('before <b onclick="x">bold</b> <!-- secret order --> after');
  });

  it('opens nothing but what the callback is given, and gives it the normalised address (B05)', () => {
    const onOpenLink = vi.fn<(url: string) => void>();
    const { getByRole, container } = render(<Markdown text="[docs](HTTPS://Example.com:443/a?q=1)" labels={labels} onOpenLink={onOpenLink} />);
    expect(container.querySelector('a')).toBeNull();
    fireEvent.click(getByRole('link'));
    expect(onOpenLink).toHaveBeenCalledExactlyOnceWith('https://example.com/a?q=1');
  });

  it('shows the real site on focus, and at once when the words name another', () => {
    const { getByRole, container } = render(<Markdown text="[here](https://real.example/x)" labels={labels} onOpenLink={() => {}} />);
    expect(container.textContent).not.toContain('real.example');
    fireEvent.focus(getByRole('link'));
    expect(getByRole('tooltip').textContent).toBe('real.example');
    fireEvent.blur(getByRole('link'));
    expect(container.textContent).not.toContain('real.example');
    cleanup();
    const lying = render(<Markdown text="[https://bank.example](https://evil.example/)" labels={labels} onOpenLink={() => {}} />);
    expect(lying.getByRole('link').textContent).toContain('(evil.example)');
  });

  it('shows bidi and zero-width characters in code and in link words (C07)', () => {
    const { container } = render(<Markdown text={'`a\u202eb` [pay\u200bpal](https://x.example)\n\n```\nx\u2066y\n```'} labels={labels} onOpenLink={() => {}} />);
    const badges = [...container.querySelectorAll('.md-hidden-char')].map((badge) => badge.textContent);
    expect(badges).toEqual(['‹U+202E›', '‹U+200B›', '‹U+2066›']);
    expect(container.textContent).toContain('1 hidden characters');
  });

  it('copies code as it is seen, hidden characters written out (C06)', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
    vi.stubGlobal('navigator', { clipboard: { writeText } });
    const { getByRole, findByRole } = render(<Markdown text={'```\nrm\u202e -rf\n```'} labels={labels} onOpenLink={() => {}} />);
    fireEvent.click(getByRole('button', { name: 'Copy code' }));
    await findByRole('button', { name: 'Copied' });
    expect(writeText).toHaveBeenCalledWith('rm‹U+202E› -rf');
    vi.unstubAllGlobals();
  });
});

it('names code and tables by words of ours, never by the text alone (T:J12)', () => {
  const { getAllByRole } = render(<Markdown text={'```Deny\nx\n```\n\n```\ny\n```\n\n| Allow once |\n|---|\n| Deny |'} labels={labels} onOpenLink={() => {}} />);
  expect(getAllByRole('region').map((region) => region.getAttribute('aria-label'))).toEqual([`${labels.codeBlock}: Deny`, labels.codeBlock, 'Table: Allow once']);
});

describe('images (B07)', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo=';

  it('draws a raster image that is inside the text', () => {
    const { container } = render(<Markdown text={`![dot](${png})`} labels={labels} onOpenLink={() => {}} />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe(png);
  });

  const imagesOf = (load: RemoteImages['load'], more: Partial<RemoteImages> = {}): RemoteImages => ({ load, shown: () => undefined, noteOf: () => null, ...more });

  it('names the site of a remote image and loads it only when asked', async () => {
    const load = vi.fn<RemoteImages['load']>(() => Promise.resolve({ src: png }));
    const { container, getByRole, findByRole } = render(<Markdown text="![a cat](https://pics.example/cat.png?id=7)" labels={labels} onOpenLink={() => {}} images={imagesOf(load)} />);
    expect(container.textContent).toContain('Image from pics.example: a cat');
    expect(load).not.toHaveBeenCalled();
    fireEvent.click(getByRole('button', { name: 'Load image' }));
    expect((await findByRole('img')).getAttribute('src')).toBe(png);
    expect(load).toHaveBeenCalledExactlyOnceWith('https://pics.example/cat.png?id=7', 'https://pics.example/cat.png?id=7');
  });

  it('shows one that was loaded before, and says first what an address carries', () => {
    const { container, queryByRole, rerender } = render(<Markdown text="![x](https://p.example/x)" labels={labels} onOpenLink={() => {}} images={imagesOf(() => Promise.resolve(null), { shown: () => png })} />);
    expect(container.querySelector('img')?.getAttribute('src')).toBe(png);
    rerender(<Markdown text="![x](https://p.example/x)" labels={labels} onOpenLink={() => {}} images={imagesOf(() => Promise.resolve(null), { noteOf: (url) => `carries: ${url}` })} />);
    expect(container.textContent).toContain('carries: https://p.example/x');
    expect(queryByRole('img')).toBeNull();
  });

  it('asks anew before another site is asked, that the first one named', async () => {
    const load = vi.fn<RemoteImages['load']>((url) => Promise.resolve(url.includes('p.example') ? { elsewhere: { url: 'https://other.example/y', host: 'other.example' } } : { src: png }));
    const { container, getByRole, findByRole } = render(<Markdown text="![x](https://p.example/x)" labels={labels} onOpenLink={() => {}} images={imagesOf(load)} />);
    fireEvent.click(getByRole('button', { name: 'Load image' }));
    fireEvent.click(await findByRole('button', { name: 'Load from other.example' }));
    expect((await findByRole('img')).getAttribute('src')).toBe(png);
    expect(load.mock.calls).toEqual([['https://p.example/x', 'https://p.example/x'], ['https://other.example/y', 'https://p.example/x']]);
    expect(container.textContent).not.toContain('It lies at');
  });

  it('refuses a loader that answers with something other than a picture, and says why one did not come', async () => {
    const answers = [{ src: 'https://p.example/x' }, { problem: 'Too large' }];
    const { container, getByRole, findByText } = render(<Markdown text="![x](https://p.example/x)" labels={labels} onOpenLink={() => {}} images={imagesOf(() => Promise.resolve(answers.shift() ?? null))} />);
    fireEvent.click(getByRole('button', { name: 'Load image' }));
    await findByText(/Failed/);
    expect(container.querySelector('img')).toBeNull();
    fireEvent.click(getByRole('button', { name: 'Load image' }));
    await findByText('Too large');
  });

  it('offers no way to load when there is no loader, or inside a link', () => {
    const { queryByRole } = render(<Markdown text="![x](https://p.example/x)" labels={labels} onOpenLink={() => {}} />);
    expect(queryByRole('button')).toBeNull();
  });
});

describe('limits (B15)', () => {
  it('shows blocks nested deeper than 16 as plain text', () => {
    const { container } = render(<Markdown text={`${'> '.repeat(30)}deep`} labels={labels} onOpenLink={() => {}} />);
    expect(container.querySelectorAll('blockquote').length).toBeLessThanOrEqual(17);
    expect(container.textContent).toContain('deep');
    expect(container.textContent).toContain('Too deep');
  });

  it('survives nesting that exhausts the stack, and keeps the paragraphs around it', () => {
    const { container } = render(<Markdown text={`**before**\n\n${'>'.repeat(20_000)}x\n\n**after**`} labels={labels} onOpenLink={() => {}} />);
    const strong = [...container.querySelectorAll('strong')].map((element) => element.textContent);
    expect(strong).toEqual(['before', 'after']);
  });

  it('does not search a text with thousands of marks', () => {
    const { container } = render(<Markdown text={'_a**'.repeat(5_000)} labels={labels} onOpenLink={() => {}} />);
    expect(container.querySelector('em, strong')).toBeNull();
    expect(container.textContent?.length).toBe(20_000);
  });

  it('folds a table after 200 rows and shows more on request', () => {
    const rows = Array.from({ length: 450 }, (_, index) => `| ${index} | x |`).join('\n');
    const { container, getByRole } = render(<Markdown text={`| n | v |\n|--|--|\n${rows}`} labels={labels} onOpenLink={() => {}} />);
    expect(container.querySelectorAll('tbody tr')).toHaveLength(200);
    fireEvent.click(getByRole('button', { name: 'Show 250 more rows' }));
    expect(container.querySelectorAll('tbody tr')).toHaveLength(450);
  });

  it('shows the first 200,000 characters of a longer text, and the rest on request', () => {
    const text = `${'word '.repeat(50_000)}end`;
    const { container, getByRole } = render(<Markdown text={text} labels={labels} onOpenLink={() => {}} />);
    expect(container.textContent).not.toContain('end');
    fireEvent.click(getByRole('button', { name: 'Show 50003 more characters' }));
    expect(container.textContent).toContain('end');
  });
});
