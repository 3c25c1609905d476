/**
 * The shape a translation must have: the same keys, strings for strings, functions with the same
 * parameters for functions. A missing key, an extra key or another parameter does not compile.
 */
export type Widen<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Widen<T[Key]> };
