import { setTimeout as wait } from 'node:timers/promises';
import { asDict, asText } from '../engine/json.ts';
import type { CallContext, Preset } from '../engine/types.ts';
import { numberOption, textOption } from '../options.ts';
import { objectSchema, textResult } from './content.ts';

const faults = ['none', 'decreasing', 'after', 'wrong-token', 'string-token', 'malformed', 'no-total'];

/** Work in steps; the last progress notification leaves immediately before the response. */
export const progress: Preset = {
  about: 'the tool `work` reports n steps, the last one right before its response',
  options: {
    steps: 'steps when the call names none (default 18)',
    ms: 'milliseconds a step when the call names none (default 10000)',
    fault: `what is wrong with the notifications: ${faults.join(', ')} (default none)`,
  },
  create(options) {
    const fault = textOption(options, 'fault', 'none');
    if (!faults.includes(fault)) throw new Error(`--fault must be one of ${faults.join(', ')}, got '${fault}'`);
    return {
      info: { name: 'progress', version: '1.0.0' },
      tools: [
        {
          definition: { name: 'work', description: 'Works in steps.', inputSchema: objectSchema({ steps: { type: 'integer' }, ms: { type: 'integer' } }) },
          async call(args, context) {
            const steps = typeof args['steps'] === 'number' ? args['steps'] : numberOption(options, 'steps', 18);
            const ms = typeof args['ms'] === 'number' ? args['ms'] : numberOption(options, 'ms', 10_000);
            for (let step = 1; step <= steps; step++) {
              if (ms > 0) await wait(ms, undefined, { signal: context.signal });
              report(fault, step, steps, context);
            }
            if (fault === 'after') setTimeout(() => report('none', steps + 1, steps, context), 20);
            return textResult(`Worked ${steps} steps.`);
          },
        },
      ],
    };
  },
};

function report(fault: string, step: number, steps: number, context: CallContext): void {
  const token = asDict(context.params['_meta'])['progressToken'];
  const send = (params: Record<string, unknown>): void => context.notify('notifications/progress', params);
  if (token === undefined) return;
  if (fault === 'decreasing') context.progress(steps - step, steps);
  else if (fault === 'no-total') context.progress(step);
  else if (fault === 'wrong-token') send({ progressToken: 'nobody', progress: step, total: steps });
  else if (fault === 'string-token') send({ progressToken: asText(token), progress: step, total: steps });
  else if (fault === 'malformed') send({ progressToken: token, progress: 'half', total: null });
  else context.progress(step, steps, `step ${step} of ${steps}`);
}
