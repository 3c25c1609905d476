/**
 * What goes wrong with a model, sorted into the contract's codes. Providers word the same fault in many ways; what a
 * person should do is what tells the codes apart. Neither keys nor prompts may reach a problem: bodies are reduced to the
 * provider's own message, and `redact` takes out what was sent.
 */
import { HostError } from '@portolan/contract/errors';
import type { ErrorCode, Problem } from '@portolan/contract/errors';
import { proxyProblemIn } from '../network/network-problem.ts';

/** The address answered, but not as a model does. */
export class NotAModel extends Error {
  override readonly name = 'NotAModel';
}
/** More came than an answer may hold. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}
/** Nothing meaningful came for `seconds`. */
export class ModelSilent extends Error {
  override readonly name = 'ModelSilent';
  readonly seconds: number;
  constructor(seconds: number) {
    super(`nothing for ${seconds} s`);
    this.seconds = seconds;
  }
}

export interface ErrorContext {
  /** The provider's name in the configuration. */
  provider: string;
  /** Scheme, host name and port asked. */
  origin: string;
  model: string;
  /** Takes keys and sent text out of a provider's message. */
  redact(text: string): string;
  /** True once part of the answer has arrived: a broken connection then is a cut, not an unreachable provider. */
  hasContent: boolean;
}

/** A provider's complaint, whatever its shape. */
export interface Complaint {
  status: number | null;
  code: string;
  message: string;
  retryAfterSeconds: number | null;
}

/** Sorts anything thrown or streamed as an error. */
export function problemOf(error: unknown, context: ErrorContext): Problem {
  if (error instanceof HostError) return error.problem;
  const cause = rootCause(error);
  const details: Problem['details'] = { provider: context.provider, host: new URL(context.origin).host, model: context.model };
  const make = (code: ErrorCode, extra: Problem['details'] = {}, log = '') =>
    new HostError(code, { ...details, ...extra }, log ? { log: visible(context.redact(log)) } : {}).problem;

  if (cause instanceof AnswerTooLong) return make('model-answer-too-long', { limit: cause.message });
  if (cause instanceof ModelSilent) return make('model-interrupted', { seconds: cause.seconds });
  if (cause instanceof NotAModel) return make('model-not-a-model', {}, cause.message);

  const complaint = complaintOf(error);
  const connection = connectionCode(error);
  const proxy = complaint.status === null ? proxyProblemIn(error) : null;
  if (proxy !== null && !context.hasContent) return make('proxy-failed', proxy.details);
  if (complaint.status === null && connection) {
    return context.hasContent ? make('model-interrupted', { reason: connection }) : make('model-unreachable', { reason: connection, url: context.origin });
  }
  const code = codeOf(complaint);
  const extra: Problem['details'] = {};
  if (complaint.status !== null) extra['status'] = complaint.status;
  if (code === 'model-rate-limited' && complaint.retryAfterSeconds !== null) extra['seconds'] = complaint.retryAfterSeconds;
  if (code === 'model-context-too-long') {
    const tokens = windowIn(complaint.message);
    if (tokens !== null) extra['tokens'] = tokens;
  }
  if (complaint.code) extra['reason'] = context.redact(complaint.code).slice(0, 100);
  return make(code, extra, complaint.message);
}

function codeOf({ status, code, message }: Complaint): ErrorCode {
  const text = `${code} ${message}`.toLowerCase();
  const says = (pattern: RegExp) => pattern.test(text);
  // Quota errors mention billing and keys; too long ones mention tokens, as rate limits do: the order matters.
  if (status === 429 || says(/rate.?limit|resource_exhausted|too many requests|insufficient_quota|quota/)) return 'model-rate-limited';
  if (says(/context.?length|context window|maximum (context|prompt)|prompt is too long|input is too long|too many (input )?tokens|exceeds? the (available |maximum )?(context|number of tokens)|request_too_large|token count.*exceeds/)) {
    return 'model-context-too-long';
  }
  if (status === 413) return 'model-context-too-long';
  if (status === 401 || status === 403 || says(/invalid.?api.?key|incorrect api key|api key not valid|api_key_invalid|authentication_error|unauthenticated|permission_(error|denied)/)) {
    return 'model-key-refused';
  }
  if (status === 503 || status === 529 || says(/overloaded|unavailable|server is busy/)) return 'model-overloaded';
  if (status === 404 || says(/model_not_found|model.{0,80}(not found|does not exist|is not supported|not loaded)|unknown model/)) {
    return /<(!doctype|html)/.test(text) ? 'model-not-a-model' : 'model-not-found';
  }
  if (status === 502 || status === 504 || status === 408) return 'model-overloaded';
  // Amazon: the model itself broke off.
  if (status === 424) return 'model-failed';
  if (status !== null && status >= 400 && status < 500) return 'model-refused-request';
  if (says(/invalid_request|invalid_argument/)) return 'model-refused-request';
  return 'model-failed';
}

