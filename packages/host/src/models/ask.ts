/**
 * One answer of a model, with what the model can't take left out: a tool the service refuses must not spoil the request
 * (C14, try-out 18). Retries are few and only for refusals that cost nothing; everything else is the person's decision.
 */
import type { ModelMessage } from 'ai';
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import type { ModelParameters } from '@portolan/contract/model-parameters';
import type { AvailableTool, StoredMessage } from '../ports.ts';
import { lowerHistory } from './lower/history.ts';
import { traitsOf } from './lower/traits.ts';
import type { ResultLimits } from './lower/traits.ts';
import { complaintOf } from './model-errors.ts';
import { findRefusedTools, mayBeAboutTools, Refusals, toolsNamedIn } from './refusals.ts';
import type { ResolvedModel } from './registry.ts';
import { runStep } from './step.ts';
import type { StepOutcome } from './step.ts';
import type { StepEvent, StepLimits } from './step-reader.ts';
import { offerTools } from './tools.ts';
import type { Offer, OfferedTool } from './tools.ts';

export interface AskRequest extends ModelParameters {
  model: ResolvedModel;
  instructions: string;
  history: readonly StoredMessage[];
  /** In the order they are to be sent. */
  available: readonly AvailableTool[];
  signal: AbortSignal;
  cacheKey: string;
  /** What goes of one result; the usual unless told. */
  results?: ResultLimits;
  limits?: Partial<StepLimits>;
}

export interface Answer {
  outcome: StepOutcome;
  /** What the names in the answer stand for. */
  offer: Offer;
  /** Tools this request had to do without, that the one before had; to be told to the person. */
  remark: Problem | null;
}

export class ModelAsker {
  readonly refusals = new Refusals();

  /** Does not throw. `onEvent` hears of the request that is answered, never of refused ones: those say nothing. */
  async ask(request: AskRequest, onEvent: (event: StepEvent, offer: Offer) => void): Promise<Answer> {
    const refused = this.refusals.of(request.model.maker);
    const newly = new Map<OfferedTool, string>();
    let last = '';
    for (let attempt = 1; ; attempt++) {
      const offer = this.#offer(request);
      const messages = this.#messages(request, offer);
      const outcome = await runStep({ ...request, messages, tools: offer.tools }, (event) => onEvent(event, offer));
      const complaint = complaintOf(outcome.complaint).message;
      const isRefusal = outcome.status === 'failed' && outcome.problem?.code === 'model-refused-request';
      // A tool that was changed and is taken now is not left out any more.
      if (outcome.status === 'complete') for (const [fingerprint, { name }] of refused.tools) if (offer.byName.get(name)) refused.tools.delete(fingerprint);
      if (!isRefusal || attempt > 3 || request.signal.aborted) {
        return { outcome, offer, remark: isRefusal ? null : remarkOn(request, offer, newly) };
      }
      if (complaint === last) {
        // Leaving the tools out changed nothing: it was not about them.
        for (const tool of newly.keys()) refused.tools.delete(tool.fingerprint);
        return { outcome, offer, remark: null };
      }
      last = complaint;
      if (!refused.images && hasFiles(messages) && /image|vision|picture|multi-?modal|content type|media|\bfiles?\b|pdf|document/i.test(complaint)) {
        refused.images = true;
        continue;
      }
      if (!refused.longDescriptions && /description/i.test(complaint) && /too long|at most|max(imum)?.{0,20}length|string_above_max/i.test(complaint)) {
        refused.longDescriptions = true;
        continue;
      }
      const guilty = await this.#guilty(request, offer, complaint, attempt);
      if (guilty.length === 0) return { outcome, offer, remark: null };
      const reason = `The service refused it: ${request.model.redact(complaint, () => JSON.stringify(messages)).slice(0, 300) || 'it gave no reason.'}`;
      for (const tool of guilty) {
        refused.tools.set(tool.fingerprint, { name: tool.name, reason });
        newly.set(tool, reason);
      }
    }
  }

  #offer(request: AskRequest): Offer {
    const refused = this.refusals.of(request.model.maker);
    // Services refuse the whole request for the tools of a model that takes none.
    return offerTools(request.model.capabilities?.tools === false ? [] : request.available, request.model.maker.kind, {
      isRefused: (fingerprint) => refused.tools.has(fingerprint),
      ...(refused.longDescriptions ? { descriptionLimit: 1_000 } : {}),
    });
  }

  #messages(request: AskRequest, offer: Offer): ModelMessage[] {
    const { maker } = request.model;
    const traits = { ...traitsOf(maker.kind, maker.model, this.refusals.of(maker).images, request.model.capabilities), ...(request.results === undefined ? {} : { results: request.results }) };
    return lowerHistory(request.history, maker, traits, offer.tools.length > 0);
  }

  async #guilty(request: AskRequest, offer: Offer, complaint: string, attempt: number): Promise<OfferedTool[]> {
    if (offer.tools.length === 0) return [];
    const named = toolsNamedIn(complaint, offer.tools);
    // A service that names one tool at a time is asked about all the others at once.
    if (named.length > 0 && attempt === 1) return named;
    if (named.length === 0 && !mayBeAboutTools(complaint)) return [];
    const found = await findRefusedTools(offer.tools, async (tools) => {
      const probe = await runStep({ ...request, instructions: '', messages: [{ role: 'user', content: 'Answer with the word ok.' }], tools, maxOutputTokens: 16 }, () => undefined);
      if (probe.status !== 'failed') return probe.status === 'stopped' ? null : false;
      return probe.problem?.code === 'model-refused-request' ? true : null;
    });
    return found ?? named;
  }
}

function hasFiles(messages: readonly ModelMessage[]): boolean {
  return messages.some(({ content }) => typeof content !== 'string' && content.some((part) => part.type === 'file' || (part.type === 'tool-result' && part.output.type === 'content')));
}

function remarkOn(request: AskRequest, offer: Offer, newly: ReadonlyMap<OfferedTool, string>): Problem | null {
  const left = newly.size > 0 ? [...newly].map(([{ tool }, reason]) => ({ tool, reason })) : offer.overLimit;
  const [first] = left;
  if (!first) return null;
  const tools = left.map(({ tool }) => `${tool.serverName} / ${tool.name}`);
  return new HostError('model-tools-left-out', { provider: request.model.providerName, model: request.model.maker.model, tools, reason: first.reason }, { log: left.map(({ tool, reason }) => `${tool.serverName} / ${tool.name}: ${reason}`).join('\n') }).problem;
}
