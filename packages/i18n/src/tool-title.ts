/** What a tool is called on screen: the app's own ones in the person's language, those of servers as their server says. */
import type { FirstCatalogue } from './catalogue-type.ts';

export function toolTitle(tool: string, title: string | undefined, t: FirstCatalogue): string {
  return Object.entries(t.chat.ownTools).find(([name]) => name === tool)?.[1] ?? title ?? tool;
}
