/** What can be done to chats from more than one place. */
import type { ChatPlace } from '@portolan/contract/chat-filters';
import type { ConversationView } from '@portolan/contract/conversations';
import type { ConversationId, ProfileId, ProjectId } from '@portolan/contract/ids';
import { useToast } from '@portolan/ui/toast';
import { useCallback } from 'react';
import { useHost } from '../host/host-context.tsx';
import { useConversations, useProfiles, useProviders } from '../host/queries.ts';
import { useAttachments } from './attachment-store.ts';
import { commandById } from './commands.ts';
import { draftsOf } from './drafts.ts';
import { useFirstT } from './i18n.tsx';
import { currentRoute, navigate } from './router.ts';
import { useAct } from './use-act.ts';

export const longestTitle = 300;

/** Makes an empty chat with the default model. Resolves with its id, or with undefined when it could not be made. */
export function useCreateChat(): (begin?: { profileId?: ProfileId | undefined; projectId?: ProjectId | undefined }) => Promise<ConversationId | undefined> {
  const act = useAct();
  const model = useProviders().data?.defaultModel ?? null;
  return useCallback(async ({ profileId, projectId } = {}) => (await act('conversations/create', { model, ...(profileId === undefined ? {} : { profileId }), ...(projectId === undefined ? {} : { projectId }) }))?.id, [act, model]);
}

/** Goes to a new chat that is had with this profile. */
export function useNewChatWith(): (profileId: ProfileId) => void {
  const create = useCreateChat();
  return useCallback(
    (profileId) => {
      void create({ profileId }).then((id) => {
        if (id !== undefined) navigate({ at: 'chat', conversationId: id });
        return undefined;
      });
    },
    [create],
  );
}

/** Goes to an empty chat: one that nothing was said in yet, or a new one. */
export function useNewChat(): (projectId?: ProjectId) => void {
  const { link } = useHost();
  const create = useCreateChat();
  const conversations = useConversations().data;
  const defaultProfile = useProfiles().data?.defaultId ?? undefined;
  return useCallback((projectId) => {
    const route = currentRoute();
    const open = route.at === 'chat' ? route.conversationId : null;
    // Pressing it twice must not leave a row of empty chats behind; a chat with something half written is not empty.
    const isBegun = (id: ConversationId) => draftsOf(link).read(id) !== '' || (useAttachments.getState().of[id]?.length ?? 0) > 0;
    const empty = conversations?.find((each) => each.place === undefined && each.projectId === projectId && each.messageCount === 0 && each.title === '' && each.profileId === defaultProfile && !isBegun(each.id));
    if (empty) {
      navigate({ at: 'chat', conversationId: empty.id });
      if (empty.id === open) commandById('composer.focus')?.run();
      return;
    }
    void create({ projectId }).then((id) => {
      if (id !== undefined) navigate({ at: 'chat', conversationId: id });
      return undefined;
    });
  }, [link, create, conversations, defaultProfile]);
}

/** Gives a chat another title; an empty one changes nothing. */
export function useRenameChat(): (conversation: ConversationView, title: string) => void {
  const act = useAct();
  return useCallback(
    (conversation, title) => {
      const wanted = title.trim().slice(0, longestTitle);
      if (wanted !== '' && wanted !== conversation.title) void act('conversations/rename', { conversationId: conversation.id, title: wanted });
    },
    [act],
  );
}

/** Pins a chat, archives it with the way back, or puts it back among the others. */
export function usePlaceChat(): (conversation: ConversationView, place: ChatPlace | null) => void {
  const t = useFirstT();
  const act = useAct();
  const toast = useToast();
  return useCallback(
    ({ id, title, place: before = null }, place) => {
      const put = async () => {
        if (!(await act('conversations/setPlace', { conversationId: id, place })) || place !== 'archived') return;
        toast.show({ title: t.chat.archived(title || t.chat.untitled), action: { label: t.app.actions.undo, onPress: () => void act('conversations/setPlace', { conversationId: id, place: before }) } });
      };
      void put();
    },
    [act, toast, t],
  );
}

/** Takes a chat away at once and offers to bring it back. */
export function useRemoveChat(): (conversation: ConversationView) => void {
  const t = useFirstT();
  const act = useAct();
  const toast = useToast();
  return useCallback(
    (conversation) => {
      const { id } = conversation;
      const isOpen = () => {
        const route = currentRoute();
        return route.at === 'chat' && route.conversationId === id;
      };
      const restore = async (wasOpen: boolean) => {
        if ((await act('conversations/restore', { conversationId: id })) && wasOpen) navigate({ at: 'chat', conversationId: id });
      };
      const remove = async () => {
        if (!(await act('conversations/remove', { conversationId: id }))) return;
        const wasOpen = isOpen();
        if (wasOpen) navigate({ at: 'home' }, { replace: true });
        toast.show({ title: t.chat.deleted(conversation.title || t.chat.untitled), action: { label: t.app.actions.undo, onPress: () => void restore(wasOpen) } });
      };
      void remove();
    },
    [act, toast, t],
  );
}
