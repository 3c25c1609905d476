/** What a page or a Markdown file could do to whoever opens it, found in the document that a browser makes of it. */

const tags = new Set(
  'HTML HEAD BODY META TITLE STYLE HEADER MAIN ARTICLE TIME DETAILS SUMMARY DIV P SPAN STRONG EM DEL CODE PRE BR UL OL LI BLOCKQUOTE HR H1 H2 H3 H4 H5 H6 TABLE THEAD TBODY TR TH TD FIGURE SUP IMG AUDIO A INPUT'.split(' '),
);
const attributes = new Set('class lang charset http-equiv content name datetime alt src href rel target start controls preload align disabled checked type'.split(' '));

/** Everything that an allow-list does not know; empty for a harmless document. Formulas are KaTeX's, looked at for addresses only. */
export function harmful(root: ParentNode): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll('*')) {
    const isMath = element.closest('math') !== null || element.closest('.katex') !== null;
    if (!isMath && !tags.has(element.tagName)) found.push(`<${element.tagName}>`);
    if (element.tagName === 'INPUT' && (element.getAttribute('type') !== 'checkbox' || !element.hasAttribute('disabled'))) found.push('a field');
    for (const { name, value } of element.attributes) {
      if (!isMath && !attributes.has(name)) found.push(`${element.tagName} ${name}`);
      if (/^on|style/i.test(name) && !isMath) found.push(name);
      if (name === 'src' && !/^data:(?:image\/(?:png|jpeg|gif|webp|avif)|audio\/[\w-]+);base64,[A-Za-z0-9+/]*={0,2}$/.test(value)) found.push(`src=${value}`);
      if (/^(?:href|xlink:href)$/.test(name) && !['https:', 'http:', 'mailto:'].includes(new URL(value, 'about:blank').protocol)) found.push(`${name}=${value}`);
    }
  }
  return found;
}
