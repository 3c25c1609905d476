import type { en } from './en.ts';
import type { Widen } from './widen.ts';

/** Every text of the product in one language. */
export type Catalogue = Widen<typeof en>;
