/** What the host in memory holds, and how it tells its windows when that changes. */
import type { ConversationView, MessageView, PartView } from '@portolan/contract/conversations';
import type { EventOf } from '@portolan/contract/contract';
import type { DoctorFinding } from '@portolan/contract/doctor';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { HostError } from '@portolan/contract/errors';
import type { ConversationId, ProfileId, ServerId } from '@portolan/contract/ids';
import type { InstallLink } from '@portolan/contract/install-links';
import type { ReviewChoice } from '@portolan/contract/result-reviews';
import type { InteractionView, WithdrawnReason } from '@portolan/contract/interactions';
import type { PermissionProfile, RuleView } from '@portolan/contract/rules';
import type { ProfileView } from '@portolan/contract/profiles';
import type { TemplateProblem, TemplateView } from '@portolan/contract/templates';
import type { ProjectDetail } from '@portolan/contract/projects';
import type { JobView } from '@portolan/contract/jobs';
import type { Mark } from '@portolan/contract/mark';
import type { ProviderView } from '@portolan/contract/providers';
import type { LogLine, PromptView, ResourceTemplateView, ResourceView, ServerView, ToolView } from '@portolan/contract/servers';
import type { ModelFacts } from '@portolan/contract/model-facts';
import type { Notice, Settings } from '@portolan/contract/settings';
import type { SecretsView } from '@portolan/contract/secrets';
import type { SignInView } from '@portolan/contract/sign-in';
import { noContext } from './context-handlers.ts';
import type { ContextInMemory } from './context-handlers.ts';
import { Feed } from './feed.ts';

export interface HostState {
  servers: ServerView[];
  tools: ToolView[];
  resources: ResourceView[];
  templates: ResourceTemplateView[];
  prompts: PromptView[];
  log: LogLine[];
  conversations: ConversationView[];
  messages: MessageView[];
  interactions: InteractionView[];
  jobs: JobView[];
  reviewChoices: ReviewChoice[];
  rules: RuleView[];
  profile: PermissionProfile;
  serverProfiles: Record<ServerId, PermissionProfile>;
  mark: Mark;
  quiet: EventOf<'mutes/watch'>;
  signIns: SignInView[];
  secrets: SecretsView;
  providers: ProviderView[];
  settings: Settings;
  /** By the model's name; the usual for others. */
  modelFacts: Record<string, ModelFacts>;
  /** Messages of any version, by id. */
  versions: Record<string, MessageView>;
  notices: Notice[];
  findings: DoctorFinding[];
  installLinks: InstallLink[];
  drafts: Record<ConversationId, string>;
  context: ContextInMemory;
  draftAttachments: Record<ConversationId, PendingAttachment[]>;
  queue: EventOf<'queue/watch'>;
  projects: ProjectDetail[];
  profiles: ProfileView[];
  defaultProfile: ProfileId | null;
  ownTemplates: TemplateView[];
  /** What is wrong with a text beside what cannot be read. */
  templateProblems: (text: string) => TemplateProblem[];
}

export class HostInMemory {
  readonly state: HostState;
  /** The rule that was taken back last. */
  revoked: RuleView | null = null;
  readonly feeds = {
    servers: new Feed<EventOf<'servers/watch'>>(),
    log: new Feed<EventOf<'servers/watchLog'>>(),
    list: new Feed<EventOf<'conversations/watchList'>>(),
    chat: new Feed<EventOf<'conversations/watch'>>(),
    mark: new Feed<EventOf<'mark/watch'>>(),
    queue: new Feed<EventOf<'queue/watch'>>(),
    projects: new Feed<EventOf<'projects/watch'>>(),
    mutes: new Feed<EventOf<'mutes/watch'>>(),
    reviewChoices: new Feed<EventOf<'results/watchChoices'>>(),
    interactions: new Feed<EventOf<'interactions/watch'>>(),
    jobs: new Feed<EventOf<'jobs/watch'>>(),
    library: new Feed<EventOf<'library/watch'>>(),
    providers: new Feed<EventOf<'providers/watch'>>(),
    modelFiles: new Feed<EventOf<'modelFiles/watch'>>(),
    settings: new Feed<EventOf<'settings/watch'>>(),
    signIns: new Feed<EventOf<'signIn/watch'>>(),
    installLinks: new Feed<EventOf<'installLinks/watch'>>(),
    context: new Feed<EventOf<'context/watch'>>(),
    /** Of whichever resource is watched. */
    resource: new Feed<EventOf<'resources/watch'>>(),
  };

