/** Where a message is written. */
import type { ConversationView } from '@portolan/contract/conversations';
import type { ServerView } from '@portolan/contract/servers';
import { IconButton } from '@portolan/ui/icon-button';
import { ArrowUpIcon, AtSignIcon, ListPlusIcon, SlashIcon, SquareIcon } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useProfiles, useServers, useSettings } from '../../host/queries.ts';
import { isHeldBack, usePending } from '../../lib/attachment-store.ts';
import { useCommands } from '../../lib/commands.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { matches } from '../../lib/shortcuts.ts';
import { isUp } from '../../lib/server-state.ts';
import { useAct } from '../../lib/use-act.ts';
import { Attachments } from './attachments.tsx';
import { ContextMeter } from './context/context-meter.tsx';
import { useOfferedServers } from './context/use-offered-servers.ts';
import { ContextNotice } from './context/context-notice.tsx';
import { AttachButton } from './files/attach-button.tsx';
import { useFit } from './files/fit.tsx';
import { useIncoming } from './files/incoming.ts';
import type { TakeFiles } from './files/take-files.ts';
import { usePaste } from './files/use-paste.tsx';
import { OwnTemplateDialog } from './own-template-dialog.tsx';
import { ProfilePicker } from './profile-picker.tsx';
import { PromptDialog } from './prompt-dialog.tsx';
import { QueueList } from './queue/queue-list.tsx';
import { TemplatePanel } from './template-panel.tsx';
import { useOffers } from './use-offers.tsx';
import { useSend } from './use-send.ts';

/** As the contract has it. */
const longestText = 2_000_000;

export function Composer({ conversation, hasModel, take }: { conversation: ConversationView; hasModel: boolean; take: TakeFiles }) {
  const t = useT();
  const sendKeys = useSettings().data?.settings.sendKeys;
  const field = useRef<HTMLTextAreaElement>(null);
  const { text, setText, sent } = useDraft(conversation.id);
  const attachments = usePending(conversation.id);
  const incoming = useIncoming(conversation.id);
  const { unfit, notice } = useFit(conversation, attachments);
  const paste = usePaste(text, setText, take);
  const { send, queue, isSending, problem } = useSend(conversation.id, sent);
  const offers = useOffers(conversation.id, field, text, setText);
  const tooLong = text.length - longestText;
  // What is for people only is nothing to ask a model with.
  const isEmpty = text.trim() === '' && attachments.every(isHeldBack);
  // A file that is still coming would be left behind.
  const isComing = incoming.some(({ refused }) => refused === null);
  const canSend = hasModel && !isSending && !isEmpty && tooLong <= 0 && unfit.size === 0 && !isComing;
  const submit = () => {
    if (!canSend) return;
    if (conversation.isRunning) queue(text, attachments);
    else send(text, attachments);
  };
  const stop = useStop(conversation);
  useComposerFocus(field);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.nativeEvent.isComposing || offers.onKeyDown(event)) return;
    if (event.key === 'Backspace' && isAtStart(event.currentTarget) && focusLastChip(event.currentTarget)) {
      event.preventDefault();
      return;
    }
    // In the other mode Enter writes a line, as it does in a letter.
    if (sendKeys === 'mod-enter' ? !matches('Mod+Enter', event.nativeEvent) : event.key !== 'Enter' || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!event.repeat) submit();
  };
  return (
    <div className="mx-auto w-full max-w-3xl px-3 pb-4 sm:px-5">
      {problem ? <div className="mb-2"><ProblemCallout problem={problem} /></div> : null}
      <QueueList conversation={conversation} />
      <ContextNotice conversation={conversation} />
      <div data-composer className="relative rounded-xl [anchor-name:--ui-toasts-above] border border-line-strong bg-surface shadow-md focus-within:border-focus">
        {offers.list}
        <Attachments conversationId={conversation.id} unfit={unfit} onLeave={() => field.current?.focus()} />
        {notice}
        {paste.offer}
        {offers.asking?.kind === 'template' ? <TemplatePanel conversationId={conversation.id} server={offers.asking.server} template={offers.asking.template} onClose={offers.answered} /> : null}
        <textarea
          ref={field}
          {...offers.field}
          aria-label={t.composer.label}
          placeholder={hasModel ? t.composer.placeholder : t.composer.placeholderNoModel}
          value={text}
          rows={1}
          className="block field-sizing-content max-h-[40vh] min-h-11 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-read outline-none placeholder:text-subtle"
          onKeyDown={onKeyDown}
          onPaste={paste.onPaste}
        />
        <div className="flex min-w-0 items-center gap-1 px-2 pb-2">
          <AttachButton conversationId={conversation.id} take={take} onDone={() => field.current?.focus()} />
          <IconButton label={t.composer.attachResource} icon={<AtSignIcon />} onClick={() => offers.type('resources')} />
          <IconButton label={t.composer.usePrompt} icon={<SlashIcon />} onClick={() => offers.type('prompts')} />
          <ProfilePicker conversation={conversation} />
          <Hint conversation={conversation} isBusy={conversation.isRunning && !isEmpty} isComing={isComing && !isEmpty} tooLong={tooLong} />
          <ContextMeter conversation={conversation} />
          {conversation.isRunning && !isEmpty ? <IconButton round variant="primary" label={t.queue.add} icon={<ListPlusIcon />} disabled={!canSend} loading={isSending} onClick={submit} /> : null}
          {conversation.isRunning ? (
            <IconButton round variant="secondary" label={t.composer.stop} icon={<SquareIcon />} loading={stop.isPending} onClick={stop.run} />
          ) : (
            <IconButton round variant="primary" label={t.composer.send} icon={<ArrowUpIcon />} disabled={!canSend} loading={isSending} onClick={submit} />
          )}
        </div>
      </div>
      {offers.asking?.kind === 'own' ? <OwnTemplateDialog conversationId={conversation.id} template={offers.asking.template} onInsert={offers.insert} onClose={offers.answered} /> : null}
      {offers.asking?.kind === 'prompt' ? <PromptDialog conversationId={conversation.id} server={offers.asking.server} prompt={offers.asking.prompt} onClose={offers.answered} /> : null}
    </div>
  );
}

