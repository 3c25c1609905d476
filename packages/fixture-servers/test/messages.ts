import { metaKey } from '../src/engine/modern.ts';
import { modernRevision } from '../src/engine/types.ts';
import type { Dict } from '../src/engine/types.ts';

/** Params of a modern request: the given ones with a complete envelope; `meta` adds to it. */
export function modernParams(params: Dict = {}, meta: Dict = {}): Dict {
  return {
    ...params,
    _meta: {
      [metaKey.protocolVersion]: modernRevision,
      [metaKey.clientInfo]: { name: 'raw-client', version: '1.0.0' },
      [metaKey.clientCapabilities]: {},
      ...meta,
    },
  };
}

/** Params of `initialize`. */
export function initializeParams(protocolVersion: string, capabilities: Dict = {}): Dict {
  return { protocolVersion, capabilities, clientInfo: { name: 'raw-client', version: '1.0.0' } };
}

/** The `result` of a response message; throws when it holds an error instead. */
export function resultOf(message: Dict): Dict {
  const { result } = message;
  if (typeof result !== 'object' || result === null) throw new Error(`No result in ${JSON.stringify(message).slice(0, 300)}`);
  return Object.fromEntries(Object.entries(result));
}

/** The text of the first content block of a tool result. */
export function textOf(message: Dict): string {
  const { content } = resultOf(message);
  const [first] = Array.isArray(content) ? content : [];
  if (typeof first?.text !== 'string') throw new Error(`No text in ${JSON.stringify(message).slice(0, 300)}`);
  return first.text;
}
