/** The thread that checks values against servers' schemas. It is ended from outside when it takes too long. */
import { parentPort } from 'node:worker_threads';
import type { Json } from '../jsonrpc/message.ts';
import { validateAgainst, warmUp } from './validate.ts';
import type { SchemaVerdict } from './validate.ts';

/** Both as JSON text, which crosses between threads far faster than objects do. */
export interface SchemaJob {
  id: number;
  schema: string;
  value: string;
  findsAll: boolean;
}

export type SchemaReply = { kind: 'ready' } | { kind: 'verdict'; id: number; verdict: SchemaVerdict };

const port = parentPort;
port?.on('message', ({ id, schema, value, findsAll }: SchemaJob) => {
  port.postMessage({ kind: 'verdict', id, verdict: validateAgainst(schema, JSON.parse(value) as Json, findsAll) } satisfies SchemaReply);
});
warmUp();
port?.postMessage({ kind: 'ready' } satisfies SchemaReply);
