import type { Preset } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { basic } from './basic.ts';

const places = ['before', 'between', 'prefix', 'inside'];

/** Prints what is no JSON-RPC to stdout, as servers do that log there or whose package runner talks. */
export const banner: Preset = {
  about: 'stdio: noise on stdout around otherwise good messages',
  options: {
    at: "comma list of before (lines before the first message), between (a line before each message), prefix (text on the message's own line), inside (a line in the middle of a message, which is lost); default before,between",
    text: "what to print (default 'Server ready')",
  },
  create(options) {
    const at = textOption(options, 'at', 'before,between').split(',');
    const text = textOption(options, 'text', 'Server ready');
    const unknown = at.find((each) => !places.includes(each));
    if (unknown !== undefined) throw new Error(`--at must list ${places.join(', ')}, got '${unknown}'`);
    return {
      ...basic.create(options),
      script: {
        start(link) {
          if (at.includes('before')) link.raw(`${text}\n\n> package@1.0.0 start\n{not json}\n`);
        },
        send(message, link) {
          if (link.kind === 'http') return false;
          if (at.includes('between')) link.raw(`${text}\n`);
          const json = JSON.stringify(message);
          const half = Math.floor(json.length / 2);
          if (at.includes('inside')) link.raw(`${json.slice(0, half)}\n${text}\n${json.slice(half)}\n`);
          else if (at.includes('prefix')) link.raw(`${text} ${json}\n`);
          else link.raw(`${json}\n`);
          return true;
        },
      },
    };
  },
};
