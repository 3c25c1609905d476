/** Results and contents in the specification's form again, for the app of the server that gave them (P23). */
import type { ContentView, ResourceContentView, ToolResultView } from './content.ts';
import type { Json, JsonObject } from './json.ts';

/** A CallToolResult (https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result). */
export function toCallToolResult({ content, structuredContent, isError, meta }: ToolResultView): JsonObject {
  return present({ content: content.map(toBlock), structuredContent, isError, _meta: meta });
}

/** The contents of one resource. */
export function toResourceContents(resource: ResourceContentView, meta?: JsonObject): JsonObject {
  const { uri, mimeType } = resource;
  return present({ uri, mimeType, ...(resource.kind === 'text' ? { text: resource.text } : { blob: resource.blob }), _meta: meta });
}

function toBlock(block: ContentView): JsonObject {
  if (block.type === 'unknown') return block.raw;
  const annotations = block.annotations === undefined ? undefined : present({ ...block.annotations });
  switch (block.type) {
    case 'text':
      return present({ type: block.type, text: block.text, annotations });
    case 'image':
    case 'audio':
      return present({ type: block.type, data: block.data, mimeType: block.mimeType, annotations });
    case 'resource':
      return present({ type: block.type, resource: toResourceContents(block.resource), annotations });
    case 'resource_link': {
      const { uri, name, title, description, mimeType, size } = block;
      return present({ type: block.type, uri, name, title, description, mimeType, size, annotations });
    }
  }
}

/** Without what is not there. */
function present(fields: Record<string, Json | undefined>): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, Json] => entry[1] !== undefined));
}
