/** The one server of every measurement: what it answers, as finished JSON, so that its own cost stays small and the same. */

/** Characters of base64 in the image result. */
export const IMAGE_CHARACTERS = 10_000_000;
export const TOOL_COUNT = 2_000;
export const FLOOD_COUNT = 100_000;

interface Incoming {
  id?: number | string;
  method?: string;
  params?: { name?: string; arguments?: { text?: string }; protocolVersion?: string };
}

/** What one message of the client makes the server send. `flood` means: that many notifications first. */
export interface Reply {
  /** The response without a line end; undefined when the message asks for none. */
  response: string | undefined;
  flood: number;
}

const NOTIFICATION = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger: 'flood', data: 'one of very many lines that nobody asked for' } });

/** One notification of the flood, as JSON. */
export const floodLine = NOTIFICATION;

const capabilities = { tools: {}, logging: {} };
const info = { name: 'bench', version: '1.0.0' };
/** Fields that modern results have besides their own; older clients ignore them. */
const modern = '"resultType":"complete","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"bench","version":"1.0.0"}}';
const cached = `${modern},"ttlMs":0,"cacheScope":"private"`;

/** @param hasSchemas whether every listed tool has an outputSchema */
export function createAnswers(hasSchemas: boolean): (message: Incoming) => Reply {
  let image: string | undefined;
  let tools: string | undefined;
  return ({ id, method, params }) => {
    if (id === undefined || method === undefined) return { response: undefined, flood: 0 };
    const head = `{"jsonrpc":"2.0","id":${JSON.stringify(id)}`;
    const result = (json: string): Reply => ({ response: `${head},"result":${json}}`, flood: 0 });
    switch (method) {
      case 'initialize':
        return result(JSON.stringify({ protocolVersion: params?.protocolVersion, capabilities, serverInfo: info }));
      case 'server/discover':
        return result(`{"supportedVersions":["2026-07-28"],"capabilities":${JSON.stringify(capabilities)},${cached}}`);
      case 'ping':
        return result('{}');
      case 'tools/list':
        tools ??= `{"tools":${JSON.stringify(Array.from({ length: TOOL_COUNT }, (_, index) => toolNumber(index, hasSchemas)))},${cached}}`;
        return result(tools);
      case 'tools/call':
        break;
      default:
        return { response: `${head},"error":{"code":-32601,"message":"Method not found"}}`, flood: 0 };
    }
    if (params?.name === 'image') {
      image ??= `{"content":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo${'A'.repeat(IMAGE_CHARACTERS - 11)}"}],${modern}}`;
      return result(image);
    }
    const text = JSON.stringify(params?.arguments?.text ?? '');
    return { ...result(`{"content":[{"type":"text","text":${text}}],${modern}}`), flood: params?.name === 'flood' ? FLOOD_COUNT : 0 };
  };
}

function toolNumber(index: number, hasSchemas: boolean): unknown {
  const description = `Looks something up in collection ${index}. It takes a query and gives the records that match, best first, with their scores.`;
  const tool = {
    name: index === 0 ? 'echo' : `lookup_${index}`,
    title: `Look up ${index}`,
    description,
    inputSchema: {
      type: 'object',
      properties: {
        query: { type: 'string', description: 'What to look for', minLength: 1 },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        [`field_${index}`]: { type: 'string', enum: ['title', 'body', 'tags'] },
      },
      required: ['query'],
    },
  };
  // The tool that is called afterwards has no schema of its own: what is measured is the cost of all the others.
  if (!hasSchemas || index === 0) return tool;
  const record = { type: 'object', properties: { id: { type: 'string' }, score: { type: 'number', minimum: 0, maximum: 1 }, [`value_${index}`]: { type: ['string', 'null'] } }, required: ['id'] };
  return { ...tool, outputSchema: { type: 'object', properties: { records: { type: 'array', items: record }, total: { type: 'integer', minimum: 0 } }, required: ['records'] } };
}
