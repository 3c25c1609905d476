/** Profiles and prompt templates, put together: both are the person's own, and both speak of servers by name. */
import type { FrameSource } from '../context/chat-frame.ts';
import { offeredIn } from '../context/chat-frame.ts';
import { toolKey } from '../context/chat-tools.ts';
import type { ConversationService } from '../conversations/service.ts';
import { currentOffers } from '../library/offers.ts';
import type { PinsPort } from '../pins/pins-port.ts';
import type { ConfigStore } from '../ports.ts';
import type { Supervisor } from '../servers/supervisor.ts';
import { StrikeOut } from '../servers/own-secrets.ts';
import type { Storage } from '../storage/open-storage.ts';
import { templateRoutes } from '../templates/routes.ts';
import type { TemplateRouteDeps } from '../templates/routes.ts';
import { Templates } from '../templates/templates.ts';
import { profileFrames } from './profile-frame.ts';
import { Profiles } from './profiles.ts';
import { profileRoutes } from './routes.ts';

export interface OpenProfilesDeps {
  storage: Pick<Storage, 'profiles' | 'templates' | 'context' | 'conversations' | 'isReadOnly'>;
  config: ConfigStore;
  supervisor: Supervisor;
  pins: PinsPort;
  /** Secrets that the app knows. */
  secrets: () => readonly string[];
  /** Other frames of chats: a template tells what they leave out as well. */
  frames: readonly FrameSource[];
  /** A profile is another one now: its chats are measured anew. */
  onChange: () => void;
}

export interface OpenProfiles extends Disposable {
  profiles: Profiles;
  templates: Templates;
  frames: readonly FrameSource[];
  routes(conversations: Pick<ConversationService, 'setProfile'>, context: TemplateRouteDeps['context']): ReturnType<typeof profileRoutes> & ReturnType<typeof templateRoutes>;
}

export function openProfiles({ storage, config, supervisor, pins, secrets, frames: others, onChange }: OpenProfilesDeps): OpenProfiles {
  const offers = () => currentOffers(supervisor, pins);
  const profiles = new Profiles({ store: storage.profiles, config, offers, watchServers: (signal) => supervisor.watch(signal), clean: (text) => new StrikeOut(secrets()).text(text), onChange });
  const frames = [...others, profileFrames(profiles, config)];
  const templates = new Templates({
    store: storage.templates,
    servers: () => {
      const offered = new Map(offers().map((offer) => [offer.serverId, offer]));
      return supervisor.all().map(({ config: { id, name }, connection, remembered }) => ({ id, name, offer: offered.get(id) ?? null, isKnown: connection !== null || remembered !== null }));
    },
    offered: (conversation) => {
      const within = offeredIn(conversation, frames.flatMap((source) => source.frame(conversation) ?? []));
      const { off } = storage.context.choices(conversation.id);
      return { offersServer: within.offersServer, offers: (tool) => within.offers(tool) && !off.has(toolKey(tool.serverId, tool.name)) };
    },
  });
  if (!storage.isReadOnly) {
    profiles.empty();
    templates.empty();
  }
  return {
    profiles,
    templates,
    frames,
    routes: (conversations, context) => ({ ...profileRoutes({ profiles, conversations }), ...templateRoutes({ templates, conversations: storage.conversations, context }) }),
    [Symbol.dispose]: () => {
      profiles[Symbol.dispose]();
      templates[Symbol.dispose]();
    },
  };
}
