import { setTimeout as wait } from 'node:timers/promises';
import type { Preset } from '../engine/types.ts';
import { numberOption } from '../options.ts';
import { basic } from './basic.ts';

/** Takes its time before it reads its first byte (stdio) or answers its first request (HTTP); then serves well. */
export const slowStart: Preset = {
  about: 'serves well, but only after a while; a huge ms never reads stdin at all',
  options: { ms: 'milliseconds until it begins (default 3000)' },
  create(options) {
    const ms = numberOption(options, 'ms', 3000);
    const readyAt = Date.now() + ms;
    return {
      ...basic.create(options),
      script: {
        start: () => wait(ms),
        async http() {
          await wait(Math.max(0, readyAt - Date.now()));
          return false;
        },
      },
    };
  },
};
