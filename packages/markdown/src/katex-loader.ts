/** Loaded only when a formula appears; brings its style sheet and fonts with it. */
import { render } from 'katex';
// oxlint-disable-next-line import/no-unassigned-import
import 'katex/dist/katex.min.css';

/**
 * Draws a formula into an element. Throws for TeX that cannot be read. Links, HTML and inclusion stay off (`trust`),
 * macros and sizes are bounded, so a formula can neither load, nor link, nor cover the page.
 */
export function renderMath(tex: string, element: HTMLElement, isDisplay: boolean): void {
  render(tex, element, {
    displayMode: isDisplay,
    output: 'htmlAndMathml',
    throwOnError: true,
    trust: false,
    strict: 'ignore',
    maxExpand: 300,
    maxSize: 20,
  });
}
