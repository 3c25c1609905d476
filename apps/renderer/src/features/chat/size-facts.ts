/** How big something is, for people and for models. */
import type { ContentSize } from '@portolan/contract/content-size';
import { useFormat, useT } from '../../lib/i18n.tsx';

/** In words: the bytes, and what a model is estimated to read where anybody can tell. */
export function useSizeFacts(size: ContentSize | undefined): string[] {
  const t = useT();
  const format = useFormat();
  if (size === undefined) return [];
  return [format.bytes(size.bytes), ...(size.tokens === null ? [] : [t.composer.tokens(size.tokens)])];
}
