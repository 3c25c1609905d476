import type { Catalogue } from './catalogue-type.ts';
import { activity } from './zh-cn/activity.ts';
import { backups } from './zh-cn/backups.ts';
import { builtIn } from './zh-cn/built-in.ts';
import { asks } from './zh-cn/asks.ts';
import { batches } from './zh-cn/batches.ts';
import { chatExport } from './zh-cn/chat-export.ts';
import { chatImports } from './zh-cn/chat-imports.ts';
import { containment } from './zh-cn/containment.ts';
import { context } from './zh-cn/context.ts';
import { content } from './zh-cn/content.ts';
import { configuration } from './zh-cn/configuration.ts';
import { desktop } from './zh-cn/desktop.ts';
import { doctor } from './zh-cn/doctor.ts';
import { errors } from './zh-cn/errors.ts';
import { files, queue } from './zh-cn/files.ts';
import { forms } from './zh-cn/forms.ts';
import { interactions } from './zh-cn/interactions.ts';
import { localModels } from './zh-cn/local-models.ts';
import { keyboard } from './zh-cn/keyboard.ts';
import { jobs } from './zh-cn/jobs.ts';
import { library } from './zh-cn/library.ts';
import { markdown } from './zh-cn/markdown.ts';
import { network } from './zh-cn/network.ts';
import { mark } from './zh-cn/mark.ts';
import { mcpApps } from './zh-cn/mcp-apps.ts';
import { mutes } from './zh-cn/mutes.ts';
import { otherApps } from './zh-cn/other-apps.ts';
import { paths } from './zh-cn/paths.ts';
import { pins } from './zh-cn/pins.ts';
import { profiles } from './zh-cn/profiles.ts';
import { templates } from './zh-cn/templates.ts';
import { historyFilters } from './zh-cn/history-filters.ts';
import { projectPage } from './zh-cn/project-page.ts';
import { prompts } from './zh-cn/prompts.ts';
import { providers } from './zh-cn/providers.ts';
import { rules } from './zh-cn/rules.ts';
import { resources } from './zh-cn/resources.ts';
import { serverLog } from './zh-cn/server-log.ts';
import { scripts } from './zh-cn/scripts.ts';
import { secrets } from './zh-cn/secrets.ts';
import { servers } from './zh-cn/servers.ts';
import { settings } from './zh-cn/settings.ts';
import { signIn } from './zh-cn/sign-in.ts';
import { sources } from './zh-cn/sources.ts';
import { tools } from './zh-cn/tools.ts';
import { trace } from './zh-cn/trace.ts';
import { usage } from './zh-cn/usage.ts';
import { values } from './zh-cn/values.ts';
import { zhCnFirst } from './zh-cn-first.ts';

/** 简体中文: must have every key of English with the same parameters, or it does not compile. */
export const zhCn: Catalogue = {
  ...zhCnFirst,
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
