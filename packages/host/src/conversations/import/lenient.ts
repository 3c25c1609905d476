import * as z from 'zod/mini';

/** A field that may be of another shape than its service usually writes: then it counts as not given, and the message is still read. */
export function lenient<T>(schema: z.ZodMiniType<T>, instead: T): z.ZodMiniType<T> {
  const { catch: otherwise } = z;
  return otherwise(schema, instead);
}
