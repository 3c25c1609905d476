/** The one place where a tool call is allowed (H01). */
import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@portolan/contract/errors';
import { InteractionId } from '@portolan/contract/ids';
import type { ServerId } from '@portolan/contract/ids';
import { neverRule } from '@portolan/contract/interactions';
import type { InteractionAnswer, ToolApprovalView } from '@portolan/contract/interactions';
import type { RuleConditions } from '@portolan/contract/rules';
import { permissionFor, usualTraits } from '../permissions/call-permission.ts';
import type { CallPermission, ServerTraits } from '../permissions/call-permission.ts';
import { conditionsOf, newRule } from '../permissions/new-rule.ts';
import type { PathLook } from '../permissions/path-inside.ts';
import { narrowerThanAll } from '../permissions/suggest.ts';
import type { ApprovalOutcome, ApprovalRequest, ApprovalsPort, QuestionGate } from '../ports.ts';
import { hostId } from '../resources/host-tools.ts';
import type { RuleStore, StoredRule } from '../storage/rule-store.ts';
import { approvalFlags } from './approval-flags.ts';
import { approvalHash } from './approval-hash.ts';
import { changedArguments, reviewArguments } from './edited-arguments.ts';
import type { ArgumentSchemas } from './edited-arguments.ts';
import type { UnattendedChats } from '../runs/unattended.ts';
import type { InteractionQueue, Review } from './interaction-queue.ts';

export interface ApprovalsOptions {
  queue: InteractionQueue;
  rules: RuleStore;
  /** Looks whether changed arguments fit the tool, in a thread that can be ended. Without it none are accepted. */
  schemas?: ArgumentSchemas;
  /** What is known of a server; without it nothing is. */
  traitsOf?: (serverId: ServerId) => ServerTraits;
  /** Absent: every server may ask as often as it likes. */
  gate?: QuestionGate;
  /** Chats that nobody sits before: what is not decided ahead is refused there. */
  unattended?: UnattendedChats;
  now?: () => number;
}

type Allowed = Extract<ApprovalOutcome, { decision: 'allow' }>['by'];

const stands: Review = { outcome: 'stands', problems: [] };

interface Waiting {
  id: InteractionId;
  view: ToolApprovalView;
  request: ApprovalRequest;
  hash: string;
  settle: (outcome: ApprovalOutcome) => void;
}

export class Approvals implements ApprovalsPort {
  readonly #queue: InteractionQueue;
  readonly #rules: RuleStore;
  readonly #schemas: ArgumentSchemas | null;
  readonly #traitsOf: (serverId: ServerId) => ServerTraits;
  readonly #gate: QuestionGate | null;
  readonly #unattended: UnattendedChats | null;
  readonly #now: () => number;
  /** What was allowed and not spent, by hash, and by whom. */
  readonly #granted = new Map<string, Allowed>();
  readonly #waiting = new Map<InteractionId, Waiting>();

  constructor(options: ApprovalsOptions) {
    this.#queue = options.queue;
    this.#rules = options.rules;
    this.#schemas = options.schemas ?? null;
    this.#traitsOf = options.traitsOf ?? (() => usualTraits);
    this.#gate = options.gate ?? null;
    this.#unattended = options.unattended ?? null;
    this.#now = options.now ?? Date.now;
  }