  constructor(state: Partial<HostState>) {
    this.state = {
      servers: [],
      tools: [],
      resources: [],
      templates: [],
      prompts: [],
      log: [],
      conversations: [],
      messages: [],
      interactions: [],
      jobs: [],
      reviewChoices: [],
      rules: [],
      profile: 'ask',
      serverProfiles: {},
      mark: { cells: Array.from({ length: 25 }, (_, index) => index % 2 === 0), colour: 0, words: [0, 11] },
      quiet: { mutes: [], storms: [], allowances: [] },
      signIns: [],
      secrets: { protection: 'keyring', locked: null, count: 1, unsaved: 0, file: '/data/secrets.json' },
      providers: [],
      settings: { theme: 'light', locale: 'en', isOnboarded: true },
      modelFacts: {},
      versions: {},
      notices: [],
      findings: [],
      installLinks: [],
      drafts: {},
      context: noContext(),
      draftAttachments: {},
      projects: [],
      profiles: [],
      defaultProfile: null,
      ownTemplates: [],
      templateProblems: () => [],
      queue: { messages: [], isHeld: true },
      ...state,
    };
  }

  changeQuiet(part: Partial<HostState['quiet']>): Record<string, never> {
    this.state.quiet = { ...this.state.quiet, ...part };
    this.feeds.mutes.publish(this.state.quiet);
    return {};
  }

  changeServer(id: ServerId, part: Partial<ServerView>): ServerView {
    const next = { ...this.server(id), ...part };
    this.state.servers = this.state.servers.map((each) => (each.id === id ? next : each));
    this.feeds.servers.publish({ type: 'changed', server: next });
    return next;
  }

  server(id: ServerId): ServerView {
    const found = this.state.servers.find((each) => each.id === id);
    if (!found) throw new HostError('server-unknown', { server: id });
    return found;
  }

  conversation(id: ConversationId): ConversationView {
    const found = this.state.conversations.find((each) => each.id === id);
    if (!found) throw new HostError('conversation-unknown', { conversation: id });
    return found;
  }

  changeChat(id: ConversationId, part: Partial<ConversationView>): ConversationView {
    const next = { ...this.conversation(id), ...part };
    this.state.conversations = this.state.conversations.map((each) => (each.id === id ? next : each));
    this.feeds.list.publish({ type: 'changed', conversation: next });
    this.feeds.chat.publish({ type: 'conversation', conversation: next });
    return next;
  }

  say(message: MessageView): void {
    this.state.messages = [...this.state.messages.filter((each) => each.id !== message.id), message];
    this.feeds.chat.publish({ type: 'message', message });
  }

  changePart(message: MessageView, part: number, value: PartView): void {
    this.feeds.chat.publish({ type: 'part', messageId: message.id, part, value });
  }

  ask(interaction: InteractionView): void {
    this.state.interactions = [...this.state.interactions, interaction];
    this.feeds.interactions.publish({ type: 'added', interaction });
  }

  withdraw(id: InteractionView['id'], reason: WithdrawnReason): void {
    this.state.interactions = this.state.interactions.filter((each) => each.id !== id);
    this.feeds.interactions.publish({ type: 'settled', id, by: 'host', reason });
  }

  settle(id: InteractionView['id']): void {
    this.state.interactions = this.state.interactions.filter((each) => each.id !== id);
    this.feeds.interactions.publish({ type: 'settled', id, by: 'person' });
  }
}