/** How many tokens the model takes, where the service says so: `… maximum context length is 8192 tokens`, `210000 tokens > 200000 maximum`. */
function windowIn(message: string): number | null {
  const patterns = [
    /(?:maximum context length|maximum prompt length|context (?:window|length|size)|maximum (?:number of (?:input )?tokens(?: allowed)?)|max(?:imum)? (?:input )?tokens)[^\d]{0,30}?(?:is|of|:|\(|=)?\s*\(?([\d,]{4,12})/i,
    />\s*([\d,]{4,12})\s*(?:tokens\s*)?max/i,
    /\b([\d,]{4,12})\s*maximum context length/i,
    /exceeds? (?:the )?(?:available |maximum )?(?:context size|context length|context window|limit)(?: of)?\s*\(?([\d,]{4,12})/i,
  ];
  for (const pattern of patterns) {
    const found = pattern.exec(message)?.[1];
    if (found !== undefined) return Number(found.replaceAll(',', ''));
  }
  return null;
}

/** Reads the fields that SDK errors, stream events and plain bodies share. */
export function complaintOf(error: unknown): Complaint {
  const outer = record(error);
  const status = numberOf(outer?.['statusCode']) ?? numberOf(outer?.['status']);
  const body = parseBody(outer?.['responseBody']) ?? parseBody(outer?.['data']) ?? outer;
  const inner = record(body?.['error']) ?? record(body?.['data']) ?? body;
  const message = [inner?.['message'], body?.['message'], body?.['detail'], body?.['error'], outer?.['message'], error].find(isText) ?? '';
  const reasons = [inner?.['code'], inner?.['type'], inner?.['status'], outer?.['code'], outer?.['type'], googleReason(inner)].filter(isText);
  return {
    status: status !== null && status >= 400 ? status : null,
    code: [...new Set(reasons)].join(' '),
    message: (/<(!doctype|html)/i.test(message) ? message.slice(0, 200) : message).slice(0, 2000),
    retryAfterSeconds: retryAfter(record(outer?.['responseHeaders']), inner),
  };
}

/** The same for a response we read ourselves. */
export function responseProblem(status: number, headers: Headers, body: string, context: ErrorContext): Problem {
  return problemOf({ statusCode: status, responseBody: body, message: `HTTP ${status}`, responseHeaders: Object.fromEntries(headers) }, context);
}

function googleReason(inner: Record<string, unknown> | null): unknown {
  const details = inner?.['details'];
  return Array.isArray(details) ? details.map((detail) => record(detail)?.['reason']).find(isText) : undefined;
}

function retryAfter(headers: Record<string, unknown> | null, inner: Record<string, unknown> | null): number | null {
  const value = headers?.['retry-after'];
  if (isText(value)) {
    const seconds = Number(value);
    if (Number.isFinite(seconds)) return clampSeconds(seconds);
    const at = Date.parse(value);
    if (Number.isFinite(at)) return clampSeconds((at - Date.now()) / 1000);
  }
  const details = inner?.['details'];
  const delay = Array.isArray(details) ? details.map((detail) => record(detail)?.['retryDelay']).find(isText) : undefined;
  const match = /^(\d+(?:\.\d+)?)s$/.exec(delay ?? '');
  return match ? clampSeconds(Number(match[1])) : null;
}

const clampSeconds = (seconds: number) => Math.min(86_400, Math.max(0, Math.ceil(seconds)));

function parseBody(value: unknown): Record<string, unknown> | null {
  if (typeof value !== 'string') return record(value);
  try {
    const parsed: unknown = JSON.parse(value);
    return record(Array.isArray(parsed) ? parsed[0] : parsed);
  } catch {
    return value.trim() ? { message: value } : null;
  }
}

/** ECONNREFUSED, ENOTFOUND, UND_ERR_SOCKET …: whatever the platform says of the connection, or null. */
function connectionCode(error: unknown): string | null {
  let current: unknown = error;
  let isConnection = false;
  for (let depth = 0; depth < 6; depth++) {
    const fields = record(current);
    if (!fields) break;
    const code = fields['code'];
    if (isText(code) && /^(E[A-Z]{3,}|UND_ERR|ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_SSL)/.test(code)) return code;
    isConnection ||= fields['name'] === 'TypeError' && isText(fields['message']) && /fetch failed|terminated/i.test(fields['message']);
    current = fields['cause'];
  }
  return isConnection ? 'network' : null;
}

function rootCause(error: unknown): unknown {
  let current = error;
  for (let depth = 0; depth < 6 && current instanceof Error; depth++) {
    if (current instanceof AnswerTooLong || current instanceof ModelSilent || current instanceof NotAModel) return current;
    current = current.cause;
  }
  return error;
}

/** Control and format characters made visible, bounded: the text is shown as it is. */
function visible(text: string): string {
  return text.replace(/(?![\n\t])[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`).slice(0, 2000);
}

function record(value: unknown): Record<string, unknown> | null {
  return isRecord(value) ? value : null;
}
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);
