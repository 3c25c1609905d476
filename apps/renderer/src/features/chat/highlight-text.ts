/** Marks every occurrence of a text under an element, without touching the document: the highlights are painted over it. */

const name = 'portolan-find';
/** More than these in view help nobody. */
const most = 500;

/** Marks them now and whenever what is under the element changes. Returns how to take the marks away. */
export function highlightText(root: HTMLElement, query: string): () => void {
  // Not everywhere yet; without it the message is still brought into view.
  if (!('highlights' in CSS) || query.trim() === '') return () => undefined;
  const mark = () => CSS.highlights.set(name, new Highlight(...rangesOf(root, query.toLocaleLowerCase())));
  mark();
  const observer = new MutationObserver(mark);
  observer.observe(root, { childList: true, subtree: true, characterData: true });
  return () => {
    observer.disconnect();
    CSS.highlights.delete(name);
  };
}

/** Every occurrence of a text in lower case under an element, in order. */
export function rangesOf(root: HTMLElement, wanted: string): Range[] {
  const ranges: Range[] = [];
  const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node && ranges.length < most; node = nodes.nextNode()) {
    const text = (node.textContent ?? '').toLocaleLowerCase();
    for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
      const range = new Range();
      range.setStart(node, from);
      range.setEnd(node, Math.min(from + wanted.length, node.textContent?.length ?? 0));
      ranges.push(range);
    }
  }
  return ranges;
}
