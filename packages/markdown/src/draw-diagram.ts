/** From the text of a diagram to a picture. Needs no page: it runs in a worker of its own. */
import { plainSource } from './diagram-kind.ts';
import { rewriteDiagram } from './diagram-svg.ts';
import type { DiagramColours, DiagramPicture } from './diagram-svg.ts';

/** Throws where the text has a fault. */
export async function drawDiagram(source: string, colours: DiagramColours): Promise<DiagramPicture> {
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  return rewriteDiagram(renderMermaidSVG(plainSource(source), { transparent: true, padding: 12 }), colours);
}
