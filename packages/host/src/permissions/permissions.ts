/**
 * Standing permissions as they are listed, made, changed and taken back, and what becomes of them when a server changes,
 * goes, or comes back (H01, C03).
 */
import { HostError } from '@portolan/contract/errors';
import type { ConversationId, RuleId, ServerId } from '@portolan/contract/ids';
import type { PermissionProfile, RuleInput, RuleView, ServerProfileView } from '@portolan/contract/rules';
import { definitionHash } from '../interactions/approval-hash.ts';
import { serverHash } from '../launch-hash.ts';
import type { AvailableTool, ConfigState, ConfigStore, ServerConfig } from '../ports.ts';
import { hostId } from '../resources/host-tools.ts';
import { builtInOf } from '../servers/launch/built-in.ts';
import type { NewRule, RuleStore, StoredRule } from '../storage/rule-store.ts';
import type { ServerPermissions, ServerPermissionStore } from '../storage/server-permission-store.ts';
import { usualTraits } from './call-permission.ts';
import type { ServerTraits } from './call-permission.ts';
import { localLook, remoteLook } from './path-inside.ts';
import { newRule } from './new-rule.ts';
import { usableConditions } from './rule-input.ts';

export interface PermissionsOptions {
  rules: RuleStore;
  servers: ServerPermissionStore;
  config: Pick<ConfigStore, 'current' | 'updateServer'>;
  /** Of a server, whether it is on or off for models; null when the server or the tool is not known now. */
  tool: (serverId: ServerId, name: string) => AvailableTool | null;
  /** Those that models may be offered now. */
  availableTools: () => AvailableTool[];
  hasConversation: (id: ConversationId) => boolean;
  /** A rule was made, changed or taken back. */
  onChange: () => void;
  /** A server that was taken out was put in again under another id. */
  onMoved?: (from: ServerId, to: ServerId) => void;
  onError?: (error: unknown) => void;
}

export class Permissions {
  readonly #options: PermissionsOptions;
  #known: Map<ServerId, ServerPermissions>;

  constructor(options: PermissionsOptions) {
    this.#options = options;
    this.#known = new Map(options.servers.list().map((server) => [server.serverId, server]));
  }

