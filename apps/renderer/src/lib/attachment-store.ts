/** What is attached to messages not yet sent, by conversation. Of this tab alone, until it is sent; a reload keeps it. */
import { AttachmentInput } from '@portolan/contract/conversations';
import { AnnotationsView } from '@portolan/contract/content';
import type { ContentView } from '@portolan/contract/content';
import { ConversationId } from '@portolan/contract/ids';
import { ResourceVersion } from '@portolan/contract/resource-versions';
import type { PromptView, ResourceView, ServerView } from '@portolan/contract/servers';
import { create } from 'zustand';
import { isForPeopleOnly } from './audience.ts';

export interface PendingAttachment {
  key: string;
  label: string;
  serverName: string;
  input: AttachmentInput;
  /** The version of a resource that was attached; absent until it was read. */
  version?: ResourceVersion | undefined;
  /** What the server says of a resource. */
  annotations?: AnnotationsView | undefined;
}

/** As many as one message may carry. */
export const mostAttachments = 50;
const storageKey = 'portolan.attachments';
/** More text than this is not kept over a reload: a tab has little room. */
const longestKept = 1_000_000;

type ByChat = Readonly<Record<ConversationId, readonly PendingAttachment[]>>;

interface AttachmentState {
  of: ByChat;
  /** Attaching the same thing twice attaches it once. Returns how many did not fit. */
  add: (conversationId: ConversationId, attachments: readonly PendingAttachment[]) => number;
  remove: (conversationId: ConversationId, keys: readonly string[]) => void;
  /** What was read of it, or that the person wants a model to have it all the same. Nothing when it is gone by now. */
  change: (conversationId: ConversationId, key: string, change: Pick<PendingAttachment, 'version' | 'annotations'> & { despiteAudience?: boolean }) => void;
}

export const useAttachments = create<AttachmentState>()((set, get) => ({
  of: load(),
  add: (conversationId, attachments) => {
    const known = get().of[conversationId] ?? [];
    const fresh = attachments.filter((each) => !known.some((other) => other.key === each.key));
    const all = [...known, ...fresh];
    set({ of: { ...get().of, [conversationId]: all.slice(0, mostAttachments) } });
    return Math.max(0, all.length - mostAttachments);
  },
  remove: (conversationId, keys) => {
    const { [conversationId]: known = [], ...rest } = get().of;
    const left = known.filter((each) => !keys.includes(each.key));
    set({ of: left.length === 0 ? rest : { ...rest, [conversationId]: left } });
  },
  change: (conversationId, key, { despiteAudience, ...read }) => {
    const known = get().of[conversationId] ?? [];
    const next = known.map((each): PendingAttachment => {
      if (each.key !== key || each.input.type !== 'resource') return each;
      return { ...each, ...read, input: { ...each.input, ...(read.version === undefined ? {} : { hash: read.version.hash }), ...(despiteAudience === undefined ? {} : { despiteAudience }) } };
    });
    set({ of: { ...get().of, [conversationId]: next } });
  },
}));

useAttachments.subscribe(({ of }) => {
  try {
    const text = JSON.stringify(of);
    sessionStorage.setItem(storageKey, text.length > longestKept ? '{}' : text);
  } catch {
    // Storage may be full or switched off; the attachments are still here.
  }
});

function load(): ByChat {
  const of: Record<ConversationId, readonly PendingAttachment[]> = {};
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    for (const [id, list] of typeof stored === 'object' && stored !== null ? Object.entries(stored) : []) {
      const conversationId = ConversationId.safeParse(id);
      if (conversationId.success && Array.isArray(list)) of[conversationId.data] = list.slice(0, mostAttachments).flatMap(readAttachment);
    }
  } catch {
    // What cannot be read is not there.
  }
  return of;
}

function readAttachment(value: unknown): PendingAttachment[] {
  if (typeof value !== 'object' || value === null || !('key' in value && 'label' in value && 'serverName' in value && 'input' in value)) return [];
  const { key, label, serverName } = value;
  const input = AttachmentInput.safeParse(value.input);
  if (typeof key !== 'string' || typeof label !== 'string' || typeof serverName !== 'string' || !input.success) return [];
  const version = 'version' in value ? ResourceVersion.safeParse(value.version).data : undefined;
  const annotations = 'annotations' in value ? AnnotationsView.safeParse(value.annotations).data : undefined;
  return [{ key, label, serverName, input: input.data, ...(version === undefined ? {} : { version }), ...(annotations === undefined ? {} : { annotations }) }];
}

const none: readonly PendingAttachment[] = [];
/** What goes with the next message of a conversation. */
export function usePending(conversationId: ConversationId): readonly PendingAttachment[] {
  return useAttachments((state) => state.of[conversationId]) ?? none;
}

/** A resource by address; it is read as soon as it stands in a composer. `uriTemplate`: what its address was made of. */
export function resourceAttachment(server: Pick<ServerView, 'id' | 'name'>, uri: string, of: Pick<ResourceView, 'name' | 'title'>, uriTemplate?: string): PendingAttachment {
  const label = of.title ?? of.name;
  return { key: `${server.id} ${uri}`, label, serverName: server.name, input: { type: 'resource', serverId: server.id, uri, name: label.slice(0, 1024), ...(uriTemplate === undefined ? {} : { uriTemplate }) } };
}

/** The messages a prompt made, as they were seen. Each run is its own: the same prompt may be wanted twice. */
export function promptAttachments(server: ServerView, prompt: PromptView, messages: readonly { role: 'user' | 'assistant'; content: ContentView }[]): PendingAttachment[] {
  const run = crypto.randomUUID();
  const label = prompt.title ?? prompt.name;
  return messages.map((message, index) => ({
    key: `${server.id} ${prompt.name} ${run} ${index}`,
    label: messages.length === 1 ? label : `${label} ${index + 1}/${messages.length}`,
    serverName: server.name,
    input: { type: 'prompt', serverId: server.id, name: prompt.name.slice(0, 1024), role: message.role, content: message.content },
  }));
}

/** Meant for people only, and the person did not say otherwise of it: the model does not get it. */
export function isHeldBack({ input, annotations }: PendingAttachment): boolean {
  return isForPeopleOnly(annotations) && !(input.type === 'resource' && input.despiteAudience === true);
}
