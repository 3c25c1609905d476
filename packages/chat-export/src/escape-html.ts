/** Text for a page that is a file: marked so that nothing in it is read as markup, and nothing in it is unseen. */
import { hasHidden, visibleParts } from '@portolan/markdown/hidden-characters';
import type { HiddenMode } from '@portolan/markdown/hidden-characters';

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Good between tags and within quoted attributes (HTML Living Standard, 13.1.2.3). Lone surrogates become U+FFFD. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"']/g, (sign) => references[sign] ?? sign);
}

/** The same, with characters that are not seen drawn as badges, as the window draws them. Only between tags. */
export function visibleHtml(text: string, mode: HiddenMode): string {
  if (!hasHidden(text, mode)) return escapeHtml(text);
  return visibleParts(text, mode)
    .map((part) => (part.isHidden ? `<span class="unseen">${escapeHtml(part.text)}</span>` : escapeHtml(part.text)))
    .join('');
}
