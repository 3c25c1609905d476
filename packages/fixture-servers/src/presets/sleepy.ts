import { setTimeout as wait } from 'node:timers/promises';
import type { Preset } from '../engine/types.ts';
import { flagOption, numberOption } from '../options.ts';
import { objectSchema, text, textResult } from './content.ts';

/** Takes as long as it is told, or for ever. */
export const sleepy: Preset = {
  about: 'tools that take long: `sleep` for ms, `hang` for ever; others answer meanwhile',
  options: {
    ms: 'milliseconds of `sleep` when the call names none (default 90000)',
    'ignore-cancel': 'go on when cancelled, and send the late answer (default false)',
  },
  create(options) {
    const otherwise = numberOption(options, 'ms', 90_000);
    const ignoreCancel = flagOption(options, 'ignore-cancel');
    return {
      info: { name: 'sleepy', version: '1.0.0' },
      tools: [
        {
          definition: { name: 'sleep', description: 'Sleeps.', inputSchema: objectSchema({ ms: { type: 'integer' } }) },
          async call(args, context) {
            const ms = typeof args['ms'] === 'number' ? args['ms'] : otherwise;
            const result = { content: [text(`Slept ${ms} ms.`)] };
            if (!ignoreCancel) {
              await wait(ms, undefined, { signal: context.signal });
              return result;
            }
            await wait(ms);
            // The engine keeps the answers of cancelled requests back, so the late one goes out by hand.
            if (context.signal.aborted) context.link.write({ jsonrpc: '2.0', id: context.requestId, result: { resultType: 'complete', ...result } }, context.requestId);
            return result;
          },
        },
        { definition: { name: 'hang', description: 'Never answers.', inputSchema: objectSchema({}) }, call: () => new Promise(() => undefined) },
        { definition: { name: 'quick', description: 'Answers at once.', inputSchema: objectSchema({}) }, call: () => textResult('quick') },
      ],
    };
  },
};
