/** Doors whose every use is written into the activity log: approvals, standing permissions and the secret store. */
import type { ActivityBy, ActivityEvent } from '@portolan/contract/activity';
import type { HostHandlers } from '@portolan/contract/contract';
import type { ToolCallView } from '@portolan/contract/conversations';
import { ServerId } from '@portolan/contract/ids';
import type { ConversationId, RuleId } from '@portolan/contract/ids';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import type { ApprovalOutcome, ApprovalsPort, HostRefusal, ResultReviewsPort, SecretStore } from '../ports.ts';
import type { StoredRule } from '../storage/rule-store.ts';
import { actingNow } from './acting.ts';
import type { ActivityPort } from './activity-port.ts';

/** How far each yes went, from the answer to the moment its question is settled. */
export class AnsweredScopes {
  readonly #scopes = new Map<string, 'once' | 'chat' | 'always'>();

  /** Before the answer is given on: it settles its question at once. */
  note(interactionId: string, answer: InteractionAnswer): void {
    if (answer.kind !== 'tool-approval' || answer.decision !== 'allow') return;
    this.#scopes.set(interactionId, answer.scope);
    for (const oldest of [...this.#scopes.keys()].slice(0, -mostAnswers)) this.#scopes.delete(oldest);
  }

  take(interactionId: string | null): 'once' | 'chat' | 'always' | null {
    if (interactionId === null) return null;
    const scope = this.#scopes.get(interactionId) ?? null;
    this.#scopes.delete(interactionId);
    return scope;
  }
}

const mostAnswers = 1000;

/** The same handlers; each answer is looked at before it counts. */
export function notingAnswers(handlers: HostHandlers, scopes: AnsweredScopes): HostHandlers {
  return {
    ...handlers,
    'interactions/resolve': (input, context) => {
      scopes.note(input.id, input.answer);
      return handlers['interactions/resolve'](input, context);
    },
    'interactions/resolveRound': (input, context) => {
      for (const { id, answer } of input.answers) scopes.note(id, answer);
      return handlers['interactions/resolveRound'](input, context);
    },
  };
}

/** A call is allowed only once that is on disk. */
export function recordingApprovals(approvals: ApprovalsPort, activity: ActivityPort, scopes: AnsweredScopes): ApprovalsPort {
  return {
    spend: (hash, request) => approvals.spend(hash, request),
    async decide(request, options) {
      const { conversationId, callId, tool } = request;
      const about = { conversationId, callId, serverId: tool.serverId, serverName: tool.serverName };
      let asked: string | null = null;
      const outcome = await approvals.decide(request, {
        ...options,
        onAsked: (interactionId) => {
          asked = interactionId;
          activity.record({ type: 'approval-asked', tool: tool.name }, { ...about, by: request.ofApp === undefined ? 'model' : 'app' });
          options.onAsked(interactionId);
        },
      });
      const { decision } = outcome;
      const decided: ActivityEvent = { type: 'approval-decided', tool: tool.name, decision, scope: decision === 'allow' ? scopes.take(asked) : null, ...(decision === 'allow' && outcome.arguments !== undefined ? { isChanged: true } : {}), ...(decision === 'deny' ? reasonsOf(outcome) : {}) };
      if (decision === 'allow') activity.require(decided, { ...about, by: deciderOf(outcome) });
      else activity.record(decided, { ...about, by: deciderOf(outcome) });
      return outcome;
    },
  };
}

/** What becomes of a result is on disk before a model reads it. */
export function recordingReviews(reviews: ResultReviewsPort, activity: ActivityPort): ResultReviewsPort {
  return {
    wants: (call) => reviews.wants(call),
    keep: (request) => reviews.keep(request),
    original: (callId) => reviews.original(callId),
    forget: (callId) => reviews.forget(callId),
    async ask(request, options) {
      const outcome = await reviews.ask(request, options);
      const { serverId, serverName, conversationId, callId } = request;
      activity.record({ type: 'result-reviewed', tool: request.tool, action: outcome.action }, { serverId, serverName, conversationId, callId, by: outcome.action === 'withdrawn' ? 'host' : 'person' });
      return outcome;
    },
  };
}

/** A result that was withheld until now is let through after all. */
export function recordPassed(activity: ActivityPort, conversationId: ConversationId, { callId, serverId, serverName, tool }: ToolCallView): void {
  activity.record({ type: 'result-reviewed', tool, action: 'send' }, { serverId, serverName, conversationId, callId });
}

function isOfHost(by: Exclude<ApprovalOutcome, { decision: 'withdrawn' }>['by']): by is HostRefusal {
  return by === 'mute' || by === 'storm-limit' || by === 'unattended';
}

/** Why a call was denied: a closed word of the host, or the person's own words. */
function reasonsOf({ by, reason }: Extract<ApprovalOutcome, { decision: 'deny' }>): { reason?: HostRefusal; note?: string } {
  if (isOfHost(by)) return { reason: by };
  return by === 'person' && reason !== null && reason !== '' ? { note: reason } : {};
}

function deciderOf(outcome: ApprovalOutcome): ActivityBy {
  if (outcome.decision === 'withdrawn') return 'host';
  if (isOfHost(outcome.by)) return 'host';
  return outcome.by === 'person' ? 'person' : 'rule';
}

interface RuleStoreMethods {
  list(): Pick<StoredRule, 'id' | 'serverId' | 'serverName' | 'tool' | 'scope' | 'effect' | 'conditions' | 'conversationId'>[];
  remove(id: RuleId): void;
}

/** The same store; each permission that is added or revoked is written down. */
export function recordingRules<S extends RuleStoreMethods>(store: S, activity: ActivityPort): S {
  const changed = (before: ReturnType<S['list']>): void => {
    const after = store.list();
    const gone = before.filter(({ id }) => !after.some((each) => each.id === id));
    const come = after.filter(({ id }) => !before.some((each) => each.id === id));
    for (const [type, rules] of [['permission-revoked', gone], ['permission-added', come]] as const) {
      for (const { serverId, serverName, tool, scope, effect, conditions, conversationId } of rules) activity.record({ type, tool: tool ?? '', scope, effect, isNarrow: conditions.length > 0 }, { serverId, serverName, conversationId });
    }
  };
  return new Proxy(store, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      // Reading changes nothing; every other method may.
      if (name === 'list' || name === 'find') return method.bind(target) as unknown;
      return (...given: unknown[]): unknown => {
        const before = store.list() as ReturnType<S['list']>;
        const result: unknown = Reflect.apply(method, target, given);
        changed(before);
        return result;
      };
    },
  });
}

