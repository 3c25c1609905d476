import { closeSync } from 'node:fs';
import type { Preset } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { basic } from './basic.ts';

/** Serves well but does not go when it is told to, or closes a pipe while it lives on. */
export const stubborn: Preset = {
  about: 'stdio: ignores the end of stdin and SIGTERM; can close its own stdout or stderr while it lives',
  options: {
    close: 'stdout or stderr: close it `after-ms` after start',
    'after-ms': 'milliseconds before `close` happens (default 200)',
    life: 'seconds after which it ends by itself (default 120)',
  },
  create(options) {
    const close = textOption(options, 'close', '');
    return {
      ...basic.create(options),
      script: {
        stubborn: true,
        start() {
          setTimeout(() => process.exit(0), numberOption(options, 'life', 120) * 1000).unref();
          if (close !== '') setTimeout(() => closeSync(close === 'stderr' ? 2 : 1), numberOption(options, 'after-ms', 200));
        },
      },
    };
  },
};
