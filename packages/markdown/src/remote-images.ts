import type { SafeLink } from './safe-url.ts';

/** What came of asking for an image that lies elsewhere. */
export type ImageAnswer =
  /** A `blob:` or raster `data:` URL; anything else is not drawn. */
  | { src: string }
  /** The site named another one, which was not asked and is for the person to say yes to. */
  | { elsewhere: SafeLink }
  /** Words for the person. */
  | { problem: string }
  /** They thought better of it. */
  | null;

/** How images that lie elsewhere come into a document: never by themselves. */
export interface RemoteImages {
  /** Of one that was loaded before. */
  shown: (url: string) => string | undefined;
  /** What is to be known before it is asked for, such as what its address carries; null for nothing. */
  noteOf: (url: string) => string | null;
  /** Called by a press alone. `named` is the address in the text; `url` another one when its site named that. */
  load: (url: string, named: string) => Promise<ImageAnswer>;
}