const isAtStart = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => selectionStart === 0 && selectionEnd === 0;

/** Where there are chips, going back from the start of the text leads to them. */
function focusLastChip(field: HTMLElement): boolean {
  const chips = field.closest('[data-composer]')?.querySelectorAll<HTMLElement>('[data-chip]') ?? [];
  const last = [...chips].at(-1);
  last?.focus();
  return last !== undefined;
}

function Hint({ conversation, isBusy, isComing, tooLong }: { conversation: ConversationView; isBusy: boolean; isComing: boolean; tooLong: number }) {
  const t = useT();
  const tools = useOfferedTools(conversation);
  const warning = tooLong > 0 ? <span className="text-danger-fg">{t.composer.tooLong(tooLong)}</span> : isComing ? t.files.waitsForFiles : isBusy ? t.queue.hint : null;
  return (
    <span className="mr-1 ml-auto min-w-0 truncate text-xs text-subtle">
      {/* Said aloud when it comes up; how many tools there are is not. */}
      <span role="status">{warning}</span>
      {warning === null ? t.chat.model.tools(tools) : null}
    </span>
  );
}

/** How many tools servers offer to this chat, as far as its project, its profile and the person leave them in. */
function useOfferedTools(conversation: ConversationView): number {
  const { offered } = useOfferedServers(conversation);
  const all = useServers().data ?? [];
  const profile = useProfiles().data?.profiles.find(({ id }) => id === conversation.profileId);
  const countOf = ({ id, name, counts }: ServerView): number => {
    if (offered !== null && !offered.includes(id)) return 0;
    const named = profile?.servers;
    if (named === undefined || named === null) return counts.tools;
    const chosen = named.find((each) => each.serverId === id || each.name === name);
    return chosen === undefined ? 0 : (chosen.tools?.length ?? counts.tools);
  };
  return all.reduce((sum, server) => sum + (isUp(server) ? countOf(server) : 0), 0);
}

function useStop(conversation: ConversationView): { run: () => void; isPending: boolean } {
  const act = useAct();
  const [isPending, setIsPending] = useState(false);
  const run = async () => {
    setIsPending(true);
    await act('conversations/stop', { conversationId: conversation.id });
    setIsPending(false);
  };
  return { run: () => void run(), isPending: isPending && conversation.isRunning };
}

/** Going to a chat is going to write. */
function useComposerFocus(field: React.RefObject<HTMLTextAreaElement | null>): void {
  const t = useT();
  useCommands(useMemo(() => [{ id: 'composer.focus', title: t.palette.commands.focusComposer, group: t.palette.groups.chat, run: () => field.current?.focus() }], [t, field]));
  useEffect(() => {
    // A pointer that can't hover is a touch screen, where this would raise the keyboard. Whoever is busy elsewhere stays there.
    const isFree = document.activeElement === null || document.activeElement === document.body || document.activeElement.closest('nav') !== null;
    if (isFree && matchMedia('(hover: hover)').matches) field.current?.focus({ preventScroll: true });
  }, [field]);
}
