/** What kind of diagram a text says it is. Needs nothing of what draws it. */

/** Kinds that can be drawn, by the first word of what is no comment and no setting. */
const drawable = /^(?:graph|flowchart|stateDiagram(?:-v2)?|sequenceDiagram|classDiagram|erDiagram|xychart(?:-beta)?)\b/;

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
  return drawable.test(plainSource(source));
}

/** The word by which it names its kind; empty where that is no plain word. */
export function diagramKind(source: string): string {
  return /^[a-z][\w-]{0,39}(?=[\s:;]|$)/i.exec(plainSource(source))?.[0] ?? '';
}
