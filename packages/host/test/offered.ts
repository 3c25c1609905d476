/** What a request of any provider's format offers of tools, as names in their order. */
import { isJsonObject } from '@portolan/mcp-client/jsonrpc/message';

export function offeredNames(body: unknown): string[] {
  return offeredTools(body).map((tool) => tool.name);
}

/** Each with its definition as bytes: what a provider has cached is good as long as these stay. */
export function offeredTools(body: unknown): { name: string; bytes: string }[] {
  if (!isJsonObject(body)) return [];
  const list = isJsonObject(body['toolConfig']) && Array.isArray(body['toolConfig']['tools']) ? body['toolConfig']['tools'] : body['tools'];
  if (!Array.isArray(list)) return [];
  const single = list.flatMap((each) => (isJsonObject(each) && Array.isArray(each['functionDeclarations']) ? each['functionDeclarations'] : [each]));
  return single.flatMap((each) => {
    if (!isJsonObject(each)) return [];
    const inner = [each['function'], each['toolSpec'], each].find(isJsonObject);
    const name = inner?.['name'];
    // A mark of where a cache may end moves with the list, and is not read as part of a definition.
    return typeof name === 'string' ? [{ name, bytes: JSON.stringify({ ...each, cache_control: undefined }) }] : [];
  });
}
