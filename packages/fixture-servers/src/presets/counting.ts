import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { Preset } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

/** Keeps count of its calls where no kill reaches it: a call that was made twice is seen, whoever died in between. */
export const counting: Preset = {
  about: '`count` writes its `id` to a file, durably and before anything else, and answers a while later',
  options: { file: 'where ids are written, one a line', ms: 'longest wait before the answer in milliseconds (default 20)' },
  create(options) {
    const file = textOption(options, 'file', '');
    const longest = numberOption(options, 'ms', 20);
    return {
      info: { name: 'counting', version: '1.0.0' },
      tools: [
        {
          definition: { name: 'count', description: 'Counts.', inputSchema: objectSchema({ id: { type: 'string' } }, ['id']) },
          async call(args) {
            const id = String(args['id']);
            if (file !== '') append(file, `${id}\n`);
            await wait(Math.random() * longest);
            return textResult(`counted ${id}`);
          },
        },
      ],
    };
  },
};

function append(file: string, line: string): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    writeSync(handle, line);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
