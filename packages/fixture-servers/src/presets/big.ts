import { asDict, asText } from '../engine/json.ts';
import type { CallContext, Dict, Preset, RequestId } from '../engine/types.ts';
import { numberOption } from '../options.ts';
import { objectSchema, text, textResult } from './content.ts';
import { png } from './media.ts';

/** Results of any size and depth. */
export const big: Preset = {
  about: 'huge texts, images, frames and nesting',
  options: {
    mb: 'megabytes of get-text and get-image when the call names none (default 5)',
    'bytes': 'exact bytes of a get-frame response, framing not counted (default 10485760)',
    depth: 'levels of get-deep (default 200000)',
  },
  create(options) {
    const megabytes = numberOption(options, 'mb', 5);
    const sizeOf = (args: Dict): number => (typeof args['mb'] === 'number' ? args['mb'] : megabytes) * 1_000_000;
    const sized = objectSchema({ mb: { type: 'number' } });
    const exact = new Map<RequestId, number>();
    return {
      info: { name: 'big', version: '1.0.0' },
      tools: [
        { definition: { name: 'get-text', description: 'Lines of text.', inputSchema: sized }, call: (args) => textResult(lines(sizeOf(args))) },
        {
          definition: { name: 'get-image', description: 'A small picture in a large file.', inputSchema: sized },
          call: (args) => ({ content: [{ type: 'image', mimeType: 'image/png', data: png(256, 256, [10, 120, 60], sizeOf(args)) }] }),
        },
        { definition: { name: 'get-blocks', description: 'Many small blocks.', inputSchema: objectSchema({ count: { type: 'integer' } }) }, call: (args) => ({ content: Array.from({ length: Number(args['count'] ?? 10_000) }, (_, index) => text(`block ${index}`)) }) },
        {
          definition: { name: 'get-frame', description: 'A response of an exact size.', inputSchema: objectSchema({ bytes: { type: 'integer' } }) },
          call(args, context) {
            exact.set(context.requestId, typeof args['bytes'] === 'number' ? args['bytes'] : numberOption(options, 'bytes', 10_485_760));
            return textResult('');
          },
        },
        {
          definition: { name: 'get-deep', description: 'structuredContent nested very deep.', inputSchema: objectSchema({ depth: { type: 'integer' } }) },
          call: (args, context) => deep(typeof args['depth'] === 'number' ? args['depth'] : numberOption(options, 'depth', 200_000), context),
        },
      ],
      resources: [
        { definition: { uri: 'fixture://big.txt', name: 'big.txt', mimeType: 'text/plain', size: megabytes * 1_000_000 }, read: (uri) => [{ uri, mimeType: 'text/plain', text: lines(megabytes * 1_000_000) }] },
      ],
      templates: [
        {
          definition: { uriTemplate: 'fixture://blob/{mb}', name: 'blob', description: 'Bytes, as many as asked for.' },
          read: (uri) => {
            const mb = /^fixture:\/\/blob\/(\d{1,3})$/.exec(uri)?.[1];
            return mb === undefined ? undefined : [{ uri, mimeType: 'application/octet-stream', blob: Buffer.alloc(Number(mb) * 1_000_000, 7).toString('base64') }];
          },
        },
      ],
      script: {
        send(message, link, related) {
          const bytes = related === undefined ? undefined : exact.get(related);
          if (related === undefined || bytes === undefined || !('result' in message)) return false;
          exact.delete(related);
          const missing = bytes - Buffer.byteLength(JSON.stringify(message));
          if (missing < 0) throw new Error(`A response has at least ${bytes - missing} bytes`);
          link.write({ ...message, result: { ...asDict(message['result']), content: [text('x'.repeat(missing))] } }, related);
          return true;
        },
      },
    };
  },
};

/** `bytes` bytes of numbered lines. */
export function lines(bytes: number): string {
  const parts: string[] = [];
  let length = 0;
  for (let number = 1; length < bytes; number++) {
    const line = `line ${String(number).padStart(8, '0')} ${'abcdefghij '.repeat(5)}\n`;
    parts.push(line);
    length += line.length;
  }
  return parts.join('').slice(0, bytes);
}

/** Writes the response by hand, since a serialiser may not survive the depth; then answers nothing more. */
async function deep(depth: number, context: CallContext): Promise<Dict> {
  const nested = `${'{"in":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const json = `{"jsonrpc":"2.0","id":${JSON.stringify(context.requestId)},"result":{"resultType":"complete","content":[{"type":"text","text":${JSON.stringify(asText(`depth ${depth}`))}}],"structuredContent":${nested}}}`;
  context.link.raw(context.link.kind === 'stdio' ? `${json}\n` : `event: message\ndata: ${json}\n\n`, context.requestId);
  context.link.finish(context.requestId);
  return new Promise(() => undefined);
}
