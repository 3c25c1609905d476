import { isDict } from './json.ts';
import { reaches } from './server.ts';
import type { Revision } from './types.ts';

/** First revision of the fields that a well-behaved server keeps from older clients, by kind of object. */
const sinceOf = {
  tool: { title: '2025-06-18', annotations: '2025-03-26', outputSchema: '2025-06-18', icons: '2025-11-25', execution: '2025-11-25', _meta: '2025-06-18' },
  resource: { title: '2025-06-18', size: '2024-11-05', icons: '2025-11-25', _meta: '2025-06-18' },
  template: { title: '2025-06-18', icons: '2025-11-25', _meta: '2025-06-18' },
  prompt: { title: '2025-06-18', icons: '2025-11-25', _meta: '2025-06-18' },
  argument: { title: '2025-06-18' },
  implementation: { title: '2025-06-18', icons: '2025-11-25', description: '2025-11-25', websiteUrl: '2025-11-25' },
  result: { structuredContent: '2025-06-18' },
} as const satisfies Record<string, Record<string, Revision>>;

export type Shape = keyof typeof sinceOf;

/** A copy of `value` without the fields that `revision` does not know yet. Anything but an object passes as it is. */
export function shape(kind: Shape, value: unknown, revision: Revision): unknown {
  if (!isDict(value)) return value;
  const since: Record<string, Revision> = sinceOf[kind];
  const kept = Object.entries(value).filter(([field]) => reaches(revision, since[field]));
  const copy = Object.fromEntries(kept);
  if (kind === 'prompt' && Array.isArray(copy['arguments'])) {
    copy['arguments'] = copy['arguments'].map((argument: unknown) => shape('argument', argument, revision));
  }
  return copy;
}
