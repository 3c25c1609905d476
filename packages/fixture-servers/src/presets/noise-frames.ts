import { asDict } from '../engine/json.ts';
import type { Dict, Preset, ToolFixture } from '../engine/types.ts';
import { objectSchema, textResult } from './content.ts';

/** Kind → what leaves in place of the good response to a call of the tool with that name. */
export const noiseKinds: Readonly<Record<string, (response: Dict) => readonly unknown[]>> = {
  batch: (response) => [[{ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'in a batch' } }, response]],
  'batch-empty': (response) => [[], response],
  'id-null': (response) => [{ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'for nobody' } }, response],
  'string-id': (response) => [{ ...response, id: String(response['id']) }],
  'error-null': (response) => [{ ...response, error: null }],
  'result-null': (response) => [{ ...response, result: null, error: { code: -32000, message: 'with a null result' } }],
  duplicate: (response) => [response, response],
  'unknown-id': (response) => [{ ...response, id: 987_654_321 }, response],
  'float-code': (response) => [{ jsonrpc: '2.0', id: response['id'], error: { code: -32000.5, message: 'a code with a fraction' } }],
  'string-code': (response) => [{ jsonrpc: '2.0', id: response['id'], error: { code: 'E_FAIL', message: 'a code of letters' } }],
  'no-message': (response) => [{ jsonrpc: '2.0', id: response['id'], error: { code: -32000 } }],
  'error-string': (response) => [{ jsonrpc: '2.0', id: response['id'], error: 'just text' }],
  'extra-key': (response) => [{ ...response, vendor: { extra: true } }],
  'no-jsonrpc': (response) => [{ id: response['id'], result: response['result'] }],
  'jsonrpc-number': (response) => [{ ...response, jsonrpc: 2.0 }],
  both: (response) => [{ ...response, error: { code: -32000, message: 'both a result and an error' } }],
  neither: (response) => [{ jsonrpc: '2.0', id: response['id'] }],
  'result-string': (response) => [{ ...response, result: 'not an object' }],
  scalars: (response) => [1, 'text', null, true, [], {}, response],
  'unknown-request': (response) => [{ jsonrpc: '2.0', id: 'from-server', method: 'server/unheard-of' }, response],
  'unknown-notification': (response) => [{ jsonrpc: '2.0', method: 'notifications/unheard-of', params: { x: 1 } }, response],
  'params-array': (response) => [{ jsonrpc: '2.0', method: 'notifications/message', params: ['info'] }, response],
};

/** Answers that break JSON-RPC: one tool for each kind, named after it. */
export const noiseFrames: Preset = {
  about: `JSON-RPC broken in a way that the tool's name says: ${Object.keys(noiseKinds).join(', ')}`,
  options: {},
  create() {
    const kindOf = new Map<unknown, (response: Dict) => readonly unknown[]>();
    return {
      info: { name: 'noise-frames', version: '1.0.0' },
      tools: Object.keys(noiseKinds).map((name): ToolFixture => ({
        definition: { name, description: `Answers with the fault '${name}'.`, inputSchema: objectSchema({}) },
        call: () => textResult(`answer of ${name}`),
      })),
      script: {
        receive(message) {
          const { method, id, params } = asDict(message);
          const kind = method === 'tools/call' ? noiseKinds[String(asDict(params)['name'])] : undefined;
          if (kind !== undefined) kindOf.set(id, kind);
          return false;
        },
        send(message, link, related) {
          const kind = 'method' in message ? undefined : kindOf.get(related);
          if (kind === undefined) return false;
          kindOf.delete(related);
          const frames = kind(message);
          // Over HTTP what comes before the response needs a stream; an opening comment makes it one.
          if (link.kind === 'http') link.raw(': noise\n\n', related);
          for (const frame of frames) {
            if (link.kind === 'http') link.raw(`event: message\ndata: ${JSON.stringify(frame)}\n\n`, related);
            else link.write(frame, related);
          }
          link.finish(related);
          return true;
        },
      },
    };
  },
};
