/** The one place where it is decided what a model reads of a result that the person wants to see first (H02). */
import { createHash, randomBytes } from 'node:crypto';
import type { ContentView, ToolResultView } from '@portolan/contract/content';
import { InteractionId } from '@portolan/contract/ids';
import type { CallId } from '@portolan/contract/ids';
import type { InteractionAnswer } from '@portolan/contract/interactions';
import type { PassedBlock, ResultReviewView } from '@portolan/contract/result-reviews';
import type { ResultReviewsPort, ReviewOutcome, ReviewRequest } from '../ports.ts';
import type { ResultStore } from '../storage/result-store.ts';
import type { InteractionQueue, Review } from './interaction-queue.ts';

export interface ResultReviewsOptions {
  queue: InteractionQueue;
  store: ResultStore;
  now?: () => number;
}

export class ResultReviews implements ResultReviewsPort {
  readonly #queue: InteractionQueue;
  readonly #store: ResultStore;
  readonly #now: () => number;

  constructor({ queue, store, now }: ResultReviewsOptions) {
    this.#queue = queue;
    this.#store = store;
    this.#now = now ?? Date.now;
  }

  wants({ serverId, tool, conversationId }: Parameters<ResultReviewsPort['wants']>[0]): boolean {
    return this.#store.choices().some((choice) => {
      if (choice.scope === 'chat') return choice.conversationId === conversationId;
      return choice.serverId === serverId && (choice.scope === 'server' || choice.tool === tool);
    });
  }

  keep({ callId, conversationId, result }: ReviewRequest): void {
    this.#store.keep(callId, conversationId, result);
  }

  original(callId: CallId): ToolResultView | null {
    return this.#store.original(callId);
  }

  forget(callId: CallId): void {
    this.#store.forget(callId);
  }

  /** See ResultReviewsPort. Rejects with `too-many-requests` when hundreds of questions are open already. */
  ask(request: ReviewRequest, { signal, onAsked }: { signal: AbortSignal; onAsked(interactionId: string): void }): Promise<ReviewOutcome> {
    if (signal.aborted) return Promise.resolve({ action: 'withdrawn' });
    const view = this.#view(request);
    return new Promise((resolve, reject) => {
      const stop = (): void => this.#queue.withdraw(view.id);
      const settle = (outcome: ReviewOutcome): void => {
        signal.removeEventListener('abort', stop);
        resolve(outcome);
      };
      try {
        this.#queue.add(
          view,
          (answer) => settle(outcomeOf(view.result, answer)),
          () => settle({ action: 'withdrawn' }),
          (answer) => review(view.result, answer),
        );
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      signal.addEventListener('abort', stop, { once: true });
      onAsked(view.id);
    });
  }

  #view(request: ReviewRequest): ResultReviewView {
    // A copy: what is decided about stays what was shown.
    const { result, ...call } = structuredClone(request);
    const hash = createHash('sha256').update(JSON.stringify(['result-review', call.callId, result])).digest('hex');
    return { ...call, id: InteractionId.parse(`i_${randomBytes(16).toString('base64url')}`), kind: 'result-review', createdAt: this.#now(), result, hash };
  }
}

/** A block that is not there can't be passed on. */
function review(result: ToolResultView, answer: InteractionAnswer): Review {
  const isKnown = answer.kind === 'result-review' && (answer.action !== 'edit' || answer.blocks.every((block) => !('keep' in block) || result.content[block.keep] !== undefined));
  return isKnown ? { outcome: 'settles' } : { outcome: 'stands', problems: [] };
}

function outcomeOf(result: ToolResultView, answer: InteractionAnswer): ReviewOutcome {
  if (answer.kind !== 'result-review') return { action: 'withdrawn' };
  switch (answer.action) {
    case 'send':
      return { action: 'send' };
    case 'withhold': {
      const note = answer.note?.trim() ?? '';
      return { action: 'withhold', note: note === '' ? null : note };
    }
    case 'edit':
      return { action: 'edit', result: passedOn(result, answer.blocks) };
  }
}

/** Only what the person passes on: nothing of the structured content, which says the same once more. */
export function passedOn(result: ToolResultView, blocks: readonly PassedBlock[]): ToolResultView {
  const content = blocks.flatMap((block): ContentView[] => {
    if ('text' in block) return [{ type: 'text', text: block.text }];
    const kept = result.content[block.keep];
    return kept === undefined ? [] : [kept];
  });
  return { content, isError: result.isError, repairs: [] };
}
