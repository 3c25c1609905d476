import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { labels } from '../test/labels.ts';
import { Markdown } from './markdown.tsx';

afterEach(cleanup);

describe('formulas (C05, B15)', () => {
  it('are drawn by KaTeX once it has come, with MathML for screen readers', async () => {
    const { container } = render(<Markdown text="so $a^2$ it is" labels={labels} onOpenLink={() => {}} />);
    expect(container.textContent).toContain('a^2');
    await waitFor(() => expect(container.querySelector('.katex math')).not.toBeNull());
  });

  it.each([
    ['a link', '\\href{javascript:alert(1)}{x}'],
    ['an address', '\\url{javascript:alert(1)}'],
    ['a picture', '\\includegraphics{https://canary.example/k.png}'],
    ['markup', '\\htmlStyle{background:url(https://canary.example)}{x}'],
    ['data', '\\htmlData{x=y}{z}'],
  ])('cannot hold %s', async (_, tex) => {
    const { container } = render(<Markdown text={`$${tex}$ and $a$`} labels={labels} onOpenLink={() => {}} />);
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
    expect(container.querySelector('a, img, [href], [src], [data-x]')).toBeNull();
    expect(container.querySelector('[style*="url"]')).toBeNull();
  });

  it('stay TeX when they cannot be read or never end', async () => {
    const { container } = render(<Markdown text={'$\\frac{$ $\\def\\a{\\a\\a}\\a$ $b$'} labels={labels} onOpenLink={() => {}} />);
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
    expect(container.textContent).toContain('\\def\\a{\\a\\a}\\a');
  });

  it('cannot grow over the page', async () => {
    const { container } = render(<Markdown text={'$\\rule{9999em}{9999em}$'} labels={labels} onOpenLink={() => {}} />);
    await waitFor(() => expect(container.querySelector('.katex')).not.toBeNull());
    expect(container.querySelector('.katex-html')?.innerHTML).toContain('20em');
    expect(container.querySelector('.katex-html')?.innerHTML).not.toContain('9999em');
  });
});
