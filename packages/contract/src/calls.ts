/**
 * Tool calls that a person makes from outside of any window, such as a command line: they go by the same permissions as a
 * model's calls. What is to be called is looked up and shown first; what runs is what was shown, by hash (H01, C11).
 */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { ServerId } from './ids.ts';
import { ToolApprovalView } from './interactions.ts';
import { JsonObject } from './json.ts';
import { primitives } from './primitives.ts';
import { ToolView } from './servers.ts';

const text = z.string().check(z.maxLength(8192));
const what = { serverId: ServerId, name: text, arguments: JsonObject };

export const calls = {
  /**
   * What a call would be, and whether a standing permission covers it. Brings the server up when it is one that starts as it
   * is used. Fails with `tool-unknown`, or with why the server cannot be used.
   */
  'calls/prepare': request(
    z.object(what),
    z.object({
      serverName: z.string(),
      tool: ToolView,
      /** Over server identity, pinned definition and canonical arguments. */
      hash: z.string(),
      flags: ToolApprovalView.shape.flags,
      isAllowed: z.boolean(),
      /** The person said that this is never done; `calls/run` refuses it. */
      isNever: z.boolean(),
    }),
  ),
  /**
   * Runs exactly what `calls/prepare` gave this hash for. `rule`: by a standing permission, which has to be there still;
   * `once` and `always`: the person was shown it and says so. Fails with `call-not-allowed`, or `server-changed` when it is
   * not what was shown any more. Ends after `done` or `failed`; closing the stream cancels the call.
   */
  'calls/run': stream(z.object({ ...what, hash: z.string().check(z.maxLength(128)), by: z.enum(['rule', 'once', 'always']) }), primitives['tools/run'].event),
} as const;
