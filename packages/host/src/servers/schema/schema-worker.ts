/** The thread that checks values against servers' schemas. It is ended from outside when it takes too long. */
import { parentPort } from 'node:worker_threads';
import type { Json, JsonObject } from '@portolan/contract/json';
import { validateAgainst } from './validate.ts';
import type { SchemaVerdict } from './validate.ts';

export interface SchemaJob {
  id: number;
  schema: JsonObject;
  value: Json;
}

export type SchemaReply = { kind: 'ready' } | { kind: 'verdict'; id: number; verdict: SchemaVerdict };

const port = parentPort;
port?.on('message', ({ id, schema, value }: SchemaJob) => {
  port.postMessage({ kind: 'verdict', id, verdict: validateAgainst(schema, value) } satisfies SchemaReply);
});
port?.postMessage({ kind: 'ready' } satisfies SchemaReply);
