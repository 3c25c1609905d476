/** Where something that is seen can be taken along: the chat it is seen in. */
import type { ConversationId } from '@portolan/contract/ids';
import type { ServerView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { PaperclipIcon } from 'lucide-react';
import { createContext, use } from 'react';
import type { ReactNode } from 'react';
import { resourceAttachment, usePending } from './attachment-store.ts';
import { useT } from './i18n.tsx';
import { useAttachTo } from './use-attach-to.ts';

const ChatContext = createContext<ConversationId | null>(null);
/** Around the pages of a chat. */
export const AttachTarget = ChatContext.Provider;

interface AttachHereProps {
  server: ServerView;
  uri: string;
  name: string;
  title?: string | undefined;
  /** What is offered where this is no chat. */
  elsewhere: ReactNode;
}

/** Attaches a resource that a server pointed to; it is read from that server and from nowhere else (T:D12). */
export function AttachHere({ elsewhere, server, uri, name, title }: AttachHereProps) {
  const chat = use(ChatContext);
  return chat === null ? elsewhere : <AttachButton chat={chat} server={server} uri={uri} label={title ?? name} />;
}

function AttachButton({ chat, server, uri, label }: { chat: ConversationId; server: ServerView; uri: string; label: string }) {
  const t = useT();
  const add = useAttachTo();
  const isThere = usePending(chat).some(({ input }) => input.type === 'resource' && input.serverId === server.id && input.uri === uri);
  const attach = () => add(chat, [resourceAttachment(server, uri, { name: label })]);
  return <Button size="sm" icon={<PaperclipIcon />} disabled={isThere} onClick={attach}>{t.composer.attach}</Button>;
}
