import type { enFirst } from './en-first.ts';
import type { en } from './en.ts';
import type { Widen } from './widen.ts';

/** Every text of the product in one language. */
export type Catalogue = Widen<typeof en>;

/** The part of it that the first screen of the window needs. */
export type FirstCatalogue = Widen<typeof enFirst>;
