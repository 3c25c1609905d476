/** Results of jobs that no answer waited for: put into the calls they belong to, by the rules for any result (C18, H02). */
import type { ConversationView, ToolCallView } from '@portolan/contract/conversations';
import type { ConversationId, MessageId } from '@portolan/contract/ids';
import type { JobEnd } from '../jobs/job-store.ts';
import type { JobChats } from '../jobs/jobs-port.ts';
import type { ConversationStore, ResultReviewsPort } from '../ports.ts';
import { settle } from './calls.ts';
import type { LiveMessage, WatchEvent } from './live-message.ts';
import { reviewResult, wordsOf } from './review-result.ts';
import type { Answered, CallPlace } from './review-result.ts';

export interface LateResultsDeps {
  store: Pick<ConversationStore, 'get' | 'message' | 'save' | 'settleCall'>;
  reviews?: ResultReviewsPort;
  now(): number;
  /** The message while it is written, or while the disk does not take it: then it is the true one. */
  liveOf(conversationId: ConversationId, messageId: MessageId): LiveMessage | null;
  publish(conversationId: ConversationId, event: WatchEvent): void;
}

type LateJob = Parameters<JobChats['jobEnded']>[0];

export class LateResults implements AsyncDisposable {
  readonly #deps: LateResultsDeps;
  readonly #closing = new AbortController();
  /** For what the person is asked about results of a chat. */
  readonly #askedIn = new Map<ConversationId, AbortController>();
  readonly #going = new Set<Promise<boolean>>();

  constructor(deps: LateResultsDeps) {
    this.#deps = deps;
  }

  /** @returns whether the message has what came, or wants none of it. Rejects when the disk refuses */
  jobEnded(job: LateJob, end: JobEnd): Promise<boolean> {
    const work = this.#put(job, end).finally(() => this.#going.delete(work));
    this.#going.add(work);
    return work;
  }

  /** The chat was deleted: nobody is asked about it any longer, and what came is withheld there. */
  left(id: ConversationId): void {
    this.#askedIn.get(id)?.abort();
    this.#askedIn.delete(id);
  }

  /** What the person has not decided about is withheld. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#going);
  }

  async #put(job: LateJob, end: JobEnd): Promise<boolean> {
    const { store, reviews, now } = this.#deps;
    const { id, callId, conversationId } = job;
    const answered: Answered = 'result' in end ? { result: end.result, problem: null } : { result: null, problem: end.problem };
    const isFailed = answered.problem !== null || answered.result?.isError === true;
    const outcome = end.state === 'cancelled' ? 'cancelled' : isFailed ? 'failed' : 'done';
    const place = new LateCall(this.#deps, job);
    const call = place.find();
    // Made by an app, stopped before it came, or in a message that is gone: nothing waits for it there.
    if (call === null || !(call.state === 'running' || call.review?.state === 'waiting')) {
      settle(store, callId, outcome);
      return true;
    }
    const kept = { id, ...call.job, isBackground: true };
    const finish = (change: Partial<ToolCallView>): void => {
      place.updateCall(0, { ...change, job: kept, progress: null, endedAt: now() });
      place.saveNow();
      if (place.isSaved) settle(store, callId, outcome);
    };
    const words = end.state === 'cancelled' ? null : wordsOf(answered);
    const conversation = store.get(conversationId);
    const isSeenFirst = words !== null && call.serverId !== null && (call.job?.reviewsResult === true || reviews?.wants({ serverId: call.serverId, tool: call.tool, conversationId }) === true);
    if (isSeenFirst) await reviewResult(reviews, { conversation: conversation ?? deleted(conversationId), live: place, index: 0, answered, signal: this.#signalOf(conversation), end: finish }, words);
    else if (end.state === 'cancelled') finish({ state: 'cancelled' });
    else finish({ state: isFailed ? 'failed' : 'done', ...(answered.problem === null ? { result: answered.result } : { problem: answered.problem }) });
    return place.isSaved;
  }

  /** Nobody is asked about a chat that was deleted: what came is withheld there, and stands with the job. */
  #signalOf(conversation: ConversationView | null): AbortSignal {
    if (conversation === null) return AbortSignal.abort();
    const asked = this.#askedIn.get(conversation.id) ?? new AbortController();
    this.#askedIn.set(conversation.id, asked);
    return AbortSignal.any([this.#closing.signal, asked.signal]);
  }
}

const deleted = (id: ConversationId): Pick<ConversationView, 'id' | 'title'> => ({ id, title: '' });

/** A call in a message that may be written, stored or read by others meanwhile: looked up anew each time. */
class LateCall implements CallPlace {
  readonly #deps: LateResultsDeps;
  readonly #job: LateJob;
  #isSaved = true;

  constructor(deps: LateResultsDeps, job: LateJob) {
    this.#deps = deps;
    this.#job = job;
  }

  get isSaved(): boolean {
    return this.#live()?.isSaved ?? this.#isSaved;
  }

  find(): ToolCallView | null {
    const message = this.#live()?.message ?? this.#deps.store.message(this.#job.messageId);
    return message?.parts.find((part): part is ToolCallView => part.type === 'tool-call' && part.callId === this.#job.callId) ?? null;
  }

  call(): ToolCallView {
    const call = this.find();
    if (call === null) throw new Error('the message is gone');
    return call;
  }

  updateCall(_index: number, change: Partial<ToolCallView>): void {
    const { store, publish } = this.#deps;
    const { callId, conversationId, messageId } = this.#job;
    const live = this.#live();
    const message = live?.message ?? store.message(messageId);
    const index = message?.parts.findIndex((part) => part.type === 'tool-call' && part.callId === callId) ?? -1;
    if (message == null || index < 0) return;
    if (live !== null) {
      live.updateCall(index, change);
      return;
    }
    const value = { ...this.call(), ...change };
    this.#isSaved = false;
    store.save({ ...message, parts: message.parts.with(index, value) });
    this.#isSaved = true;
    publish(conversationId, { type: 'part', messageId, part: index, value });
  }

  saveNow(): void {
    this.#live()?.saveNow();
  }

  #live(): LiveMessage | null {
    return this.#deps.liveOf(this.#job.conversationId, this.#job.messageId);
  }
}
