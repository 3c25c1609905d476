/** Everything a window can ask of the host, in one table. `HostHandlers` makes a missing or extra handler a compile error. */
import type * as z from 'zod/mini';
import { activity } from './activity.ts';
import { chatExport } from './chat-export.ts';
import { chatFilters } from './chat-filters.ts';
import { chatImports } from './chat-imports.ts';
import { apps } from './apps.ts';
import { configuration } from './configuration.ts';
import { backups } from './backups.ts';
import { bundles } from './bundles.ts';
import { calls } from './calls.ts';
import { context } from './context.ts';
import { conversations } from './conversations.ts';
import { doctor } from './doctor.ts';
import { drafts } from './drafts.ts';
import { files } from './files.ts';
import { icons } from './icons.ts';
import { images } from './images.ts';
import { installLinks } from './install-links.ts';
import { interactions } from './interactions.ts';
import { jobs } from './jobs.ts';
import { launchInputs } from './launch-inputs.ts';
import { launchSecrets } from './launch-secrets.ts';
import { library } from './library.ts';
import { localModels } from './local-models.ts';
import { modelFiles } from './model-files.ts';
import { marks } from './mark.ts';
import { mutes } from './mutes.ts';
import { otherApps } from './other-apps.ts';
import { network } from './network.ts';
import { packages } from './packages.ts';
import { paths } from './paths.ts';
import { pins } from './pins.ts';
import { primitives } from './primitives.ts';
import { modelFacts } from './model-facts.ts';
import { projects } from './projects.ts';
import { profiles } from './profiles.ts';
import { providers } from './providers.ts';
import { serverAsks } from './server-asks.ts';
import { serverCare } from './server-care.ts';
import { resourceVersions } from './resource-versions.ts';
import { queue } from './queue.ts';
import { runs } from './runs.ts';
import { rules } from './rules.ts';
import { samplings } from './samplings.ts';
import { secrets } from './secrets.ts';
import { resultReviews } from './result-reviews.ts';
import { registry } from './registry.ts';
import { servers } from './servers.ts';
import { templates } from './templates.ts';
import { settings } from './settings.ts';
import { signIn } from './sign-in.ts';
import { toolFit } from './tool-fit.ts';
import { usage } from './usage.ts';
import { trace } from './trace.ts';

export const contract = {
  ...configuration,
  ...otherApps,
  ...servers,
  ...serverCare,
  ...launchInputs,
  ...serverAsks,
  ...samplings,
  ...launchSecrets,
  ...installLinks,
  ...icons,
  ...images,
  ...bundles,
  ...backups,
  ...registry,
  ...network,
  ...packages,
  ...paths,
  ...primitives,
  ...library,
  ...resourceVersions,
  ...pins,
  ...calls,
  ...conversations,
  ...chatFilters,
  ...context,
  ...drafts,
  ...files,
  ...queue,
  ...chatExport,
  ...chatImports,
  ...interactions,
  ...jobs,
  ...apps,
  ...resultReviews,
  ...rules,
  ...runs,
  ...mutes,
  ...marks,
  ...projects,
  ...profiles,
  ...templates,
  ...providers,
  ...modelFacts,
  ...toolFit,
  ...localModels,
  ...modelFiles,
  ...secrets,
  ...settings,
  ...usage,
  ...signIn,
  ...trace,
  ...doctor,
  ...activity,
} as const;
export type Contract = typeof contract;

export type RequestName = { [M in keyof Contract]: Contract[M]['kind'] extends 'request' ? M : never }[keyof Contract];
export type StreamName = Exclude<keyof Contract, RequestName>;

export type InputOf<M extends keyof Contract> = z.infer<Contract[M]['input']>;
export type OutputOf<M extends RequestName> = Contract[M] extends { output: infer O extends z.ZodMiniType } ? z.infer<O> : never;
export type EventOf<M extends StreamName> = Contract[M] extends { event: infer E extends z.ZodMiniType } ? z.infer<E> : never;

/** Made by the host for each call; nothing in it comes from the window. */
export interface CallContext {
  /** Which connection asked: `window-1`, `tab-2`, `cli`. */
  connection: string;
  /** Aborted when the window cancels, closes the stream or goes away. */
  signal: AbortSignal;
}

export type HostHandlers = {
  [M in RequestName]: (input: InputOf<M>, context: CallContext) => Promise<OutputOf<M>> | OutputOf<M>;
} & {
  [M in StreamName]: (input: InputOf<M>, context: CallContext) => AsyncIterable<EventOf<M>>;
};
/** The handlers one part of the host contributes. */
export type HandlersFor<T> = Pick<HostHandlers, Extract<keyof T, keyof HostHandlers>>;
