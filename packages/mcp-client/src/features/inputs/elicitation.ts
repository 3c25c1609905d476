/** `elicitation/create`, form and URL mode (https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation). */
import { INVALID_PARAMS } from '../../era/versions.ts';
import type { ElicitFormRequest, ElicitRequest, ElicitResult, ElicitUrlRequest, FieldProblem } from '../../handlers.ts';
import type * as V2026 from '../../generated/2026-07-28.ts';
import { InboundError } from '../../jsonrpc/inbound.ts';
import type { JsonObject } from '../../jsonrpc/message.ts';
import { kindOf, Reader } from '../../reading/reader.ts';
import { completeForm, problemsOf } from './form-answer.ts';
import { readForm, schemaOf } from './form-schema.ts';
import { checkUrl } from './safe-url.ts';
import { UnusableAnswer } from './unusable-answer.ts';

/** Longest text put before a person as the reason, in characters. */
const MESSAGE_LENGTH = 32 * 1024;
const ID_LENGTH = 1024;

/** Which modes are declared. */
export interface ElicitModes {
  form: boolean;
  url: boolean;
}

/**
 * @param retriesCall whether accepting a URL makes us send the call again
 * @throws {InboundError} -32602 for a mode that was not declared, and for what no dialog can be made of
 */
export function readElicit(params: JsonObject, modes: ElicitModes, retriesCall: boolean): ElicitRequest {
  const { mode = 'form' } = params;
  if (mode !== 'form' && mode !== 'url') throw invalid(`Unknown elicitation mode: ${JSON.stringify(mode).slice(0, 60)}`);
  if (!modes[mode]) throw invalid(`This client does not support elicitation in ${mode} mode`);
  return mode === 'form' ? readFormRequest(params) : readUrlRequest(params, retriesCall);
}

function readFormRequest(params: JsonObject): ElicitFormRequest {
  const reader = new Reader(params);
  const fields = readForm(reader, params['requestedSchema']);
  return {
    mode: 'form',
    message: readMessage(params),
    fields,
    schema: schemaOf(fields),
    repairs: reader.repairs,
    raw: params,
    check: (content) => problemsOf(fields, content),
  };
}

function readUrlRequest(params: JsonObject, retriesCall: boolean): ElicitUrlRequest {
  const { url, elicitationId } = params;
  const checked = checkUrl(url);
  if ('refused' in checked) throw invalid(`Unusable elicitation URL: ${checked.refused}`);
  const hasId = typeof elicitationId === 'string' && elicitationId !== '' && elicitationId.length <= ID_LENGTH;
  return { mode: 'url', message: readMessage(params), url: checked.url, ...(hasId ? { elicitationId } : {}), retriesCall, raw: params };
}

function readMessage(params: JsonObject): string {
  const { message } = params;
  if (typeof message !== 'string') throw invalid(`An elicitation needs a message; its message is ${kindOf(message)}`);
  if (message.length > MESSAGE_LENGTH) throw invalid(`The message of an elicitation may have at most ${MESSAGE_LENGTH} characters`);
  return message;
}

function invalid(message: string): InboundError {
  return new InboundError(INVALID_PARAMS, message);
}

/**
 * What goes on the wire. A form's content gets its defaults and is checked; other answers carry none.
 * @throws {UnusableAnswer}
 */
export function writeElicit(request: ElicitRequest, result: ElicitResult): JsonObject {
  if (result.action === 'decline' || result.action === 'cancel') return { action: result.action } satisfies V2026.ElicitResult;
  if (result.action !== 'accept') throw new UnusableAnswer('The answer to an elicitation is none of accept, decline and cancel.');
  if (request.mode === 'url') return { action: 'accept' } satisfies V2026.ElicitResult;
  const content = result.content ?? {};
  const problems = problemsOf(request.fields, content);
  if (problems.length > 0) throw new UnusableAnswer(`The answer to the form does not fit it: ${describe(problems)}`);
  return { action: 'accept', content: completeForm(request.fields, content) };
}

function describe(problems: FieldProblem[]): string {
  return problems
    .slice(0, 5)
    .map(({ field, message }) => `${field.slice(0, 60)}: ${message}`)
    .join(' ');
}
