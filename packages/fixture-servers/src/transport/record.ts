import type { IncomingMessage } from 'node:http';
import { parseJson } from '../engine/json.ts';

/** One HTTP request as it reached the fixture, for assertions. */
export interface RecordedRequest {
  readonly method: string;
  /** Path with query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The body as JSON, undefined when it is none. */
  readonly json: unknown;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The client closed the connection before the response was complete: how a modern client cancels. */
  aborted: boolean;
}

/** Reads a request's body to its end and makes the record of it. Rejects when the client goes away before that. */
export async function readRequest(request: IncomingMessage): Promise<RecordedRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const body = Buffer.concat(chunks).toString('utf8');
  return {
    method: request.method ?? '',
    url: request.url ?? '',
    headers: request.headers,
    body,
    json: parseJson(body),
    at: Date.now(),
    aborted: false,
  };
}
