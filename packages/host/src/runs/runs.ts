/** Runs of a profile without a window: a chat of their own, in which nothing is asked (C11). */
import type { EventOf, HandlersFor, InputOf } from '@portolan/contract/contract';
import type { ModelRef } from '@portolan/contract/conversations';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';
import type { runs as methods } from '@portolan/contract/runs';
import type { TemplateProblem } from '@portolan/contract/templates';
import type { ContextStore } from '../context/context-store.ts';
import type { ConversationService } from '../conversations/service.ts';
import type { ConfigStore, ConversationStore } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import type { Templates } from '../templates/templates.ts';
import { runEnd, RunProgress } from './run-progress.ts';

export interface RunDeps {
  conversations: Pick<ConversationService, 'create' | 'send' | 'watch' | 'stop' | 'remove'>;
  store: Pick<ConversationStore, 'get' | 'deleteRemoved'>;
  context: Pick<ContextStore, 'addFound'>;
  profiles: Profiles;
  templates: Templates;
  config: Pick<ConfigStore, 'current'>;
  /** Chats of runs, while they run. */
  unattended: Set<ConversationId>;
}

type RunEvent = EventOf<'runs/start'>;

export function runRoutes(deps: RunDeps): HandlersFor<typeof methods> {
  return { 'runs/start': (input, { signal }) => run(deps, input, signal) };
}

async function* run(deps: RunDeps, input: InputOf<'runs/start'>, signal: AbortSignal): AsyncIterable<RunEvent> {
  const { conversations, unattended } = deps;
  const model = modelOf(deps, input.profileId);
  const conversation = conversations.create(model, null, input.profileId);
  const { id } = conversation;
  unattended.add(id);
  const ended = new AbortController();
  const stop = () => void conversations.stop(id).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    const filled = input.template === null ? null : deps.templates.fill(input.template.templateId, conversation, input.template.values);
    if (filled !== null) deps.context.addFound(id, filled.tools, filled.query);
    const text = [filled?.text ?? '', input.prompt].filter((part) => part.trim() !== '').join('\n\n');
    const problems: TemplateProblem[] = filled?.problems ?? [];
    await conversations.send(id, text, filled?.attachments.map((each) => each.input) ?? [], signal);
    yield { type: 'started', conversationId: id, model: model.model, problems, text: input.template === null ? '' : (deps.templates.source(input.template.templateId) ?? '') };
    const progress = new RunProgress();
    for await (const event of conversations.watch(id, ended.signal)) {
      yield* progress.take(event);
      const answer = progress.ended;
      if (answer === null) continue;
      yield runEnd(answer);
      return;
    }
    throw new HostError('host-gone');
  } finally {
    signal.removeEventListener('abort', stop);
    ended.abort();
    // Whoever closed the stream waits for nothing: what runs is stopped all the same.
    await conversations.stop(id).catch(() => undefined);
    unattended.delete(id);
    // What could not even be sent left nothing to be read.
    if (!input.isSaved || deps.store.get(id)?.messageCount === 0) await forget(deps, id);
  }
}

/** The profile's, else the one of new chats. */
function modelOf({ profiles, config }: RunDeps, id: InputOf<'runs/start'>['profileId']): ModelRef {
  const wanted = id === null ? null : profiles.view(id).model;
  const model = id === null ? null : profiles.modelOf(id);
  // Nobody is there to see that another model answers than the profile says.
  if (wanted !== null && model === null) throw new HostError('provider-unknown', { provider: wanted.providerId });
  const chosen = model ?? config.current().defaultModel;
  if (chosen === null) throw new HostError('model-none');
  return chosen;
}

async function forget({ conversations, store }: RunDeps, id: ConversationId): Promise<void> {
  try {
    if (store.get(id) !== null) await conversations.remove(id);
    store.deleteRemoved(id);
  } catch {
    // The disk refuses: it stays among the deleted ones, which are emptied by themselves.
  }
}
