/** What the person decides about one server beyond its launch: when it starts, its limits, what of it is offered, copies and trials. */
import * as z from 'zod/mini';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { ServerId } from './ids.ts';
import { SandboxChoice, SandboxOffer } from './sandbox.ts';
import { LaunchFlag, LaunchView, ServerView } from './servers.ts';

const none = z.object({});
const name = z.string().check(z.minLength(1), z.maxLength(128));

export const serverCare = {
  'servers/setStartup': request(z.object({ serverId: ServerId, startup: z.enum(['launch', 'first-use', 'manual']) }), ServerView),
  /** Only what is given is changed; null goes back to the default. Holds from the next start or call on. */
  'servers/setLimits': request(
    z.object({
      serverId: ServerId,
      limits: z.object({
        connectSeconds: z.optional(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(3600)))),
        callSeconds: z.optional(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(86_400)))),
        callTotalSeconds: z.optional(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(86_400)))),
        /** Tool by tool; the others stay as they are. */
        toolSeconds: z.optional(z.record(z.string().check(z.minLength(1), z.maxLength(256)), z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(86_400))))),
        callsAtOnce: z.optional(z.nullable(z.number().check(z.int(), z.minimum(1), z.maximum(1000)))),
        logLines: z.optional(z.nullable(z.number().check(z.int(), z.minimum(100), z.maximum(200_000)))),
        restarts: z.optional(z.nullable(z.boolean())),
      }),
    }),
    ServerView,
  ),
  /** `resource` also stands for a template, named by its `uriTemplate`. What is off is offered neither to models nor in pickers. */
  'servers/setItemEnabled': request(z.object({ serverId: ServerId, kind: z.enum(['tool', 'prompt', 'resource']), name: z.string().check(z.maxLength(8192)), isEnabled: z.boolean() }), none),
  /** A copy under another name with the same launch, off every list of what was allowed: not reviewed, not started. */
  'servers/duplicate': request(z.object({ serverId: ServerId, name }), ServerView),
  /**
   * What a trial of this launch would run, as it would be shown in a review. `of` is the server whose stored values stand behind
   * masked ones. Without `sandbox` it runs under what that server has, else under what is proposed for it.
   */
  'servers/prepareTrial': request(
    z.object({ launch: LaunchView, of: z.optional(ServerId), sandbox: z.optional(SandboxChoice) }),
    z.object({
      launchHash: z.string(),
      flags: z.array(LaunchFlag),
      /** What it will run under, to be given back; absent for an address. */
      sandbox: z.optional(SandboxChoice),
      /** What the choice is made from; null for an address. */
      offer: z.nullable(SandboxOffer),
    }),
  ),
  /**
   * Starts a launch that is not saved, once, asks what it offers, and ends it. The person has seen and allowed exactly the
   * launch with this hash, under this choice of what it may reach; fails with `server-changed` for another. Closing the stream ends everything of it.
   */
  'servers/trial': stream(
    z.object({ name, launch: LaunchView, of: z.optional(ServerId), launchHash: z.string(), sandbox: z.optional(SandboxChoice) }),
    z.discriminatedUnion('type', [
      /** `lastLine` is the last the program said on stderr. */
      z.object({ type: z.literal('progress'), lastLine: z.nullable(z.string()) }),
      z.object({
        type: z.literal('done'),
        era: z.enum(['legacy', 'modern']),
        protocolVersion: z.string(),
        info: ServerView.shape.info,
        tools: z.array(z.string()),
        resources: z.array(z.string()),
        resourceTemplates: z.array(z.string()),
        prompts: z.array(z.string()),
      }),
      z.object({ type: z.literal('failed'), problem: Problem }),
    ]),
  ),
} as const;