  traitsOf(serverId: ServerId): ServerTraits {
    const server = this.#configured(serverId);
    if (server === undefined) return usualTraits;
    const { launch } = server;
    return { profile: this.#profileOf(serverId), look: launch.kind === 'stdio' ? localLook : remoteLook, isOwn: launch.kind === 'stdio' && builtInOf(launch) !== null };
  }

  list(): { rules: RuleView[]; profile: PermissionProfile; servers: ServerProfileView[] } {
    const { rules, servers, config } = this.#options;
    return {
      rules: rules.list().map((rule) => this.#view(rule)),
      profile: servers.profile(),
      servers: config.current().servers.map(({ id, name }) => ({ serverId: id, serverName: name, profile: this.#profileOf(id) })),
    };
  }

  /** @throws {HostError} see `rules/save` */
  save(input: RuleInput, replace?: RuleId): RuleView {
    const stored = this.#options.rules.add(this.#checked(input), replace);
    this.#options.onChange();
    return this.#view(stored);
  }

  revoke(id: RuleId): void {
    this.#options.rules.remove(id);
    this.#options.onChange();
  }

  /** @throws {HostError} `rule-unknown` */
  restore(id: RuleId): void {
    this.#options.rules.restore(id);
    const serverId = this.#options.rules.list().find((rule) => rule.id === id)?.serverId ?? null;
    if (serverId !== null) this.#lapse(serverId);
    this.#options.onChange();
  }

  setProfile(profile: PermissionProfile): void {
    this.#options.servers.setProfile(profile);
  }

  /** @throws {HostError} `server-unknown` */
  setServerProfile(serverId: ServerId, profile: PermissionProfile): void {
    const server = this.#configured(serverId);
    if (server === undefined) throw new HostError('server-unknown', { server: serverId });
    // Chosen by the person for this server as it is: what it says of its tools is taken from now on.
    this.#save({ ...this.#recordOf(server), profile, isBegun: false });
    for (const rule of this.#options.rules.find(serverId)) if (rule.madeBy === 'profile') this.#options.rules.remove(rule.id);
    this.toolsChanged(serverId);
    this.#options.onChange();
  }

  /** Servers were added, changed, removed, or allowed. */
  configured({ servers }: ConfigState): void {
    const ids = new Set(servers.map(({ id }) => id));
    for (const server of servers) {
      this.#guarded(() => {
        const known = this.#known.get(server.id);
        const standing = this.#recordOf(server);
        if (known === undefined) this.#adopt(server, standing, ids);
        else if (known.name !== standing.name || known.launchHash !== standing.launchHash || JSON.stringify(known.disabledTools) !== JSON.stringify(standing.disabledTools)) this.#save(standing);
        this.#lapse(server.id);
      });
    }
  }

  /** The tools of a server were read, or what is known of them changed. */
  toolsChanged(serverId: ServerId): void {
    this.#guarded(() => {
      this.#lapse(serverId);
      this.#begin(serverId);
    });
  }

  #checked(input: RuleInput): NewRule {
    const { serverId, effect, tool, conversationId } = input;
    if (conversationId !== null && !this.#options.hasConversation(conversationId)) throw new HostError('conversation-unknown');
    if (serverId === null) {
      if (effect === 'allow') throw new HostError('rule-unusable', { reason: 'all-servers' });
      return { ...restricting(input), serverId: null, serverName: '', conditions: usableConditions(input.conditions, localLook) };
    }
    const server = this.#configured(serverId);
    if (server === undefined) throw new HostError('server-unknown', { server: serverId });
    const { look, profile } = this.traitsOf(serverId);
    const conditions = usableConditions(input.conditions, look);
    if (effect !== 'allow') return { ...restricting(input), serverId, serverName: server.name, conditions };
    if (profile === 'strict' && conversationId === null) throw new HostError('rule-unusable', { reason: 'strict', server: server.name });
    if (tool === null) return { ...this.#allowing(server, this.#toolsOf(serverId)), conditions, ...scopeOf(conversationId) };
    const found = this.#options.tool(serverId, tool);
    if (found === null) throw new HostError('tool-unknown', { server: server.name, tool });
    if (found.view.pin?.state === 'suspended') throw new HostError('tool-suspended', { server: server.name, tool });
    return newRule({ tool: found, effect, conditions, conversationId });
  }

  /** All of these, and none that comes later. @throws {HostError} `rule-unusable` when there are none */
  #allowing({ id, name }: ServerConfig, tools: readonly AvailableTool[]): NewRule {
    const [first] = tools;
    if (first === undefined) throw new HostError('rule-unusable', { reason: 'no-tools', server: name });
    const definitions = Object.fromEntries(tools.map((tool) => [tool.name, definitionHash(tool)]));
    return { serverId: id, serverName: name, tool: null, effect: 'allow', conditions: [], ...scopeOf(null), launchHash: first.launchHash, definitions, madeBy: 'person' };
  }

  #toolsOf(serverId: ServerId): AvailableTool[] {
    return this.#options.availableTools().filter((tool) => tool.serverId === serverId);
  }

  /** What the profile allows of a server that was just allowed: once, of the tools as it listed them first. */
  #begin(serverId: ServerId): void {
    const server = this.#configured(serverId);
    const known = this.#known.get(serverId);
    if (server === undefined || known === undefined || known.isBegun || !isReviewed(server)) return;
    if (known.profile !== 'reads') return;
    const tools = this.#toolsOf(serverId);
    if (tools.length === 0) return;
    this.#save({ ...known, isBegun: true });
    const reading = tools.filter(({ view: { annotations } }) => annotations?.readOnlyHint === true && annotations.destructiveHint !== true && annotations.openWorldHint !== true);
    // What the person decided for the whole server stands.
    const isDecided = this.#options.rules.find(serverId).some((rule) => rule.serverId === serverId && rule.tool === null && rule.scope === 'always' && rule.conditions.length === 0);
    if (reading.length === 0 || isDecided) return;
    this.#options.rules.add({ ...this.#allowing(server, reading), madeBy: 'profile' });
    this.#options.onChange();
  }

