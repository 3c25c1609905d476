/** Models that answer what a test says, and keep what they were asked. */
import { ProviderId } from '@portolan/contract/ids';
import type { ModelPrice } from '@portolan/contract/samplings';
import type { SamplingAnswered, SamplingModels, SamplingRun } from '../run-model.ts';
import type { Choice } from '../choose-model.ts';

export class ScriptedModels implements SamplingModels {
  readonly asked: SamplingRun[] = [];
  choice: Choice | null = { providerId: ProviderId.parse('scripted'), model: 'scripted-1', why: 'first', hint: null };
  answer: (run: SamplingRun) => Promise<SamplingAnswered> = (run) => Promise.resolve({ model: run.model.model, content: [{ type: 'text', text: 'Paris' }], stopReason: 'endTurn', usage: { inputTokens: 4, outputTokens: 6 }, problem: null });

  listPrice: ModelPrice | null = null;

  price(): Promise<ModelPrice | null> {
    return Promise.resolve(this.listPrice);
  }

  choose(): Promise<Choice | null> {
    return Promise.resolve(this.choice);
  }

  run(run: SamplingRun): Promise<SamplingAnswered> {
    this.asked.push(run);
    return this.answer(run);
  }
}
