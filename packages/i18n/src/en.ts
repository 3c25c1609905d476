import { activity } from './en/activity.ts';
import { backups } from './en/backups.ts';
import { builtIn } from './en/built-in.ts';
import { asks } from './en/asks.ts';
import { batches } from './en/batches.ts';
import { chatExport } from './en/chat-export.ts';
import { chatImports } from './en/chat-imports.ts';
import { containment } from './en/containment.ts';
import { context } from './en/context.ts';
import { content } from './en/content.ts';
import { configuration } from './en/configuration.ts';
import { desktop } from './en/desktop.ts';
import { doctor } from './en/doctor.ts';
import { errors } from './en/errors.ts';
import { files, queue } from './en/files.ts';
import { forms } from './en/forms.ts';
import { interactions } from './en/interactions.ts';
import { localModels } from './en/local-models.ts';
import { keyboard } from './en/keyboard.ts';
import { jobs } from './en/jobs.ts';
import { library } from './en/library.ts';
import { markdown } from './en/markdown.ts';
import { network } from './en/network.ts';
import { mark } from './en/mark.ts';
import { mcpApps } from './en/mcp-apps.ts';
import { mutes } from './en/mutes.ts';
import { otherApps } from './en/other-apps.ts';
import { paths } from './en/paths.ts';
import { pins } from './en/pins.ts';
import { profiles } from './en/profiles.ts';
import { templates } from './en/templates.ts';
import { historyFilters } from './en/history-filters.ts';
import { projectPage } from './en/project-page.ts';
import { prompts } from './en/prompts.ts';
import { providers } from './en/providers.ts';
import { rules } from './en/rules.ts';
import { resources } from './en/resources.ts';
import { serverLog } from './en/server-log.ts';
import { scripts } from './en/scripts.ts';
import { secrets } from './en/secrets.ts';
import { servers } from './en/servers.ts';
import { settings } from './en/settings.ts';
import { signIn } from './en/sign-in.ts';
import { sources } from './en/sources.ts';
import { tools } from './en/tools.ts';
import { trace } from './en/trace.ts';
import { usage } from './en/usage.ts';
import { values } from './en/values.ts';
import { enFirst } from './en-first.ts';

/** English: the source of every other catalogue. */
export const en = {
  ...enFirst,
  activity,
  backups,
  builtIn,
  asks,
  batches,
  chatExport,
  chatImports,
  containment,
  context,
  content,
  configuration,
  desktop,
  doctor,
  errors,
  files,
  queue,
  forms,
  interactions,
  keyboard,
  jobs,
  library,
  localModels,
  markdown,
  network,
  mark,
  mcpApps,
  mutes,
  otherApps,
  paths,
  pins,
  profiles,
  templates,
  historyFilters,
  projectPage,
  prompts,
  providers,
  resources,
  rules,
  scripts,
  serverLog,
  secrets,
  servers,
  settings,
  signIn,
  sources,
  tools,
  trace,
  usage,
  values,
};