/** The same store; what is stored and taken away is written down by name. */
export function recordingSecrets(store: SecretStore, activity: ActivityPort): SecretStore {
  return {
    get: (name) => store.get(name),
    has: (name) => store.has(name),
    async set(name, value) {
      const isRenewal = store.has(name);
      await store.set(name, value);
      const { of, shown, serverId } = whose(name);
      // Tokens are renewed every hour, by nobody's decision.
      if (of === 'sign-in' && isRenewal) return;
      activity.record({ type: 'secret-stored', of, name: shown }, { serverId, ...(of === 'sign-in' ? { by: 'host' } : {}) });
    },
    async remove(name) {
      const wasThere = store.has(name);
      await store.remove(name);
      if (!wasThere) return;
      const { of, shown, serverId } = whose(name);
      activity.record({ type: 'secret-removed', of, name: shown }, { serverId, by: of === 'sign-in' ? 'host' : actingNow() });
    },
  };
}

/** What a name in the store says to a person: `server/<id>/<name>`, `input/<id>/<name>`, `provider:<id>`, `sign-in:<id>:<kind>:…`. */
function whose(name: string): { of: 'server' | 'provider' | 'sign-in' | 'other'; shown: string; serverId: ServerId | null } {
  const [, id = '', shown = ''] = /^(?:server|input)\/([^/]+)\/(.+)$/s.exec(name) ?? [];
  if (id !== '') return { of: 'server', shown, serverId: toServerId(id) };
  const [, provider = ''] = /^provider:(.+)$/s.exec(name) ?? [];
  if (provider !== '') return { of: 'provider', shown: provider, serverId: null };
  const [, signedIn = '', kind = ''] = /^sign-in(?:-client)?:([^:]+):?([^:]*)/.exec(name) ?? [];
  if (signedIn !== '') return { of: 'sign-in', shown: kind === '' ? 'client' : kind, serverId: toServerId(signedIn) };
  return { of: 'other', shown: name, serverId: null };
}

function toServerId(text: string): ServerId | null {
  const id = ServerId.safeParse(text);
  return id.success ? id.data : null;
}
