/** Entries as a window sees them: made when they are asked for, without secrets. */
import type { TraceBody, TraceEntry, TraceExchange, TraceSummary } from '@portolan/contract/trace';
import { isJsonObject } from '@portolan/mcp-client/jsonrpc/message';
import type { Entry } from './entry.ts';
import type { KeptMessage } from './kept-message.ts';
import { headText, wholeLimit } from './kept-message.ts';
import { nameLimit, textLimit } from './recorder.ts';
import type { Redactor } from './redact.ts';

const subjectLimit = 200;
/** Looked at for a subject; secrets in it are found even when they reach over its end. */
const subjectLooked = 1_000;
/** Longer texts are sent without indentation, in characters. */
const prettyLimit = 200_000;

export function toSummary(entry: Entry, redactor: Redactor): TraceSummary {
  return {
    id: entry.id,
    serverId: entry.serverId,
    at: entry.at,
    direction: entry.direction,
    kind: entry.kind,
    method: redactor.cutText(entry.method, nameLimit),
    subject: shorten(subjectOf(entry), redactor),
    requestId: typeof entry.requestId === 'string' ? redactor.cutText(entry.requestId, nameLimit) : entry.requestId,
    status: entry.status,
    httpStatus: entry.http?.status ?? null,
    isProblem: isProblem(entry),
    durationMs: entry.durationMs === null ? null : Math.round(entry.durationMs * 10) / 10,
    bytes: entry.bytes + entry.responseBytes,
    era: entry.era,
    protocolVersion: entry.protocolVersion === null ? null : redactor.text(entry.protocolVersion),
    progress: entry.progress,
  };
}

/** @param related looked up by the caller, who knows what is still there */
export function toEntryView(entry: Entry, redactor: Redactor): TraceEntry {
  const carried = entry.kind === 'http' ? present(entry.related)[0] : undefined;
  const { request, response } = carried ?? entry;
  const exchanges = entry.kind === 'http' ? [entry] : present(entry.related);
  return {
    summary: toSummary(entry, redactor),
    request: request === null ? null : toBody(request, redactor),
    response: response === null ? null : toBody(response, redactor),
    text: entry.text === null ? null : redactor.cutText(entry.text, textLimit),
    exchanges: exchanges.flatMap((exchange) => toExchange(exchange, redactor)),
    callId: (carried ?? entry).callId,
  };
}

/** The message as JSON without secrets. */
export function textOf(kept: KeptMessage, redactor: Redactor, isPretty: boolean): string {
  const clean = redactor.json(kept.message, kept.isCut ? headText : undefined);
  const text = JSON.stringify(clean);
  if (!isPretty || text.length > prettyLimit) return text;
  // Indentation can be many times the text of something deep.
  const pretty = JSON.stringify(clean, null, 2);
  return pretty.length > wholeLimit ? text : pretty;
}

function toBody(kept: KeptMessage, redactor: Redactor): TraceBody {
  return { text: textOf(kept, redactor, true), bytes: kept.bytes, isCut: kept.isCut };
}

export function toExchange(entry: Entry, redactor: Redactor): TraceExchange[] {
  const { http } = entry;
  if (http === null) return [];
  return [
    {
      id: entry.id,
      at: entry.at,
      method: entry.method,
      url: redactor.text(http.url),
      status: http.status,
      durationMs: entry.durationMs === null ? null : Math.round(entry.durationMs * 10) / 10,
      requestHeaders: redactor.headers(http.requestHeaders),
      responseHeaders: http.responseHeaders === null ? null : redactor.headers(http.responseHeaders),
    },
  ];
}

function present(entries: readonly Entry[] | null): Entry[] {
  return (entries ?? []).filter((entry) => !entry.isGone);
}

function isProblem({ kind, status }: Entry): boolean {
  return kind === 'junk' || kind === 'response' || status === 'error' || status === 'tool-error' || status === 'timeout' || status === 'lost';
}

function shorten(text: string, redactor: Redactor): string {
  const clean = redactor.cutText(text.slice(0, subjectLooked), subjectLooked);
  return clean.length > subjectLimit ? `${clean.slice(0, subjectLimit)}…` : clean;
}

/** What tells one entry from another of the same method. */
function subjectOf(entry: Entry): string {
  if (entry.http !== null) return entry.http.url;
  if (entry.text !== null && entry.kind !== 'request') return entry.text;
  const { params, error } = entry.request?.message ?? {};
  if (isJsonObject(error)) return firstText(error['message']);
  if (!isJsonObject(params)) return '';
  const { name, uri, ref, level, data, message: said, progress, total, reason } = params;
  const progressText = typeof progress === 'number' ? `${progress}${typeof total === 'number' ? ` / ${total}` : ''}` : '';
  return firstText(name, uri, isJsonObject(ref) ? (ref['name'] ?? ref['uri']) : undefined, said, progressText, typeof level === 'string' && data !== undefined ? `${level}: ${typeof data === 'string' ? data : ''}` : level, reason);
}

function firstText(...candidates: unknown[]): string {
  for (const each of candidates) if (typeof each === 'string' && each !== '') return each;
  return '';
}
