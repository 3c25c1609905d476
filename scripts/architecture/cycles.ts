/** Circles among files, types counted in: two files that need each other are one file or three. */
import type { Module } from './modules.ts';

/** One shortest-to-read circle for every group of files that reach each other. */
export function cycles(modules: Module[]): string[][] {
  const edges = new Map(modules.map((module) => [module.path, module.imports.flatMap(({ target, how }) => (target.kind === 'file' && how === 'import' ? [target.path] : []))]));
  const found: string[][] = [];
  const done = new Set<string>();
  for (const start of edges.keys()) {
    if (done.has(start)) continue;
    const circle = circleThrough(start, edges, done);
    if (circle) {
      found.push(circle);
      for (const path of circle) done.add(path);
    }
  }
  return found;
}

/** Breadth first, so that the circle is a short one. */
function circleThrough(start: string, edges: Map<string, string[]>, done: Set<string>): string[] | null {
  const cameFrom = new Map<string, string>();
  const waiting = [start];
  for (const path of waiting) {
    for (const next of edges.get(path) ?? []) {
      if (next === start) {
        const circle = [start];
        for (let at: string | undefined = path; at !== undefined && at !== start; at = cameFrom.get(at)) circle.unshift(at);
        return [start, ...circle];
      }
      if (done.has(next) || cameFrom.has(next) || !edges.has(next)) continue;
      cameFrom.set(next, path);
      waiting.push(next);
    }
  }
  return null;
}
