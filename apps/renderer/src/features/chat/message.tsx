/** One message: what the person sent, or an answer with its parts in order. */
import type { MessageView } from '@portolan/contract/conversations';
import { CopyButton } from '@portolan/ui/copy-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { memo } from 'react';
import { useT } from '../../lib/i18n.tsx';
import { Answer } from './answer.tsx';
import { Attachment } from './attachment-part.tsx';

export interface MessageProps {
  message: MessageView;
  index: number;
  isLast: boolean;
  isRunning: boolean;
  /** The message an address led to. */
  isMarked: boolean;
}

/** Rows are memoised: the reducer keeps the identity of messages that did not change. */
export const Message = memo(function Message({ message, index, isLast, isRunning, isMarked }: MessageProps) {
  const t = useT();
  const isOwn = message.role === 'user';
  return (
    <article data-index={index} className={`mx-auto w-full max-w-3xl px-5 py-2.5 ${isMarked ? 'rounded-lg bg-accent-soft' : ''}`} aria-label={t.chat.messageOf[message.role]}>
      <VisuallyHidden>
        <h2>{isOwn ? t.chat.you : t.chat.assistant}</h2>
      </VisuallyHidden>
      {isOwn ? <OwnMessage message={message} /> : <Answer message={message} isLast={isLast} isRunning={isRunning} />}
    </article>
  );
});

/** A resource of several contents is several parts, one after the other. */
function isFirstOf({ parts }: MessageView, index: number): boolean {
  const [before, part] = [parts[index - 1], parts[index]];
  return part?.type !== 'attachment' || before?.type !== 'attachment' || before.uri !== part.uri || before.serverId !== part.serverId;
}

function OwnMessage({ message }: { message: MessageView }) {
  const t = useT();
  const text = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  return (
    <div className="group/own relative ml-auto flex w-fit max-w-[85%] flex-col items-end gap-1.5">
      {message.parts.map((part, index) =>
        part.type === 'attachment' ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts never move
          <Attachment key={index} part={part} conversationId={message.conversationId} messageId={message.id} isFirst={isFirstOf(message, index)} />
        ) : part.type === 'text' && part.text !== '' ? (
          // oxlint-disable-next-line react/no-array-index-key -- parts never move
          <div key={index} className="max-w-full rounded-xl rounded-br-sm bg-accent-soft px-3.5 py-2 text-read wrap-anywhere whitespace-pre-wrap">
            <RevealText text={part.text} multiline hideCount limit={100_000} />
          </div>
        ) : null,
      )}
      {text === '' ? null : (
        <span className="absolute right-full bottom-1 mr-1 opacity-0 group-focus-within/own:opacity-100 group-hover/own:opacity-100 pointer-coarse:opacity-100">
          <CopyButton label={t.chat.copyMessage} text={text} />
        </span>
      )}
    </div>
  );
}
