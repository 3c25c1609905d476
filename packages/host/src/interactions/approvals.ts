/** The one place where a tool call is allowed (H01). */
import { randomBytes } from 'node:crypto';
import type { Problem } from '@portolan/contract/errors';
import { InteractionId } from '@portolan/contract/ids';
import type { ServerId } from '@portolan/contract/ids';
import type { InteractionAnswer, ToolApprovalView } from '@portolan/contract/interactions';
import type { ApprovalOutcome, ApprovalRequest, ApprovalsPort } from '../ports.ts';
import type { RuleStore, StoredRule } from '../storage/rule-store.ts';
import { approvalFlags } from './approval-flags.ts';
import { approvalHash, definitionHash } from './approval-hash.ts';
import { changedArguments, reviewArguments } from './edited-arguments.ts';
import type { ArgumentSchemas } from './edited-arguments.ts';
import type { InteractionQueue } from './interaction-queue.ts';

export interface ApprovalsOptions {
  queue: InteractionQueue;
  rules: RuleStore;
  /** Looks whether changed arguments fit the tool, in a thread that can be ended. Without it none are accepted. */
  schemas?: ArgumentSchemas;
  now?: () => number;
}

interface Waiting {
  id: InteractionId;
  request: ApprovalRequest;
  hash: string;
  settle: (outcome: ApprovalOutcome) => void;
}

export class Approvals implements ApprovalsPort {
  readonly #queue: InteractionQueue;
  readonly #rules: RuleStore;
  readonly #schemas: ArgumentSchemas | null;
  readonly #now: () => number;
  /** Hashes that were allowed and not spent. */
  readonly #granted = new Set<string>();
  readonly #waiting = new Map<InteractionId, Waiting>();

  constructor(options: ApprovalsOptions) {
    this.#queue = options.queue;
    this.#rules = options.rules;
    this.#schemas = options.schemas ?? null;
    this.#now = options.now ?? Date.now;
  }

  /** See ApprovalsPort. Rejects with `too-many-requests` when hundreds of questions are open already. */
  async decide(asked: ApprovalRequest, options: { signal: AbortSignal; onAsked(interactionId: string): void }): Promise<ApprovalOutcome> {
    const { signal } = options;
    if (signal.aborted) return { decision: 'withdrawn' };
    // A copy: whatever happens to the caller's objects while the person reads, the question stays what it was.
    const request = structuredClone(asked);
    const hash = approvalHash(request);
    const { rule, isStale } = this.#ruleFor(request);
    if (rule) return this.#grant({ decision: 'allow', by: ruleDecision(rule), hash }, signal);

    const id = InteractionId.parse(`i_${randomBytes(16).toString('base64url')}`);
    return new Promise((resolve, reject) => {
      const stop = () => this.#queue.withdraw(id);
      const settle = (outcome: ApprovalOutcome) => {
        this.#waiting.delete(id);
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      this.#waiting.set(id, { id, request, hash, settle: (outcome) => settle(outcome.decision === 'allow' ? this.#grant(outcome, signal) : outcome) });
      try {
        this.#queue.add(
          this.#view(id, request, hash, isStale),
          (answer) => this.#answered(id, answer),
          () => this.#waiting.get(id)?.settle({ decision: 'withdrawn' }),
          (answer) => reviewArguments(this.#schemas, request, answer),
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
    const wasGranted = this.#granted.delete(hash);
    return wasGranted && approvalHash(request) === hash;
  }

  /** Questions about what is no longer to be had are not left standing: `problemWith` says why it is not, or null. */
  review(problemWith: (serverId: ServerId, tool: string) => Problem | null): void {
    for (const waiting of this.#waiting.values()) {
      const problem = problemWith(waiting.request.tool.serverId, waiting.request.tool.name);
      if (problem === null) continue;
      waiting.settle({ decision: 'withdrawn', problem });
      this.#queue.withdraw(waiting.id);
    }
  }

  #answered(id: InteractionId, answer: InteractionAnswer): void {
    const waiting = this.#waiting.get(id);
    if (!waiting || answer.kind !== 'tool-approval') return;
    const { request } = waiting;
    if (answer.decision === 'deny') {
      const reason = answer.reason?.trim() ?? '';
      waiting.settle({ decision: 'deny', reason: reason === '' ? null : reason });
      return;
    }
    const changed = changedArguments(request, answer);
    // What is allowed is what will be sent: the decision is bound to the changed arguments and to nothing else (C11).
    waiting.settle({ decision: 'allow', by: 'person', ...(changed === null ? { hash: waiting.hash } : { hash: approvalHash({ ...request, arguments: changed }), arguments: changed }), ...(answer.reviewResult === true ? { reviewResult: true } : {}) });
    if (answer.scope === 'once' || changed !== null) return;
    this.#rules.add({
      serverId: request.tool.serverId,
      serverName: request.tool.serverName,
      tool: request.tool.name,
      scope: answer.scope,
      conversationId: answer.scope === 'chat' ? request.conversationId : null,
      launchHash: request.tool.launchHash,
      definitionHash: definitionHash(request.tool),
    });
    this.#applyRules();
  }

  /** Questions that a permission just given answers are not left standing. */
  #applyRules(): void {
    for (const waiting of this.#waiting.values()) {
      const { rule } = this.#ruleFor(waiting.request);
      if (!rule) continue;
      waiting.settle({ decision: 'allow', by: ruleDecision(rule), hash: waiting.hash });
      this.#queue.withdraw(waiting.id);
    }
  }

  /** The rule that covers exactly this tool as it is now; `isStale` when only rules for another definition or launch exist. */
  #ruleFor(request: ApprovalRequest): { rule: StoredRule | null; isStale: boolean } {
    const applicable = this.#rules
      .find(request.tool.serverId, request.tool.name)
      .filter((rule) => rule.scope === 'always' || rule.conversationId === request.conversationId);
    const rule = applicable.find((each) => each.launchHash === request.tool.launchHash && each.definitionHash === definitionHash(request.tool)) ?? null;
    return { rule, isStale: rule === null && applicable.length > 0 };
  }

  #grant(outcome: Extract<ApprovalOutcome, { decision: 'allow' }>, signal: AbortSignal): ApprovalOutcome {
    this.#granted.add(outcome.hash);
    // What was allowed and then stopped is not to be had later.
    signal.addEventListener('abort', () => this.#granted.delete(outcome.hash), { once: true });
    return outcome;
  }

  #view(id: InteractionId, request: ApprovalRequest, hash: string, hasStaleRule: boolean): ToolApprovalView {
    return {
      id,
      kind: 'tool-approval',
      createdAt: this.#now(),
      conversationId: request.conversationId,
      conversationTitle: request.conversationTitle,
      callId: request.callId,
      serverId: request.tool.serverId,
      serverName: request.tool.serverName,
      tool: request.tool.view,
      arguments: request.arguments,
      hash,
      flags: approvalFlags(request, hasStaleRule),
    };
  }
}

function ruleDecision(rule: StoredRule): 'chat-rule' | 'always-rule' {
  return rule.scope === 'chat' ? 'chat-rule' : 'always-rule';
}
