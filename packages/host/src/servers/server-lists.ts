/** Everything a connected server lists. Each list is read once it is ready, without anybody waiting for it. */
import type { Client, Prompt, Resource, ResourceTemplate, Tool } from '@portolan/mcp-client/client';
import { ManagedList } from './managed-list.ts';
import type { RefetchPolicy } from './managed-list.ts';

export interface ServerListsOptions {
  policy: RefetchPolicy;
  onChange: () => void;
  /** After every read of `list` (the method, for example `tools/list`), with what it failed with or null. */
  onRead: (list: string, error: unknown) => void;
}

export class ServerLists {
  readonly tools: ManagedList<Tool>;
  readonly resources: ManagedList<Resource>;
  readonly templates: ManagedList<ResourceTemplate>;
  readonly prompts: ManagedList<Prompt>;
  readonly #capabilities: Client['capabilities'];

  constructor(client: Client, options: ServerListsOptions) {
    const list = <T extends { raw: unknown }>(method: string, read: ManagedListRead<T>): ManagedList<T> =>
      new ManagedList<T>({
        read: (signal) => read({ signal }),
        identity: (item) => item.raw,
        policy: options.policy,
        onChange: options.onChange,
        onRead: (error) => options.onRead(method, error),
      });
    this.#capabilities = client.capabilities;
    this.tools = list('tools/list', (call) => client.listTools(call));
    this.resources = list('resources/list', (call) => client.listResources(call));
    this.templates = list('resources/templates/list', (call) => client.listResourceTemplates(call));
    this.prompts = list('prompts/list', (call) => client.listPrompts(call));
  }

  /** Starts reading what the server says it has. Returns when all is read; nobody needs to wait. */
  async load(): Promise<void> {
    await Promise.all(this.#declared().map((list) => list.load()));
  }

  changed(which: 'tools' | 'resources' | 'prompts'): void {
    if (which === 'tools') this.tools.changed();
    else if (which === 'prompts') this.prompts.changed();
    else {
      this.resources.changed();
      this.templates.changed();
    }
  }

  counts(): { tools: number; resources: number; resourceTemplates: number; prompts: number; refused: number } {
    const all = [this.tools, this.resources, this.templates, this.prompts];
    return {
      tools: this.tools.items.length,
      resources: this.resources.items.length,
      resourceTemplates: this.templates.items.length,
      prompts: this.prompts.items.length,
      refused: all.reduce((sum, { refused }) => sum + refused.length, 0),
    };
  }

  close(): void {
    for (const list of [this.tools, this.resources, this.templates, this.prompts]) list.close();
  }

  #declared(): { load(): Promise<void> }[] {
    const { tools, resources, prompts } = this.#capabilities;
    return [...(tools ? [this.tools] : []), ...(resources ? [this.resources, this.templates] : []), ...(prompts ? [this.prompts] : [])];
  }
}

type ManagedListRead<T> = (call: { signal: AbortSignal }) => Promise<{ items: T[]; refused: ManagedList<T>['refused'][number][]; isTruncated: boolean }>;
