/** Tools, resources, templates and prompts as a window shows them. */
import type { PromptView, RefusedView, ResourceTemplateView, ResourceView, ToolView } from '@portolan/contract/servers';
import { readToolUi } from '../../apps/ui-meta.ts';
import type { Prompt, RefusedItem, Resource, ResourceTemplate, Tool } from '@portolan/mcp-client/client';

/** Says how a tool is sent to models: its name there, what was changed in its schema, or why it is left out. */
export type DescribeForModel = (serverName: string, tool: Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'>) => ToolView['model'];

export function toToolView(tool: Tool, isEnabled: boolean, model: ToolView['model'], pin?: ToolView['pin']): ToolView {
  return {
    name: tool.name,
    ...defined('title', tool.title),
    ...defined('description', tool.description),
    inputSchema: tool.inputSchema,
    ...defined('outputSchema', tool.outputSchema),
    ...defined('annotations', tool.annotations),
    isEnabled,
    ...defined('ui', readToolUi(tool.raw)),
    ...defined('pin', pin),
    ...marked(tool),
    repairs: tool.repairs,
    model,
    raw: tool.raw,
  };
}

export function toResourceItemView(resource: Resource, isEnabled: boolean): ResourceView {
  return { uri: resource.uri, isEnabled, ...defined('size', resource.size), ...described(resource) };
}

export function toTemplateView(template: ResourceTemplate, isEnabled: boolean): ResourceTemplateView {
  return { uriTemplate: template.uriTemplate, isEnabled, ...described(template) };
}

export function toPromptView(prompt: Prompt, isEnabled: boolean): PromptView {
  return { name: prompt.name, isEnabled, ...defined('title', prompt.title), ...defined('description', prompt.description), arguments: prompt.arguments, ...marked(prompt), repairs: prompt.repairs };
}

export function toRefusedView({ label, reason }: RefusedItem): RefusedView {
  return { label, reason };
}

function described(item: Resource | ResourceTemplate) {
  return {
    name: item.name,
    ...defined('title', item.title),
    ...defined('description', item.description),
    ...defined('mimeType', item.mimeType),
    ...defined('annotations', item.annotations),
    ...marked(item),
    repairs: item.repairs,
  };
}

/** Whether there is an icon to ask for: what it is, is not for a window to know. */
function marked({ icons }: { icons?: readonly unknown[] }): { hasIcon?: true } {
  return icons === undefined ? {} : { hasIcon: true };
}

function defined<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  // The record has one key, whose type the caller named.
  return value === undefined ? {} : ({ [key]: value } as { [P in K]?: V });
}
