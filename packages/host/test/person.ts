/** A person who answers questions as a window would: from what is shown, with the hash that was shown. */
import type { InteractionAnswer, ToolApprovalView } from '@portolan/contract/interactions';
import type { InteractionQueue } from '../src/interactions/interaction-queue.ts';

export interface Person {
  /** Every question seen, in the order they were shown. */
  asked: ToolApprovalView[];
  /** Null leaves the question open. Until told otherwise a person allows everything once. */
  decides(this: void, question: ToolApprovalView): Promise<InteractionAnswer | null> | InteractionAnswer | null;
}

export const allow: InteractionAnswer = { kind: 'tool-approval', decision: 'allow', scope: 'once' };
export const deny = (reason: string): InteractionAnswer => ({ kind: 'tool-approval', decision: 'deny', reason });

export function person(queue: InteractionQueue, signal: AbortSignal): Person {
  const self: Person = { asked: [], decides: () => allow };
  const answer = async (question: ToolApprovalView) => {
    self.asked.push(question);
    const decision = await self.decides(question);
    if (decision) await queue.resolve(question.id, question.hash, decision);
  };
  const look = async () => {
    for await (const event of queue.watch(signal)) {
      const questions = event.type === 'snapshot' ? event.interactions : event.type === 'added' ? [event.interaction] : [];
      for (const question of questions) if (question.kind === 'tool-approval') void answer(question);
    }
  };
  void look();
  return self;
}
