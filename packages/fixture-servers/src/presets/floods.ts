import { setTimeout as wait } from 'node:timers/promises';
import { asDict } from '../engine/json.ts';
import type { Link, Preset, ServerControl } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

const kinds = ['notifications', 'list-changed', 'on-list', 'progress', 'requests'];

/** Far more notifications than anybody can use. */
export const floods: Preset = {
  about: 'floods of notifications: by the tool `flood`, or by itself once it is initialized',
  options: {
    kind: `notifications (log messages), list-changed, on-list (tools/list itself announces a change), progress (for a call of flood), requests (ping requests; legacy); default notifications`,
    count: 'how many (default 10000)',
    rate: 'how many a second (default 0: as fast as possible)',
    at: "call (default: when `flood` is called) or ready (when notifications/initialized comes)",
  },
  create(options) {
    const kind = textOption(options, 'kind', 'notifications');
    if (!kinds.includes(kind)) throw new Error(`--kind must be one of ${kinds.join(', ')}, got '${kind}'`);
    const count = numberOption(options, 'count', 10_000);
    const rate = numberOption(options, 'rate', 0);
    const atReady = textOption(options, 'at', 'call') === 'ready';
    let control: ServerControl | undefined;

    const one = (number: number, link: Link, token: unknown, related: string | number | undefined): void => {
      if (kind === 'list-changed') control?.changed('tools');
      else if (kind === 'requests') link.write({ jsonrpc: '2.0', id: `ping-${number}`, method: 'ping' }, related);
      else if (kind === 'progress') link.write({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: token, progress: number, total: count } }, related);
      else link.write({ jsonrpc: '2.0', method: 'notifications/message', params: { level: 'info', logger: 'flood', data: `message ${number}` } }, related);
    };
    const flood = async (link: Link, token?: unknown, related?: string | number, signal?: AbortSignal): Promise<void> => {
      const batch = rate > 0 ? Math.max(1, Math.round(rate / 50)) : 500;
      for (let number = 1; number <= count; number++) {
        if (signal?.aborted === true) return;
        one(number, link, token, related);
        if (number % batch === 0) await wait(rate > 0 ? 20 : 0);
      }
    };
    return {
      info: { name: 'floods', version: '1.0.0' },
      tools: [
        {
          definition: { name: 'flood', description: 'Starts the flood and answers after it.', inputSchema: objectSchema({}) },
          async call(_args, context) {
            await flood(context.link, asDict(context.params['_meta'])['progressToken'], context.requestId, context.signal);
            return textResult(`Sent ${count}.`);
          },
        },
      ],
      answer(method, _params, context) {
        if (kind === 'on-list' && method === 'tools/list') setImmediate(() => context.changed('tools'));
        return undefined;
      },
      script: {
        attach(server) {
          control = server;
        },
        receive(message, link) {
          // After this turn, when the engine has registered the client for changes.
          if (atReady && asDict(message)['method'] === 'notifications/initialized') setImmediate(() => void flood(link));
          return false;
        },
      },
    };
  },
};
