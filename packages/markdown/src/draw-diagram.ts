/** From the text of a diagram to a picture. Needs no page: it runs in a worker of its own. */
import { rewriteDiagram } from './diagram-svg.ts';
import type { DiagramColours, DiagramPicture } from './diagram-svg.ts';

/** Kinds that can be drawn, by the first word of what is no comment and no setting. */
const kinds = /^(?:graph|flowchart|stateDiagram(?:-v2)?|sequenceDiagram|classDiagram|erDiagram|xychart(?:-beta)?)\b/;

/** Settings and a front matter say how a page should behave, and are not read. */
export function plainSource(source: string): string {
  return source
    .replace(/^\s*---\n[\s\S]*?\n---\n/, '')
    .replaceAll(/%%\{[\s\S]*?\}%%/g, '')
    .split('\n')
    .filter((line) => !/^\s*(?:%%|click\b|href\b|links?\b.*https?:)/.test(line))
    .join('\n')
    .trim();
}

export function isDrawable(source: string): boolean {
  return kinds.test(plainSource(source));
}

/** Throws where the text has a fault. */
export async function drawDiagram(source: string, colours: DiagramColours): Promise<DiagramPicture> {
  const { renderMermaidSVG } = await import('beautiful-mermaid');
  return rewriteDiagram(renderMermaidSVG(plainSource(source), { transparent: true, padding: 12 }), colours);
}
