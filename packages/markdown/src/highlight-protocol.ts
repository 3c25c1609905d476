/** What the page and the highlighting worker say to each other. */
import type { LanguageId } from './languages.ts';

/** A stretch of one colour class, or of none. */
export interface Piece {
  text: string;
  /** One of the fixed set in the style sheet; never a colour. */
  tone?: Tone;
}
export type Line = Piece[];

export const tones = ['comment', 'keyword', 'string', 'function', 'constant', 'type', 'punctuation', 'link'] as const;
export type Tone = (typeof tones)[number];

export interface HighlightRequest {
  id: number;
  /** One code block; its parts come in order, each going on where the one before ended. */
  session: number;
  part: number;
  language: LanguageId;
  code: string;
}

/** `lines` is null when the language could not be loaded or the part before is not known. */
export interface HighlightReply {
  id: number;
  lines: Line[] | null;
}

export interface ReleaseRequest {
  release: number;
}
