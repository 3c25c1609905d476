/** The messages, virtualised. Follows the end while the reader is there, and lets go the moment they scroll up. */
import type { ConversationView, MessageView } from '@portolan/contract/conversations';
import { Button } from '@portolan/ui/button';
import { ArrowDownIcon } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Virtualizer } from 'virtua';
import type { VirtualizerHandle } from 'virtua';
import { commandById, useCommands } from '../../lib/commands.ts';
import { useFollowEnd } from '../../lib/follow-end.ts';
import type { FollowEnd } from '../../lib/follow-end.ts';
import { useT } from '../../lib/i18n.tsx';
import { recallPlace } from '../../lib/scroll-memory.ts';
import { SummaryDialog } from './context/summary-dialog.tsx';
import { useChatContext } from './context/use-chat-context.ts';
import { FindBar } from './find-bar.tsx';
import { Message } from './message.tsx';
import { useAnswerAnnouncements } from './use-answer-announcements.ts';
import { useHeldRow } from './use-held-row.ts';
import { useKeptRows } from './use-kept-rows.ts';
import { keepPlace, placeKey, readPlace } from './transcript-place.ts';

/** Space above the first message, in pixels. */
const startMargin = 16;

/**
 * Rows this far out of view, in pixels, are in the document: their real height is known before they come into view, however fast
 * one scrolls, and so nothing that is being read moves.
 */
const measuredAhead = 1_200;

export interface TranscriptProps {
  conversation: ConversationView;
  messages: MessageView[];
  /** How many of them came after the others, before the first. */
  earlier: number;
  /** The message an address leads to; it is brought into view and marked. */
  focusMessage: string | undefined;
}

/** Mount it anew for another conversation. */
export function Transcript({ conversation, messages, earlier, focusMessage }: TranscriptProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<VirtualizerHandle>(null);
  const [wanted] = useState(() => (focusMessage === undefined ? recallPlace(placeKey(conversation.id)) : undefined));
  const follow = useFollowEnd(scroller, messages, focusMessage === undefined && readPlace(wanted, messages) === null);
  const isPrepended = usePrepended(messages);
  const summary = useChatContext(conversation.id)?.summary ?? null;
  const held = useHeldRow(scroller);
  const kept = useKeptRows(messages, held);
  useAnswerAnnouncements(conversation.isRunning, messages);

  useWantedPlace(wanted, messages, list, follow);
  const focused = focusMessage === undefined ? -1 : messages.findIndex((message) => message.id === focusMessage);
  const isFocusedThere = focused >= 0;
  useEffect(() => {
    if (!isFocusedThere) return;
    follow.letGo();
    list.current?.scrollToIndex(focused, { align: 'start', offset: -startMargin });
    // Only when the address names another message, or when that one has come; not when others do.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [focusMessage, isFocusedThere]);
  const [isFinding, setIsFinding] = useState(false);
  useCommands(useMemo(() => [{ id: 'chat.find', title: t.palette.commands.findInChat, group: t.palette.groups.chat, run: () => setIsFinding(true) }], [t]));
  useOwnMessageInView(messages, follow.toEnd);
  const unseen = useUnseen(messages.length - earlier, follow.isFollowing);

  return (
    <div className="relative h-full">
      <SummaryDialog />
      {isFinding ? (
        <FindBar
          messages={messages}
          scroller={scroller}
          onShow={(index) => {
            follow.letGo();
            list.current?.scrollToIndex(index, { align: 'center' });
          }}
          onClose={() => {
            setIsFinding(false);
            commandById('composer.focus')?.run();
          }}
        />
      ) : null}
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={t.chat.transcript}
        // A scrolling region must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="h-full overflow-x-hidden overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:outline-offset-[-2px]"
        onScroll={() => {
          follow.onScroll();
          keepPlace(conversation.id, scroller.current, follow.isFollowingNow());
        }}
        onWheel={(event) => {
          if (event.deltaY < 0) follow.letGo();
        }}
      >
        <div className="pb-6" style={{ paddingTop: startMargin }}>
          <Virtualizer ref={list} bufferSize={measuredAhead} onResize={follow.stay} scrollRef={scroller} startMargin={startMargin} data={messages} keepMounted={kept} shift={isPrepended}>
            {(message, index) => (
              <Message key={message.id} message={message} isLast={index === messages.length - 1} isRunning={conversation.isRunning} isMarked={message.id === focusMessage} summary={summary?.before === message.id ? summary : null} />
            )}
          </Virtualizer>
        </div>
      </div>
      {follow.isFollowing ? null : (
        <Button className="absolute bottom-3 left-1/2 max-w-[90%] -translate-x-1/2 shadow-md" icon={<ArrowDownIcon />} onClick={follow.toEnd}>
          {unseen > 0 ? t.chat.newMessages(unseen) : t.chat.jumpToLatest}
        </Button>
      )}
    </div>
  );
}

/** Whether this is the first drawing after messages came before the first one: what is in view then stays where it is. */
function usePrepended(messages: readonly MessageView[]): boolean {
  const first = messages[0]?.id;
  const [shown, setShown] = useState(first);
  // The drawing after this one is as any other.
  // oxlint-disable-next-line react/set-state-in-effect
  useEffect(() => setShown(first), [first]);
  return shown !== first;
}

/** Goes where the reader was the last time; of a long chat that message may come a moment later, and they may have moved on by then. */
function useWantedPlace(wanted: string | undefined, messages: readonly MessageView[], list: RefObject<VirtualizerHandle | null>, follow: FollowEnd): void {
  const state = useRef<'fresh' | 'waiting' | 'over'>(wanted === undefined ? 'over' : 'fresh');
  useLayoutEffect(() => {
    if (state.current === 'over') return;
    const place = readPlace(wanted, messages);
    const hasMovedOn = state.current === 'waiting' && !follow.isFollowingNow();
    state.current = place || hasMovedOn ? 'over' : 'waiting';
    if (!place || hasMovedOn) return;
    follow.letGo();
    list.current?.scrollToIndex(place.index, { align: 'start', offset: place.offset });
    // Looked for whenever messages have come.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [messages]);
}

/** A message of one's own always comes into view. */
function useOwnMessageInView(messages: MessageView[], toEnd: () => void): void {
  const lastOwn = messages.findLast((message) => message.role === 'user')?.id;
  const seen = useRef(lastOwn);
  useLayoutEffect(() => {
    if (lastOwn === seen.current) return;
    seen.current = lastOwn;
    toEnd();
  }, [lastOwn, toEnd]);
}

/** Messages that came while the reader was elsewhere. */
function useUnseen(count: number, isFollowing: boolean): number {
  const [seen, setSeen] = useState(count);
  if (isFollowing && seen !== count) setSeen(count);
  return Math.max(0, count - seen);
}
