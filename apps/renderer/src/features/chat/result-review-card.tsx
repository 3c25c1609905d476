/**
 * What a tool answered, before the model reads it (H02): sent as it is, changed, or withheld. One design with the decision about a
 * call: it takes no focus by itself, and sends nothing in its first moments, unseen or from anything but real input (H08, T:J10).
 */
import { toolTitle } from '@portolan/i18n/tool-title';
import type { ResultReviewAnswer, ResultReviewView } from '@portolan/contract/result-reviews';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Collapsible } from '@portolan/ui/collapsible';
import { maxName } from '@portolan/ui/hidden-characters';
import { Menu, MenuCheckboxItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { EyeIcon } from 'lucide-react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { InstallMark } from '../../lib/install-mark.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useReviewChoices } from '../../lib/review-choices.tsx';
import { PictureOf } from '../../lib/server-picture.tsx';
import { isWriting, matches } from '../../lib/shortcuts.ts';
import { useGuard } from '../../lib/use-guard.ts';
import { focusComposer, useFocusHandedOn } from '../../lib/use-focus-handed-on.ts';
import { useFocusWhenWanted } from '../../lib/use-wanted-focus.ts';
import { ArgumentsView } from './arguments-view.tsx';
import { ReadToEnd } from './read-to-end.tsx';
import { passedOf, startBlocks, useResultDraft } from './result-blocks.ts';
import { ResultEditor } from './result-editor.tsx';
import { ResultReviewActions } from './result-review-actions.tsx';
import { ReviewedResult } from './reviewed-result.tsx';

export interface ResultReviewCardProps {
  interaction: ResultReviewView;
  /** Further results of this chat that wait behind this one. */
  behind: number;
}

export function ResultReviewCard({ interaction, behind }: ResultReviewCardProps) {
  const t = useT();
  const r = t.interactions.review;
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const resolve = useHostMutation('interactions/resolve');
  const guard = useGuard(card);
  const [draft, keep] = useResultDraft(interaction.id);
  const { result, serverId } = interaction;
  const { passed } = draft;
  const subject = useMemo(() => (passed === null ? interaction.hash : JSON.stringify(passed)), [passed, interaction.hash]);
  const [readTo, setReadTo] = useState<string | null>(null);
  const onRead = useCallback(() => setReadTo(subject), [subject]);
  const isRead = readTo === subject;
  const [presses, setPresses] = useState(0);
  // The keyboard goes along with a press, and with nothing else (H08).
  useEffect(() => {
    if (presses > 0) card.current?.querySelector<HTMLElement>('textarea, [role="checkbox"]')?.focus();
  }, [presses]);
  useFocusWhenWanted(interaction.id, card);
  const isEditing = draft.blocks !== null;
  const handOn = useFocusHandedOn(card);
  const isSending = resolve.isPending || resolve.data?.accepted === true;
  const answer = (given: ResultReviewAnswer) => {
    // The card goes when the host has settled it; a keyboard must not be left nowhere.
    const hadFocus = card.current?.contains(document.activeElement) ?? false;
    handOn(hadFocus);
    resolve.mutate({ id: interaction.id, hash: interaction.hash, answer: given }, {
      onSuccess: ({ accepted }) => {
        handOn(false);
        if (accepted && hadFocus) focusComposer();
      },
    });
  };
  const send = (event: SyntheticEvent) => {
    if (isSending || isEditing || !isRead || !guard.accepts(event)) return;
    answer(passed === null ? { kind: 'result-review', action: 'send' } : { kind: 'result-review', action: 'edit', blocks: passed });
  };
  const withhold = (note: string) => {
    if (!isSending) answer({ kind: 'result-review', action: 'withhold', ...(note === '' ? {} : { note }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is held down decides nothing.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    if (event.repeat || isWriting(event.target)) return;
    if (matches('Mod+Enter', event.nativeEvent)) send(event);
    else if (matches('Mod+Backspace', event.nativeEvent)) withhold('');
    else return;
    event.preventDefault();
  };
  const edit = () => {
    resolve.reset();
    setPresses((before) => before + 1);
    keep({ blocks: startBlocks(result, passed) });
  };
  const leaveEditor = (next: typeof passed) => {
    guard.hold();
    keep({ passed: next, blocks: null });
    card.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={card} tabIndex={-1} aria-labelledby={titleId} data-result-review={interaction.id} onKeyDownCapture={onKeyDown} className="isolate overflow-hidden rounded-lg border border-accent-line bg-surface shadow-md">
      <header className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-accent-soft px-3.5 py-2.5">
        <PictureOf serverId={serverId} name={interaction.serverName} size={1.5} />
        <h3 id={titleId} className="min-w-0 flex-1 basis-40 text-sm break-words">
          {r.heading.split(/(\{\w+\})/).map((part) =>
            part.startsWith('{') ? <strong key={part} className="font-semibold"><RevealText text={part === '{server}' ? interaction.serverName : toolTitle(interaction.tool, interaction.title, t)} limit={maxName} /></strong> : part,
          )}
        </h3>
        <InstallMark />
      </header>
      <div className="flex min-w-0 flex-col gap-3 p-3.5">
        <p className="text-sm text-muted">{r.notRead}</p>
        {draft.blocks === null ? (
          <ReadToEnd key={subject} label={r.region} onRead={onRead}>
            <ReviewedResult result={result} passed={passed} serverId={serverId} />
          </ReadToEnd>
        ) : (
          <ResultEditor result={result} blocks={draft.blocks} serverId={serverId} onChange={(blocks) => keep({ blocks })} onDone={() => leaveEditor(passedOf(result, draft.blocks ?? []))} onCancel={() => leaveEditor(passed)} />
        )}
        {isEditing || passed === null ? null : <Callout tone="info" actions={<Button size="sm" onClick={() => leaveEditor(null)}>{r.editReset}</Button>}>{r.edited}</Callout>}
        <Collapsible label={t.chat.call.arguments} className="text-sm"><ArgumentsView value={interaction.arguments} /></Collapsible>
        <div className="-ml-1.5"><Choices interaction={interaction} /></div>
        {resolve.data?.accepted === false ? <Callout tone="warn" alert>{t.interactions.approval.stale}</Callout> : null}
        {resolve.error ? <ProblemCallout problem={resolve.error.problem} /> : null}
      </div>
      <ResultReviewActions isGuarded={guard.isGuarded} isRead={isRead} isSending={isSending} isEditing={isEditing} isEdited={passed !== null} behind={behind} onSend={send} onEdit={edit} onWithhold={withhold} />
    </section>
  );
}

/** When results are shown from now on; what is chosen here is also on the pages of the tool, the server and the chat. */
function Choices({ interaction }: { interaction: ResultReviewView }) {
  const r = useT().interactions.review;
  const { isOn, choose } = useReviewChoices();
  const { serverId, tool, conversationId } = interaction;
  const choices = [{ scope: 'tool', serverId, tool }, { scope: 'server', serverId }, { scope: 'chat', conversationId }] as const;
  return (
    <Menu trigger={<Button variant="ghost" size="sm" icon={<EyeIcon />}>{r.when}</Button>}>
      {choices.map((choice) => <MenuCheckboxItem key={choice.scope} checked={isOn(choice)} onCheckedChange={(next) => choose(choice, next)}>{r.choice[choice.scope]}</MenuCheckboxItem>)}
    </Menu>
  );
}
