/** One message: what the person sent, or an answer with its parts in order. */
import type { SummaryView } from '@portolan/contract/context';
import type { MessageView } from '@portolan/contract/conversations';
import { CopyButton } from '@portolan/ui/copy-button';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { PencilIcon } from 'lucide-react';
import { memo, useState } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Answer } from './answer.tsx';
import { Attachment } from './attachment-part.tsx';
import { SummaryMark } from './context/summary-mark.tsx';
import { EditMessage } from './edit-message.tsx';
import { MessageVersions } from './message-versions.tsx';

export interface MessageProps {
  message: MessageView;
  isLast: boolean;
  isRunning: boolean;
  /** The message an address led to. */
  isMarked: boolean;
  /** What the model reads in place of all that is before it. */
  summary: SummaryView | null;
}

/** Rows are memoised: the reducer keeps the identity of messages that did not change. */
export const Message = memo(function Message({ message, isLast, isRunning, isMarked, summary }: MessageProps) {
  const t = useT();
  const isOwn = message.role === 'user';
  return (
    <article data-message={message.id} className={`mx-auto w-full max-w-3xl px-5 py-2.5 ${isMarked ? 'rounded-lg bg-accent-soft' : ''}`} aria-label={t.chat.messageOf[message.role]}>
      {summary ? <SummaryMark summary={summary} conversationId={message.conversationId} isRunning={isRunning} /> : null}
      <VisuallyHidden>
        <h2>{isOwn ? t.chat.you : t.chat.assistant}</h2>
      </VisuallyHidden>
      {isOwn ? <OwnMessage message={message} isRunning={isRunning} /> : <Answer message={message} isLast={isLast} isRunning={isRunning} />}
    </article>
  );
});

/** A resource of several contents is several parts, one after the other. */
function isFirstOf({ parts }: MessageView, index: number): boolean {
  const [before, part] = [parts[index - 1], parts[index]];
  return part?.type !== 'attachment' || before?.type !== 'attachment' || before.uri !== part.uri || before.serverId !== part.serverId;
}

function OwnMessage({ message, isRunning }: { message: MessageView; isRunning: boolean }) {
  const t = useT();
  const [isEditing, setIsEditing] = useState(false);
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return (
    <div className="group/own relative ml-auto flex w-fit max-w-[85%] flex-col items-end gap-1.5">
      {message.parts.map((part, index) =>
        part.type === 'attachment' ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts never move
          <Attachment key={index} part={part} conversationId={message.conversationId} messageId={message.id} isFirst={isFirstOf(message, index)} />
        ) : part.type === 'text' && part.text !== '' && !isEditing ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts never move
          <div key={index} className="max-w-full rounded-xl rounded-br-sm bg-accent-soft px-3.5 py-2 text-read wrap-anywhere whitespace-pre-wrap">
            <RevealText text={part.text} multiline hideCount limit={100_000} />
          </div>
        ) : null,
      )}
      {isEditing ? <EditMessage message={message} text={text} isRunning={isRunning} onDone={() => setIsEditing(false)} /> : null}
      <MessageVersions message={message} isRunning={isRunning} />
      {text === '' || isEditing ? null : (
        <span className="absolute right-full bottom-1 mr-1 flex opacity-0 group-focus-within/own:opacity-100 group-hover/own:opacity-100 pointer-coarse:opacity-100">
          <IconButton size="sm" label={t.chat.editMessage} icon={<PencilIcon />} disabled={isRunning} onClick={() => setIsEditing(true)} />
          <CopyButton label={t.chat.copyMessage} text={text} />
        </span>
      )}
    </div>
  );
}