  /** See ApprovalsPort. Rejects with `too-many-requests` when hundreds of questions are open already. */
  async decide(asked: ApprovalRequest, options: { signal: AbortSignal; onAsked(interactionId: string): void }): Promise<ApprovalOutcome> {
    const { signal } = options;
    if (signal.aborted) return { decision: 'withdrawn' };
    // A copy: whatever happens to the caller's objects while the person reads, the question stays what it was.
    const request = structuredClone(asked);
    if (this.#gate?.isMuted(request.tool.serverId, request.conversationId) === true) return this.#refuseMuted(request);
    const hash = approvalHash(request);
    const standing = this.#standing(request);
    const byRule = decidedByRule(standing);
    if (byRule !== null) return byRule.decision === 'allow' ? this.#grant({ ...byRule, hash }, signal) : byRule;
    if (this.#unattended?.has(request.conversationId) === true) return { decision: 'deny', reason: null, by: 'unattended' };
    if (this.#gate?.admits(request) === false) return { decision: 'deny', reason: null, by: 'storm-limit' };

    const id = InteractionId.parse(`i_${randomBytes(16).toString('base64url')}`);
    return new Promise((resolve, reject) => {
      const stop = () => this.#queue.withdraw(id);
      const settle = (outcome: ApprovalOutcome) => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      const view = this.#view(id, request, hash, standing);
      this.#waiting.set(id, { id, view, request, hash, settle: (outcome) => settle(outcome.decision === 'allow' ? this.#grant(outcome, signal) : outcome) });
      try {
        this.#queue.add(
          view,
          (answer) => this.#answered(id, answer),
          () => this.#waiting.get(id)?.settle({ decision: 'withdrawn' }),
          (answer) => this.#review(request, answer),
        );
      } catch (error) {
        this.#waiting.delete(id);
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (!this.#waiting.has(id)) return;
      signal.addEventListener('abort', stop, { once: true });
      options.onAsked(id);
    });
  }

  spend(hash: string, request: ApprovalRequest): boolean {
    const by = this.#granted.get(hash);
    this.#granted.delete(hash);
    if (by === undefined || approvalHash(request) !== hash) return false;
    // What was read meanwhile is no reason: it was allowed before that.
    const { effect } = this.#standing(request);
    return by === 'person' ? effect !== 'never' : effect === 'allow';
  }

  /** Questions about what is no longer to be had are not left standing: `problemWith` says why it is not, or null. */
  review(problemWith: (serverId: ServerId, tool: string) => Problem | null): void {
    for (const waiting of this.#waiting.values()) {
      // What the app itself does is no server's.
      if (waiting.request.tool.serverId === hostId) continue;
      const problem = problemWith(waiting.request.tool.serverId, waiting.request.tool.name);
      if (problem === null) continue;
      waiting.settle({ decision: 'withdrawn', problem });
      this.#queue.withdraw(waiting.id);
    }
  }

  /** Questions of a server that was just muted are refused, not left standing (C17). */
  refuseMuted(): void {
    for (const waiting of this.#waiting.values()) {
      const { tool, conversationId } = waiting.request;
      if (this.#gate?.isMuted(tool.serverId, conversationId) !== true) continue;
      waiting.settle(this.#refuseMuted(waiting.request));
      this.#queue.withdraw(waiting.id, 'muted');
    }
  }

  #refuseMuted({ tool, conversationId }: ApprovalRequest): ApprovalOutcome {
    this.#gate?.refused(tool.serverId, conversationId);
    return { decision: 'deny', reason: null, by: 'mute' };
  }

  #answered(id: InteractionId, answer: InteractionAnswer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting || answer.kind !== 'tool-approval') return;
    const { request } = waiting;
    if (answer.decision === 'deny') {
      const reason = answer.reason?.trim() ?? '';
      waiting.settle({ decision: 'deny', by: 'person', reason: reason === '' ? null : reason });
      if (answer.never !== undefined) this.#keep(request, 'never', answer.never.scope, answer.never.conditions);
      return;
    }
    const changed = changedArguments(request, answer);
    // What is allowed is what will be sent: the decision is bound to the changed arguments and to nothing else (C11).
    waiting.settle({ decision: 'allow', by: 'person', ...(changed === null ? { hash: waiting.hash } : { hash: approvalHash({ ...request, arguments: changed }), arguments: changed }), ...(answer.reviewResult === true ? { reviewResult: true } : {}) });
    if (answer.scope !== 'once' && changed === null) this.#keep(request, 'allow', answer.scope, answer.conditions ?? []);
  }

  #keep(request: ApprovalRequest, effect: 'allow' | 'never', scope: 'chat' | 'always', conditions: RuleConditions): void {
    this.#rules.add(newRule({ tool: request.tool, effect, conditions: conditionsOf(request, conditions, this.#look(request)) ?? conditions, conversationId: scope === 'chat' ? request.conversationId : null }));
    this.rulesChanged();
  }

  #review(request: ApprovalRequest, answer: InteractionAnswer): Review | Promise<Review> {
    if (!this.#canStand(request, answer)) return stands;
    const changed = changedArguments(request, answer);
    // Said now, and not by a call that fails: the person may have forgotten what they forbade.
    if (changed !== null && this.#standing({ ...request, arguments: changed }).effect === 'never') return { outcome: 'stands', problems: [], argumentProblems: [{ path: [], keyword: neverRule }] };
    return reviewArguments(this.#schemas, request, answer);
  }

  /** A standing answer has to be one that can be given here, and to be about the call that was shown. */
  #canStand(request: ApprovalRequest, answer: InteractionAnswer): boolean {
    if (answer.kind !== 'tool-approval') return true;
    const scope = answer.decision === 'allow' ? answer.scope : (answer.never?.scope ?? 'once');
    const conditions = answer.decision === 'allow' ? answer.conditions : answer.never?.conditions;
    const isOffered = answer.decision === 'deny' || this.#scopes(request, this.#standing(request)).includes(scope);
    return isOffered && (conditions === undefined || (scope !== 'once' && conditionsOf(request, conditions, this.#look(request)) !== null));
  }

  /** Questions that a permission answers by now are not left standing; the others say why they are still asked. */
  rulesChanged(): void {
    for (const waiting of this.#waiting.values()) {
      const standing = this.#standing(waiting.request);
      const outcome = decidedByRule(standing);
      if (outcome === null) {
        this.#tellWhy(waiting, askedBy(standing));
        continue;
      }
      waiting.settle(outcome.decision === 'allow' ? { ...outcome, hash: waiting.hash } : outcome);
      this.#queue.withdraw(waiting.id);
    }
  }

  #tellWhy(waiting: Waiting, next: ToolApprovalView['askedBy']): void {
    if (isDeepStrictEqual(waiting.view.askedBy, next)) return;
    waiting.view = { ...waiting.view, askedBy: next };
    this.#queue.change(waiting.view);
  }

  #standing(request: ApprovalRequest): CallPermission {
    return permissionFor(this.#rules, request, this.#traitsOf(request.tool.serverId));
  }

  #look({ tool }: ApprovalRequest): PathLook {
    return this.#traitsOf(tool.serverId).look;
  }

  /** In a chat that has read something, allowing for this chat would allow nothing. */
  #scopes({ tool }: ApprovalRequest, { readBefore }: CallPermission): ToolApprovalView['scopes'] {
    return ['once', ...(readBefore.length === 0 ? (['chat'] as const) : []), ...(this.#traitsOf(tool.serverId).profile === 'strict' ? [] : (['always'] as const))];
  }

  #grant(outcome: Extract<ApprovalOutcome, { decision: 'allow' }>, signal: AbortSignal): ApprovalOutcome {
    this.#granted.set(outcome.hash, outcome.by);
    // What was allowed and then stopped is not to be had later.
    signal.addEventListener('abort', () => this.#granted.delete(outcome.hash), { once: true });
    return outcome;
  }

  #view(id: InteractionId, request: ApprovalRequest, hash: string, standing: CallPermission): ToolApprovalView {
    return {
      id,
      kind: 'tool-approval',
      createdAt: this.#now(),
      conversationId: request.conversationId,
      conversationTitle: request.conversationTitle,
      callId: request.callId,
      ...(request.ofApp === undefined ? {} : { ofApp: request.ofApp }),
      serverId: request.tool.serverId,
      serverName: request.tool.serverName,
      tool: request.tool.view,
      arguments: request.arguments,
      hash,
      flags: approvalFlags(request, standing.isStale),
      readBefore: standing.readBefore,
      isSetAside: standing.effect === 'allow',
      askedBy: askedBy(standing),
      narrower: narrowerThanAll(request.arguments, this.#look(request)),
      scopes: this.#scopes(request, standing),
    };
  }
}

type ByRule = { decision: 'allow'; by: 'chat-rule' | 'always-rule' } | Extract<ApprovalOutcome, { decision: 'deny' }>;

function askedBy({ asking }: CallPermission): ToolApprovalView['askedBy'] {
  if (asking === null) return null;
  const { id, serverId, serverName, tool, effect, conditions, scope } = asking.rule;
  return { id, serverId, serverName, tool, effect, conditions, scope, isSure: asking.isSure };
}

/** Null when the person has to be asked. */
function decidedByRule({ effect, rule, readBefore }: CallPermission): ByRule | null {
  if (effect === 'never') return { decision: 'deny', by: 'never-rule', reason: null };
  return effect === 'allow' && rule !== null && readBefore.length === 0 ? { decision: 'allow', by: ruleDecision(rule) } : null;
}

function ruleDecision(rule: StoredRule): 'chat-rule' | 'always-rule' {
  return rule.scope === 'chat' ? 'chat-rule' : 'always-rule';
}
