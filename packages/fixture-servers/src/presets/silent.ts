import { asDict } from '../engine/json.ts';
import type { Preset } from '../engine/types.ts';
import { textOption } from '../options.ts';
import { basic } from './basic.ts';

/** Reads everything and answers nothing, at once or from a chosen method on. */
export const silent: Preset = {
  about: 'never answers',
  options: { from: 'method that starts the silence, e.g. tools/list or tools/call (default: silent from the first message)' },
  create(options) {
    const from = textOption(options, 'from', '');
    return {
      ...basic.create(options),
      script: {
        receive(message) {
          const { method, id } = asDict(message);
          if (from === '') return true;
          return method === from && id !== undefined;
        },
      },
    };
  },
};
