/** What fills an error text in: names, numbers, lists. Sent by the host; never trusted to be there. */
export type ErrorDetails = Readonly<Record<string, string | number | readonly string[]>>;

/** One error as a person reads it. */
export interface ErrorText {
  /** What happened, to which server, provider or file. */
  what: (details: ErrorDetails) => string;
  /** What to do next. */
  next: (details: ErrorDetails) => string;
}

/** Gives every entry the same two functions, whether or not its text uses the details. */
export function errorTexts<Code extends string>(texts: Record<Code, ErrorText>): Record<Code, ErrorText> {
  return texts;
}

/** A detail as text, shortened to 300 characters; `fallback` when it is absent. */
export function text(details: ErrorDetails, key: string, fallback: string): string {
  const value = details[key];
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value === '') return fallback;
  return value.length > 300 ? `${value.slice(0, 299)}…` : value;
}

/** Whether a detail is present and not empty. */
export function has(details: ErrorDetails, key: string): boolean {
  const value = details[key];
  return typeof value === 'number' || (value !== undefined && value.length > 0);
}

/** Whether a text tells of a certificate whose authority is not known here: by the codes of Node and OpenSSL. */
export function isUntrusted(words: string): boolean {
  return /UNABLE_TO_(?:GET_ISSUER_CERT|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT/.test(words);
}

/** A list detail, at most 20 entries; one text is a list of one. */
export function list(details: ErrorDetails, key: string): string[] {
  const value = details[key];
  if (typeof value === 'string' && value !== '') return [value];
  return Array.isArray(value) ? value.slice(0, 20).map(String) : [];
}

/** A text of one sentence that fills in details. Gives every entry the same function, whether or not it uses them. */
export function detailTexts<Code extends string>(texts: Record<Code, (details: ErrorDetails) => string>): Record<Code, (details: ErrorDetails) => string> {
  return texts;
}

/** One message of a server was larger than any may be; `limit` in bytes says how large that is. */
export function tooMuchAtOnce(details: ErrorDetails): boolean {
  return details['reason'] === 'frame-bytes';
}

export function megabytes(details: ErrorDetails): string {
  return String(Math.round(Number(details['limit']) / 1024 / 1024));
}
