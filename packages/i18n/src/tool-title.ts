/** What a tool is called on screen: the app's own ones in the person's language, those of servers as their server says. */
import type { FirstCatalogue } from './catalogue-type.ts';

/** One of the app itself, by its name, which no tool of a server may have. */
export const isOwnTool = (tool: string): boolean => tool.startsWith('host:');

export function toolTitle(tool: string, title: string | undefined, t: FirstCatalogue): string {
  return Object.entries(t.chat.ownTools).find(([name]) => name === tool)?.[1] ?? title ?? tool;
}
