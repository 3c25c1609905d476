/** What a tool is called on screen: the app's own ones in the person's language, those of servers as their server says. */
import type { FirstCatalogue } from './catalogue-type.ts';

const ownTools: Readonly<Record<keyof FirstCatalogue['chat']['ownTools'], true>> = {
  'host:list_resources': true,
  'host:read_resource': true,
  'host:read_result': true,
  'host:find_tools': true,
  'host:run_script': true,
  'host:read_project_file': true,
};

/** One of the app itself, by its name. No tool of a server that has one of these is offered; one that only begins like them is its server's. */
export const isOwnTool = (tool: string): boolean => Object.hasOwn(ownTools, tool);

export function toolTitle(tool: string, title: string | undefined, t: FirstCatalogue): string {
  return Object.entries(t.chat.ownTools).find(([name]) => name === tool)?.[1] ?? title ?? tool;
}
