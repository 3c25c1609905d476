import { setTimeout as wait } from 'node:timers/promises';
import type { Dict, Preset } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { basic } from './basic.ts';

/** Kind → the bytes of one message as they are written, in pieces. */
const framings: Readonly<Record<string, (message: Dict) => readonly (string | Uint8Array)[]>> = {
  crlf: (message) => [`${JSON.stringify(message)}\r\n`],
  bom: (message) => [`\uFEFF${JSON.stringify(message)}\n`],
  nul: (message) => ['\0', `${JSON.stringify(message)}\n`],
  blank: (message) => [`\n\n  \n${JSON.stringify(message)}\n\n`],
  spaces: (message) => [`   ${JSON.stringify(message)}   \n`],
  'split-utf8': (message) => bytewise(`${JSON.stringify({ ...message, padding: undefined, _: '你好 🎉' })}\n`),
  slow: (message) => bytewise(`${JSON.stringify(message)}\n`),
  'invalid-utf8': (message) => [Buffer.from([0x7b, 0xff, 0xfe, 0x7d, 0x0a]), `${JSON.stringify(message)}\n`],
  glued: (message) => [`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', data: 'glued' } })}\n${JSON.stringify(message)}\n`],
  pretty: (message) => [`${JSON.stringify(message, null, 2)}\n`],
  utf16: (message) => [Buffer.from(`${JSON.stringify(message)}\n`, 'utf16le')],
};

/** Messages that are right, in bytes that are unusual. */
export const framing: Preset = {
  about: `stdio: unusual bytes around good messages (how: ${Object.keys(framings).join(', ')}, no-newline, shuffled)`,
  options: {
    how: 'which of them (default crlf); no-newline answers the first call without a line end and exits; shuffled holds responses to tools/call back and sends each four in reverse order',
    ms: 'for slow: milliseconds between two bytes (default 0)',
  },
  create(options) {
    const how = textOption(options, 'how', 'crlf');
    const ms = numberOption(options, 'ms', 0);
    const pieces = framings[how];
    if (pieces === undefined && how !== 'no-newline' && how !== 'shuffled') throw new Error(`--how does not know '${how}'`);
    let queue = Promise.resolve();
    const held: Dict[] = [];
    return {
      ...basic.create(options),
      script: {
        send(message, link, related) {
          if (link.kind === 'http') return false;
          if (pieces !== undefined) {
            // One message after the other, or slow ones would run into each other.
            const previous = queue;
            queue = (async () => {
              await previous;
              for (const piece of pieces(message)) {
                if (how === 'slow' && ms > 0) await wait(ms);
                link.raw(piece);
              }
            })();
            return true;
          }
          const result = message['result'];
          if (typeof result !== 'object' || result === null || !('content' in result)) return false;
          if (how === 'no-newline') {
            link.raw(JSON.stringify(message));
            link.die(0);
          }
          held.push(message);
          if (held.length === 4) for (const each of held.splice(0).toReversed()) link.write(each, related);
          return true;
        },
      },
    };
  },
};

function bytewise(text: string): Uint8Array[] {
  const bytes = Buffer.from(text);
  return Array.from({ length: bytes.length }, (_, index) => bytes.subarray(index, index + 1));
}
