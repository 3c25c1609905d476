/** Preferences of the person, kept in the configuration file, and facts about this installation. */
import * as z from 'zod/mini';
import { appearance } from './appearance.ts';
import { request, stream } from './define.ts';
import { Problem } from './errors.ts';
import { NetworkSettings } from './network.ts';
import { ModelRef } from './conversations.ts';
import { OwnAbilities } from './model-facts.ts';
import { OwnPrice, OwnWindow } from './usage.ts';
import { mostQuestionsPerMinute } from './mutes.ts';

/** Seconds; a model that thinks long says nothing meanwhile. */
export const usualModelSilence = 300;
export const leastModelSilence = 10;
export const mostModelSilence = 86_400;

export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  /** `system` follows the machine's languages. */
  locale: z.enum(['system', 'en', 'zh-CN']),
  isOnboarded: z.boolean(),
  ...appearance,
  /** The MCP registry to browse: https, or http on this machine; absent or empty is the official one. */
  registryUrl: z.optional(z.string().check(z.maxLength(2048))),
  /** Changed by `network/save` alone, which looks at it first; absent is `system`. */
  network: z.optional(NetworkSettings),
  /** Whether a model makes the title of a chat after its first answer, where the message itself is too long for one; absent is `on`. */
  modelTitles: z.optional(z.enum(['on', 'off'])),
  /** Whether the system is asked to show that a question waits while no window is in front; absent: the desktop app does, a browser does not. */
  notifications: z.optional(z.enum(['on', 'off'])),
  /** The same for jobs that took a while and have ended. */
  jobNotifications: z.optional(z.enum(['on', 'off'])),
  /** Approval questions of one server within a minute, after which further calls are refused unasked; absent is the usual. */
  questionsPerMinute: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(mostQuestionsPerMinute))),
  /** How long entries of the activity log are kept, in days, and how many; absent is 365 days and 100,000. */
  activityDays: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(3650))),
  activityEntries: z.optional(z.number().check(z.int(), z.minimum(1000), z.maximum(1_000_000))),
  /** Prices of models as the person entered them, where the list's are not theirs. */
  prices: z.optional(z.array(OwnPrice).check(z.maxLength(500))),
  /** How many tokens models take in one request, where the person knows it better. */
  contextWindows: z.optional(z.array(OwnWindow).check(z.maxLength(500))),
  /** What models take, where the person knows it better. */
  modelAbilities: z.optional(z.array(OwnAbilities).check(z.maxLength(500))),
  /** Models that stand first where one is chosen, the newest favourite last. */
  favouriteModels: z.optional(z.array(ModelRef).check(z.maxLength(100))),
  /** Seconds without a word after which an answer of a service is given up; absent is the usual. Model files have a limit of their own. */
  modelSilenceSeconds: z.optional(z.number().check(z.int(), z.minimum(leastModelSilence), z.maximum(mostModelSilence))),
  /** US dollars a calendar month, over all models; 0 or absent is no budget. */
  monthlyBudget: z.optional(z.number().check(z.minimum(0), z.maximum(1_000_000))),
});
export type Settings = z.infer<typeof Settings>;

/** Something about the whole app that a person should know: a broken configuration file, a restored database. */
export const Notice = z.object({
  id: z.string(),
  kind: z.enum(['config-broken', 'config-changed-outside', 'config-open-to-others', 'storage-restored', 'storage-read-only', 'host-restarted', 'servers-reaped', 'secrets-in-file', 'secrets-in-memory', 'secrets-locked', 'package-changed', 'tools-changed']),
  problem: z.nullable(Problem),
  details: z.record(z.string(), z.string()),
});
export type Notice = z.infer<typeof Notice>;

const none = z.object({});

export const settings = {
  'settings/watch': stream(none, z.object({ settings: Settings, notices: z.array(Notice) })),
  'settings/update': request(z.partial(Settings), Settings),
  'notices/dismiss': request(z.object({ id: z.string().check(z.maxLength(128)) }), none),
  'app/info': request(
    none,
    z.object({
      version: z.string(),
      shell: z.enum(['browser', 'desktop', 'cli']),
      platform: z.string(),
      node: z.string(),
      /** Where everything is kept; documented for the person, never a secret. */
      dataFolder: z.string(),
      configFile: z.string(),
    }),
  ),
  /**
   * The one door for links. The host checks scheme and address; the desktop opens it in the system browser and answers
   * `opened`, browser mode answers with the address for the window to open in a tab of its own.
   */
  'links/open': request(
    z.object({ url: z.string().check(z.maxLength(8192)) }),
    z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('opened') }), z.object({ outcome: z.literal('open-in-tab'), href: z.string() })]),
  ),
} as const;
