/** Keeps keys and prompts out of what a provider's complaint says (secrets and prompts never in errors). */

const window = 32;
const longestChecked = 2_000;

/**
 * Returns a function that takes out the keys, and every run of 32 or more characters that was part of the texts sent.
 * Names of models and tools are shorter and stay readable. `sent` is asked only when there is something to redact.
 */
export function redactor(keys: readonly string[], sent: () => string): (text: string) => string {
  return (text) => {
    let result = text.slice(0, longestChecked);
    for (const key of keys) result = result.replaceAll(key, '‹key›');
    result = result.replace(/\b(Bearer|x-api-key:?)\s+\S+/gi, '$1 ‹key›');
    if (result.length < window) return result;
    return withoutSent(result, sent());
  };
}

function withoutSent(text: string, sent: string): string {
  if (sent.length < window) return text;
  let kept = '';
  let at = 0;
  while (at < text.length) {
    if (at + window <= text.length && sent.includes(text.slice(at, at + window))) {
      let end = at + window;
      while (end < text.length && sent.includes(text.slice(at, end + 1))) end++;
      kept += '‹text of the request›';
      at = end;
    } else {
      kept += text[at];
      at++;
    }
  }
  return kept;
}
