import { pluralOf } from '../plural.ts';

/** English counted phrases. */
export const plural = pluralOf('en');
