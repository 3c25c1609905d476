/** Whether a value looks like a key, a password or a token. Said in words beside it, never hidden: what is decided about has to be seen. */
import type { Json } from '@portolan/contract/json';

const secretName = /(?:^|[^a-z])(?:password|passwd|passphrase|pwd|secret|token|api[-_ ]?key|access[-_ ]?key|private[-_ ]?key|credentials?|authorization|cookie)(?:$|[^a-z])/;
/** The shapes that common services give to their keys, wherever they stand in a text. */
const secretShape = /-----BEGIN [A-Z ]*PRIVATE KEY-----|\b(?:sk|rk|pk)[-_](?:live[-_]|test[-_]|ant[-_]|proj[-_])?[\w-]{16,}|\bgh[pousr]_\w{20,}|\bgithub_pat_\w{20,}|\bglpat-[\w-]{16,}|\bxox[abprs]-[\w-]{10,}|\bA(?:KIA|SIA)[A-Z0-9]{16}\b|\bAIza[\w-]{30,}|\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.|\bBearer [\w.~+/-]{16,}|:\/\/[^\s/:@]{1,200}:[^\s/@]{1,200}@/;

/** @param text the value as it is shown. */
export function isLikelySecret(name: string, value: Json, text: string): boolean {
  const words = name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1_$2').toLowerCase();
  return (typeof value === 'string' && value !== '' && secretName.test(words)) || secretShape.test(text);
}
