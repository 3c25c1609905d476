/** What of the configuration is another by now, as entries of the activity log. Names only: values may be secret. */
import type { ActivityEvent, ServerField } from '@portolan/contract/activity';
import type { ServerId } from '@portolan/contract/ids';
import { serverHash } from '../launch-hash.ts';
import type { ConfigState, LaunchConfig, ServerConfig } from '../ports.ts';

export interface ConfigEntry {
  event: ActivityEvent;
  serverId: ServerId | null;
  serverName?: string;
}

/** Oldest first, as a person would tell it. */
export function configChanges(before: ConfigState, after: ConfigState): ConfigEntry[] {
  return [...serverChanges(before, after), ...providerChanges(before, after), ...settingChanges(before, after)];
}

function serverChanges(before: ConfigState, after: ConfigState): ConfigEntry[] {
  const former = new Map(before.servers.map((server) => [server.id, server]));
  const present = new Set(after.servers.map(({ id }) => id));
  const entries: ConfigEntry[] = before.servers.filter(({ id }) => !present.has(id)).map(({ id, name }) => ({ event: { type: 'server-removed' }, serverId: id, serverName: name }));
  for (const server of after.servers) {
    const was = former.get(server.id);
    const of = (event: ActivityEvent): ConfigEntry => ({ event, serverId: server.id, serverName: server.name });
    if (was === server) continue;
    if (was === undefined) entries.push(of({ type: 'server-added' }));
    else entries.push(...oneServer(was, server).map(of));
    if (isReviewed(server) && (was === undefined || !isReviewed(was) || serverHash(was) !== serverHash(server))) entries.push(of({ type: 'launch-reviewed' }));
  }
  return entries;
}

function oneServer(was: ServerConfig, now: ServerConfig): ActivityEvent[] {
  const events: ActivityEvent[] = [];
  const names = new Set<string>();
  const fields: ServerField[] = [...launchFields(was.launch, now.launch, names)];
  const differ = (field: ServerField, a: unknown, b: unknown): void => {
    if (!isSame(a, b)) fields.push(field);
  };
  const toggled = (field: ServerField, a: readonly string[] = [], b: readonly string[] = []): void => {
    const other = [...a.filter((each) => !b.includes(each)), ...b.filter((each) => !a.includes(each))];
    if (other.length === 0) return;
    fields.push(field);
    for (const each of other) names.add(each);
  };
  differ('name', was.name, now.name);
  toggled('tools', was.disabledTools, now.disabledTools);
  toggled('prompts', was.care?.disabledPrompts, now.care?.disabledPrompts);
  toggled('resources', was.care?.disabledResources, now.care?.disabledResources);
  differ('inputs', [was.inputs, was.answers, was.asksEachTime], [now.inputs, now.answers, now.asksEachTime]);
  differ('containment', was.sandbox, now.sandbox);
  differ('startup', was.care?.startup, now.care?.startup);
  differ('limits', was.care?.limits, now.care?.limits);
  differ('elicitation', was.care?.elicitation, now.care?.elicitation);
  differ('sampling', was.care?.sampling, now.care?.sampling);
  differ('sampling-budget', was.care?.samplingBudget, now.care?.samplingBudget);
  if (isReviewed(was) && !isReviewed(now) && serverHash(was) === serverHash(now)) fields.push('review');
  const known = new Set(['id', 'name', 'launch', 'isEnabled', 'reviewedHash', 'disabledTools', 'inputs', 'answers', 'asksEachTime', 'sandbox', 'care']);
  const rest = (server: ServerConfig) => Object.entries(server).filter(([name]) => !known.has(name));
  const knownCare = new Set(['disabledPrompts', 'disabledResources', 'startup', 'limits', 'elicitation', 'sampling', 'samplingBudget', 'roots']);
  const restOfCare = ({ care = {} }: ServerConfig) => Object.entries(care).filter(([name]) => !knownCare.has(name));
  differ('other', [rest(was), restOfCare(was)], [rest(now), restOfCare(now)]);
  if (fields.length > 0) events.push({ type: 'server-changed', fields, names: [...names] });
  if (was.isEnabled !== now.isEnabled) events.push({ type: 'server-enabled', isEnabled: now.isEnabled });
  const roots = { was: was.care?.roots ?? [], now: now.care?.roots ?? [] };
  if (!isSame(roots.was, roots.now)) events.push({ type: 'roots-changed', added: roots.now.filter((each) => !roots.was.includes(each)), removed: roots.was.filter((each) => !roots.now.includes(each)) });
  return events;
}

function launchFields(was: LaunchConfig, now: LaunchConfig, names: Set<string>): ServerField[] {
  const fields: ServerField[] = [];
  if (was.kind !== now.kind) return [now.kind === 'http' ? 'address' : 'command'];
  const record = (field: ServerField, a: Record<string, string>, b: Record<string, string>): void => {
    const other = [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]);
    if (other.length === 0) return;
    fields.push(field);
    for (const each of other) names.add(each);
  };
  if (was.kind === 'stdio' && now.kind === 'stdio') {
    if (was.command !== now.command) fields.push('command');
    if (!isSame(was.args, now.args)) fields.push('arguments');
    record('variables', was.env, now.env);
    if (was.cwd !== now.cwd) fields.push('working-folder');
  } else if (was.kind === 'http' && now.kind === 'http') {
    if (was.url !== now.url) fields.push('address');
    record('headers', was.headers, now.headers);
    if (was.transport !== now.transport) fields.push('transport');
  }
  return fields;
}

function providerChanges(before: ConfigState, after: ConfigState): ConfigEntry[] {
  const change = (provider: string, how: 'added' | 'changed' | 'removed'): ConfigEntry => ({ event: { type: 'provider-changed', provider, change: how }, serverId: null });
  return [
    ...before.providers.filter(({ id }) => !after.providers.some((each) => each.id === id)).map(({ name }) => change(name, 'removed')),
    ...after.providers.flatMap((provider) => {
      const was = before.providers.find(({ id }) => id === provider.id);
      if (was === undefined) return [change(provider.name, 'added')];
      // The list of models is read anew from time to time, by nobody's decision.
      const decided = ({ id, kind, name, baseUrl, apiVersion, region }: typeof provider) => [id, kind, name, baseUrl, apiVersion, region];
      return isSame(decided(was), decided(provider)) ? [] : [change(provider.name, 'changed')];
    }),
  ];
}

function settingChanges(before: ConfigState, after: ConfigState): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  const names = new Set([...Object.keys(before.settings), ...Object.keys(after.settings)]);
  const fields = [...names].filter((name) => !isSame(Reflect.get(before.settings, name), Reflect.get(after.settings, name)));
  if (fields.length > 0) entries.push({ event: { type: 'settings-changed', fields }, serverId: null });
  if (!isSame(before.defaultModel, after.defaultModel)) entries.push({ event: { type: 'default-model-changed', model: after.defaultModel?.model ?? null }, serverId: null });
  return entries;
}

function isReviewed(server: ServerConfig): boolean {
  return server.reviewedHash === serverHash(server);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
