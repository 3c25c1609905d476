/** One part of an answer: text, thinking, a tool call, a file. */
import type { CallId, ConversationId } from '@portolan/contract/ids';
import type { MessageView, PartView, ToolCallView } from '@portolan/contract/conversations';
import { Collapsible } from '@portolan/ui/collapsible';
import { Spinner } from '@portolan/ui/spinner';
import { useT } from '../../lib/i18n.tsx';
import { SafeMarkdown } from '../../lib/safe-markdown.tsx';
import { Attachment } from './attachment-part.tsx';
import { ScriptCall } from './script-call.tsx';
import { ToolCall } from './tool-call.tsx';

const scriptTool = 'host:run_script';

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
    case 'tool-call': {
      // Shown below the script that made it.
      if (part.script !== undefined && scriptOf(message, part.script) !== undefined) return null;
      if (part.tool === scriptTool) return <ScriptCall call={part} inner={callsOfScript(message, part.callId)} conversationId={message.conversationId} passOnIn={passOnIn} />;
      return <ToolCall call={part} conversationId={message.conversationId} passOnIn={passOnIn} />;
    }
    case 'attachment':
      return <Attachment part={part} conversationId={message.conversationId} messageId={message.id} isFirst={false} />;
  }
}

function scriptOf({ parts }: MessageView, callId: CallId): PartView | undefined {
  return parts.find((part) => part.type === 'tool-call' && part.callId === callId);
}

function callsOfScript({ parts }: MessageView, callId: CallId): ToolCallView[] {
  return parts.flatMap((part) => (part.type === 'tool-call' && part.script === callId ? [part] : []));
}
