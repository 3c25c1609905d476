/** Whether a value looks like a key, a password or a token. Said in words beside it, never hidden: what is decided about has to be seen. */
import type { Json } from '@portolan/contract/json';
import { holdsToken, namesSecret } from '@portolan/contract/secret-names';

/** @param text the value as it is shown. */
export function isLikelySecret(name: string, value: Json, text: string): boolean {
  return (typeof value === 'string' && value !== '' && namesSecret(name)) || holdsToken(text);
}