  /**
   * A server that was taken out and put in again under its name has the rules that it had; what was allowed holds when it is
   * the same launch. What was off of it is off again.
   */
  #adopt(server: ServerConfig, fresh: ServerPermissions, configured: ReadonlySet<ServerId>): void {
    const { rules, servers, config } = this.#options;
    const gone = [...this.#known.values()].filter(({ serverId, name }) => name === server.name && !configured.has(serverId));
    const former = gone.find(({ launchHash }) => launchHash === fresh.launchHash) ?? gone[0];
    if (former === undefined) {
      this.#save(fresh);
      return;
    }
    rules.move(former.serverId, server.id);
    this.#options.onMoved?.(former.serverId, server.id);
    servers.remove(former.serverId);
    this.#known.delete(former.serverId);
    // Another program of the same name has not earned what was given to that one; what restricts it stays.
    const profile = former.launchHash === fresh.launchHash || former.profile !== 'reads' ? former.profile : fresh.profile;
    this.#save({ ...fresh, profile, isBegun: former.isBegun });
    if (former.disabledTools.length === 0 || former.launchHash !== fresh.launchHash) return;
    void config
      .updateServer(server.id, ({ disabledTools }) => ({ disabledTools: [...new Set([...disabledTools, ...former.disabledTools])] }))
      .catch((error: unknown) => this.#options.onError?.(error));
  }

  /** What was allowed and is something else by now does not come back by itself, should it become again what it was (C03). */
  #lapse(serverId: ServerId): void {
    const { rules, tool } = this.#options;
    const server = this.#configured(serverId);
    if (server === undefined) return;
    for (const rule of rules.find(serverId)) {
      if (rule.effect !== 'allow' || rule.lapsedAt !== null) continue;
      // A launch that nobody has allowed runs nothing, and may be taken back.
      const isOtherLaunch = rule.launchHash !== serverHash(server);
      if (isOtherLaunch && isReviewed(server)) rules.lapse(rule.id);
      if (isOtherLaunch) continue;
      const standing = Object.entries(rule.definitions ?? {}).filter(([name, hash]) => {
        const now = tool(serverId, name);
        return now === null || now.launchHash !== rule.launchHash || definitionHash(now) === hash;
      });
      if (standing.length === Object.keys(rule.definitions ?? {}).length) continue;
      if (standing.length === 0) rules.lapse(rule.id);
      else rules.setDefinitions(rule.id, Object.fromEntries(standing));
    }
  }

  #view(rule: StoredRule): RuleView {
    const { id, serverId, tool, effect, conditions, scope, conversationId, madeBy, createdAt } = rule;
    const server = serverId === null ? undefined : this.#configured(serverId);
    return {
      id,
      serverId,
      serverName: server?.name ?? rule.serverName,
      tool,
      tools: tool === null && rule.definitions !== null ? Object.keys(rule.definitions) : null,
      effect,
      conditions,
      scope,
      conversationId,
      madeBy,
      createdAt,
      isStale: rule.lapsedAt !== null || (effect === 'allow' && server !== undefined && (rule.launchHash !== serverHash(server) || (scope === 'always' && this.#profileOf(server.id) === 'strict'))),
      isServerGone: serverId !== null && serverId !== hostId && server === undefined,
    };
  }

  #profileOf(serverId: ServerId): PermissionProfile {
    return this.#known.get(serverId)?.profile ?? 'ask';
  }

  #recordOf(server: ServerConfig): ServerPermissions {
    const known = this.#known.get(server.id);
    return {
      serverId: server.id,
      name: server.name,
      launchHash: serverHash(server),
      profile: known?.profile ?? this.#options.servers.profile(),
      isBegun: known?.isBegun ?? false,
      disabledTools: server.disabledTools,
    };
  }

  #save(server: ServerPermissions): void {
    this.#known.set(server.serverId, server);
    this.#options.servers.save(server);
  }

  #configured(serverId: ServerId): ServerConfig | undefined {
    return this.#options.config.current().servers.find(({ id }) => id === serverId);
  }

  /** A disk that takes nothing must not keep a server from being used; without a record everything is asked. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onError?.(error);
    }
  }
}

/** What holds whatever a server or tool becomes. */
function restricting({ tool, effect, conversationId }: RuleInput): Pick<NewRule, 'tool' | 'effect' | 'scope' | 'conversationId' | 'launchHash' | 'definitions' | 'madeBy'> {
  return { tool, effect, ...scopeOf(conversationId), launchHash: null, definitions: null, madeBy: 'person' };
}

function scopeOf(conversationId: ConversationId | null): Pick<NewRule, 'scope' | 'conversationId'> {
  return { scope: conversationId === null ? 'always' : 'chat', conversationId };
}

function isReviewed(server: ServerConfig): boolean {
  return server.reviewedHash === serverHash(server);
}
