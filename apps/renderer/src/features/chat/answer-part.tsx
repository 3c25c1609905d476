/** One part of an answer: text, thinking, a tool call, a file. */
import type { ConversationId } from '@portolan/contract/ids';
import type { MessageView, PartView } from '@portolan/contract/conversations';
import { Collapsible } from '@portolan/ui/collapsible';
import { Spinner } from '@portolan/ui/spinner';
import { useT } from '../../lib/i18n.tsx';
import { SafeMarkdown } from '../../lib/safe-markdown.tsx';
import { Attachment } from './attachment-part.tsx';
import { ToolCall } from './tool-call.tsx';

export function AnswerPart({ message, part, isOpen, cacheKey, passOnIn }: { message: MessageView; part: PartView; isOpen: boolean; cacheKey: string; passOnIn: ConversationId | null }) {
  const t = useT();
  switch (part.type) {
    case 'text':
      return part.text === '' ? null : <SafeMarkdown text={part.text} streaming={isOpen} cacheKey={cacheKey} />;
    case 'reasoning':
      return part.text === '' ? null : (
        <Collapsible label={<span className="flex items-center gap-2 text-sm text-muted">{t.chat.thinking}{isOpen ? <Spinner /> : null}</span>}>
          <div className="border-l-2 border-line pl-3 text-sm text-muted">
            <SafeMarkdown text={part.text} streaming={isOpen} cacheKey={cacheKey} />
          </div>
        </Collapsible>
      );
    case 'tool-call':
      return <ToolCall call={part} conversationId={message.conversationId} passOnIn={passOnIn} />;
    case 'attachment':
      return <Attachment part={part} conversationId={message.conversationId} messageId={message.id} isFirst={false} />;
  }
}
