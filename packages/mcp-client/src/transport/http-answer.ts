/** What a status, a content type and an error body mean for the request they answer. */
import { sampleOf } from '../jsonrpc/json.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import { mediaType, readBeginning } from './http-body.ts';
import type { HttpResponse } from './http-message.ts';
import { errorResponseIn } from './http-inbox.ts';
import type { Caps, RequestLost } from './transport.ts';

const shownText = 300;
/** Of a page, this much is searched for words: the patterns below may look at each character more than once. */
const searchedText = 8_192;

export function isOk(response: HttpResponse): boolean {
  return response.status >= 200 && response.status < 300;
}

/**
 * Reads an error response: its status, what its body says, a JSON-RPC error if the body is one. Never throws.
 * @param at the server's address without secrets
 * @param isInSession the request carried a session id, so that a 404 means the session is over
 */
export async function readRefusal(response: HttpResponse, at: string, caps: Caps, isInSession: boolean): Promise<RequestLost> {
  const text = await readBeginning(response, caps.errorTextBytes);
  const body = errorResponseIn(text, caps.depth);
  const message = body?.error.message;
  const said = typeof message === 'string' ? shownOf(message, '') : shownOf(text, mediaType(response));
  const retryAfter = response.headers.get('retry-after');
  const parts = [`HTTP ${response.status} from ${at}`, said, retryAfter === null ? '' : `Retry-After: ${sampleOf(retryAfter)}`];
  const lost: RequestLost = {
    kind: isInSession && isSessionOver(response.status, text, body?.id) ? 'session-expired' : 'http-status',
    status: response.status,
    message: parts.filter((part) => part !== '').join(': '),
    isUnsent: false,
  };
  if (body !== undefined) lost.body = body;
  const challenge = response.headers.get('www-authenticate');
  if (challenge !== null && (response.status === 401 || response.status === 403)) lost.wwwAuthenticate = challenge;
  return lost;
}

/**
 * `Retry-After` in milliseconds, whether it is given in seconds or as a date; undefined when there is none that makes sense.
 * https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfterMs(response: HttpResponse): number | undefined {
  const value = response.headers.get('retry-after')?.trim() ?? '';
  const milliseconds = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(milliseconds) && milliseconds > 0 ? milliseconds : undefined;
}

/**
 * 404 is the specification's sign. Many servers that lost their sessions in a restart answer 400 instead and speak of the
 * session; beginning anew is the right answer to both, and the peer does so only once. An error that bears the number of a
 * request is the answer of a server that has looked at it, whatever words it uses.
 */
function isSessionOver(status: number, text: string, id: RequestId | null | undefined): boolean {
  return status === 404 || (status === 400 && typeof id !== 'number' && /\bsession\b/i.test(text));
}

/** The readable part of a body for a message: a page's title and text rather than its markup. */
export function shownOf(text: string, type: string): string {
  const isPage = type === 'text/html' || /^\s*<(?:!doctype html|html)/i.test(text);
  return sampleOf((isPage ? pageText(text.slice(0, searchedText)) : text.slice(0, searchedText)).replace(/\s+/g, ' ').trim().slice(0, shownText));
}

function pageText(html: string): string {
  const title = /<title[^>]*>([^<]{1,200})/i.exec(html)?.[1]?.trim();
  // A page without a title is described by its text. Scripts and styles say nothing to a reader.
  return title ?? html.replace(/<(script|style)\b[^]*?<\/\1\s*>/gi, ' ').replace(/<[^>]*>/g, ' ');
}

/** How the body of a successful answer to a request is to be read. */
export type AnswerForm = 'json' | 'event-stream' | 'unknown';

export function answerForm(response: HttpResponse): AnswerForm {
  const type = mediaType(response);
  if (type === 'text/event-stream') return 'event-stream';
  return type === 'application/json' || type.endsWith('+json') ? 'json' : 'unknown';
}

/** A body of an unnamed or wrong type is worth a try when it begins like a JSON-RPC message. */
export function looksLikeJson(text: string): boolean {
  return /^\ufeff?\s*[[{]/.test(text);
}

/** What came instead of an answer, for a person: captive portals and sign-in pages answer 200 with HTML. */
export function wrongTypeLost(response: HttpResponse, text: string, at: string): RequestLost {
  const type = mediaType(response);
  const shown = shownOf(text, type);
  const what = type === 'text/html' ? 'a web page (a sign-in page, a proxy, or not the address of an MCP endpoint)' : `${type === '' ? 'a body without a content type' : type} instead of JSON or an event stream`;
  return { kind: 'content-type', status: response.status, message: `${at} answered with ${what}${shown === '' ? '' : `: ${shown}`}`, isUnsent: false };
}
