/** What is attached to messages not yet sent, by conversation. The window holds it; the host keeps a copy with the draft (`draft-attachments`). */
import type { ContentView } from '@portolan/contract/content';
import { mostAttachments } from '@portolan/contract/drafts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import type { FileView } from '@portolan/contract/files';
import type { ConversationId } from '@portolan/contract/ids';
import type { PromptView, ResourceView, ServerView } from '@portolan/contract/servers';
import { create } from 'zustand';
import { isForPeopleOnly } from './audience.ts';

type ByChat = Readonly<Record<ConversationId, readonly PendingAttachment[]>>;

interface AttachmentState {
  of: ByChat;
  /** Attaching the same thing twice attaches it once. Returns how many did not fit. */
  add: (conversationId: ConversationId, attachments: readonly PendingAttachment[]) => number;
  remove: (conversationId: ConversationId, keys: readonly string[]) => void;
  /** What was read of it, or that the person wants a model to have it all the same. Nothing when it is gone by now. */
  change: (conversationId: ConversationId, key: string, change: Pick<PendingAttachment, 'version' | 'annotations'> & { despiteAudience?: boolean }) => void;
  /** Of a file only its name goes to the model. */
  sendAsWords: (conversationId: ConversationId, keys: readonly string[]) => void;
}

export const useAttachments = create<AttachmentState>()((set, get) => ({
  of: {},
  add: (conversationId, attachments) => {
    const known = get().of[conversationId] ?? [];
    const fresh = attachments.filter(({ key }, index) => ![...known, ...attachments.slice(0, index)].some((other) => other.key === key));
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
  sendAsWords: (conversationId, keys) => {
    const known = get().of[conversationId] ?? [];
    set({ of: { ...get().of, [conversationId]: known.map((each) => (keys.includes(each.key) && each.input.type === 'file' ? { ...each, input: { ...each.input, asWords: true as const } } : each)) } });
  },
}));

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

/** A file that the host has; `forModel`: made smaller for models. The same file is attached once, whatever it is called. */
export function fileAttachment(file: FileView, forModel?: FileView): PendingAttachment {
  return { key: `file ${file.hash}`, label: file.name, serverName: '', input: { type: 'file', hash: file.hash, name: file.name, ...(forModel === undefined ? {} : { forModel: forModel.hash }) }, file, ...(forModel === undefined ? {} : { forModel }) };
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
