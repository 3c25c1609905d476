/** How methods of the contract are declared: a request has one answer, a stream has many events. */
import type * as z from 'zod/mini';

export interface RequestContract<I, O> {
  readonly kind: 'request';
  readonly input: z.ZodMiniType<I>;
  readonly output: z.ZodMiniType<O>;
}

export interface StreamContract<I, E> {
  readonly kind: 'stream';
  readonly input: z.ZodMiniType<I>;
  readonly event: z.ZodMiniType<E>;
}

export function request<I, O>(input: z.ZodMiniType<I>, output: z.ZodMiniType<O>): RequestContract<I, O> {
  return { kind: 'request', input, output };
}

export function stream<I, E>(input: z.ZodMiniType<I>, event: z.ZodMiniType<E>): StreamContract<I, E> {
  return { kind: 'stream', input, event };
}

/** Names the fields that did not fit, without their values. */
export function where(error: z.core.$ZodError): string {
  return error.issues
    .slice(0, 5)
    .map((issue) => issue.path.join('.') || '(whole)')
    .join(', ');
}
