import type { DiagramColours, DiagramPicture } from './diagram-svg.ts';

export interface DiagramRequest {
  id: number;
  source: string;
  colours: DiagramColours;
}

/** `unknown`: no kind of diagram that can be drawn. `wrong`: its text has a fault. */
export type DiagramReply = { id: number } & ({ picture: DiagramPicture } | { problem: 'unknown' | 'wrong' });
