/** The messages, virtualised. Follows the end while the reader is there, and lets go the moment they scroll up. */
import type { ConversationView, MessageView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { useAnnounce } from '@portolan/ui/live-region';
import { ArrowDownIcon } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { useT } from '../../lib/i18n.tsx';
import { Message } from './message.tsx';

const nearEnd = 60;

export function Transcript({ conversation, messages, focusMessage }: { conversation: ConversationView; messages: MessageView[]; focusMessage: string | undefined }) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const isPinned = useRef(focusMessage === undefined);
  const [isAway, setIsAway] = useState(false);
  useAnswerAnnouncements(conversation.isRunning, messages);

  // After every change while pinned: streaming text, a result that opens, a card that appears.
  useLayoutEffect(() => {
    if (isPinned.current) toEnd(scroller.current);
  }, [messages]);
  // Images and highlighted code grow after they are drawn.
  useEffect(() => {
    const content = scroller.current?.firstElementChild;
    if (!content) return undefined;
    const observer = new ResizeObserver(() => {
      if (isPinned.current) toEnd(scroller.current);
    });
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  // A message of one's own always comes into view.
  const lastOwn = messages.findLast((message) => message.role === 'user')?.id;
  const seenOwn = useRef(lastOwn);
  useLayoutEffect(() => {
    if (lastOwn === seenOwn.current) return;
    seenOwn.current = lastOwn;
    isPinned.current = true;
    toEnd(scroller.current);
  }, [lastOwn]);
  useEffect(() => {
    const at = messages.findIndex((message) => message.id === focusMessage);
    if (at >= 0) list.current?.scrollToIndex(at, { align: 'start' });
    // only when the address names another message
    // eslint-disable-next-line react/exhaustive-deps
  }, [focusMessage]);

  const onScroll = () => {
    const element = scroller.current;
    if (!element) return;
    const distance = element.scrollHeight - element.scrollTop - element.clientHeight;
    isPinned.current = distance <= nearEnd;
    setIsAway(distance > nearEnd);
  };
  return (
    <div className="relative h-full">
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t.chat.transcript}
        // A scrolling region must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="h-full overflow-x-hidden overflow-y-auto [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
        onScroll={onScroll}
        onWheel={(event) => {
          if (event.deltaY < 0) isPinned.current = false;
        }}
      >
        <div className="pt-4 pb-6">
          <Virtualizer ref={list} scrollRef={scroller} startMargin={16} keepMounted={[messages.length - 1]}>
            {messages.map((message, index) => (
              <Message key={message.id} message={message} isLast={index === messages.length - 1} isRunning={conversation.isRunning} />
            ))}
          </Virtualizer>
        </div>
      </div>
      {isAway ? (
        <Button
          className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-md"
          icon={<ArrowDownIcon />}
          onClick={() => {
            isPinned.current = true;
            toEnd(scroller.current);
          }}
        >
          {t.chat.jumpToLatest}
        </Button>
      ) : null}
    </div>
  );
}

function toEnd(element: HTMLDivElement | null): void {
  if (element) element.scrollTop = element.scrollHeight;
}

/** The end of an answer is said once, politely; its text is there to be read, not read out as it streams. */
function useAnswerAnnouncements(isRunning: boolean, messages: MessageView[]): void {
  const t = useT();
  const announce = useAnnounce();
  const wasRunning = useRef(isRunning);
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      const status = messages.at(-1)?.status;
      announce(status === 'failed' || status === 'interrupted' ? t.chat.announce.failed : status === 'stopped' ? t.chat.announce.stopped : t.chat.announce.finished);
    }
    wasRunning.current = isRunning;
  }, [isRunning, messages, announce, t]);
}
