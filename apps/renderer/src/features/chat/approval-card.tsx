/**
 * The decision about one tool call (H01). Drawn from the bytes that will be sent, never takes focus by itself, allows
 * nothing in its first moments, unseen or from anything but real input (H08, T:J10, T:C10).
 */
import type { InteractionId } from '@portolan/contract/ids';
import { isOwnTool, toolTitle } from '@portolan/i18n/tool-title';
import type { InteractionAnswer, ToolApprovalView } from '@portolan/contract/interactions';
import type { RuleConditions } from '@portolan/contract/rules';
import type { JsonObject } from '@portolan/contract/json';
import { isEqual } from '@portolan/schema-form/json';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Checkbox } from '@portolan/ui/checkbox';
import { maxName } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, SyntheticEvent } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { InstallMark } from '../../lib/install-mark.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { useReviewChoices } from '../../lib/review-choices.tsx';
import { goToQuestion } from '../../lib/questions.ts';
import { isWriting, matches } from '../../lib/shortcuts.ts';
import { WholeDefinition } from '../../lib/tool-definition.tsx';
import { useGuard } from '../../lib/use-guard.ts';
import { useSeen } from '../../lib/use-seen.ts';
import { focusComposer, useFocusHandedOn } from '../../lib/use-focus-handed-on.ts';
import { useFocusWhenWanted } from '../../lib/use-wanted-focus.ts';
import { PictureOf } from '../../lib/server-picture.tsx';
import { ApprovalActions } from './approval-actions.tsx';
import type { Never, Scope } from './approval-actions.tsx';
import { useApprovalDraft } from './approval-drafts.ts';
import { ArgumentsEditor, startEditing } from './arguments-editor.tsx';
import { ArgumentsView } from './arguments-view.tsx';
import { AskedByNote } from './asked-by-note.tsx';
import { ReadBeforeNote } from './read-before-note.tsx';
import { ReadToEnd } from './read-to-end.tsx';
import { codeOf, ScriptCode } from './script-code.tsx';

/** Characters that the name of a tool may have; the host takes no longer ones. */
const longestToolName = 256;

export interface ApprovalCardProps {
  interaction: ToolApprovalView;
  /** Further calls of this chat that wait behind this one. */
  behind: number;
  /** Whether all of it has been on the screen as the model asked for it: what is being changed is decided by itself. */
  onSeen?: (id: InteractionId, isSeen: boolean) => void;
}

export function ApprovalCard({ interaction, behind, onSeen }: ApprovalCardProps) {
  const t = useT();
  const a = t.interactions.approval;
  const titleId = useId();
  const card = useRef<HTMLElement>(null);
  const resolve = useHostMutation('interactions/resolve');
  const [draft, keep] = useApprovalDraft(interaction.id);
  // What is to be sent: seeing one thing to its end says nothing of another.
  const shown = draft.edited ?? interaction.arguments;
  const subject = useMemo(() => (draft.edited === null ? interaction.hash : JSON.stringify(draft.edited)), [draft.edited, interaction.hash]);
  const [readTo, setReadTo] = useState<string | null>(null);
  const isRead = readTo === subject;
  const onRead = useCallback(() => setReadTo(subject), [subject]);
  const end = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(end);
  useFocusWhenWanted(interaction.id, card);
  const { tool } = interaction;
  const title = toolTitle(tool.name, tool.title ?? tool.annotations?.title, t);
  const { serverId, conversationId } = interaction;
  const choices = useReviewChoices();
  const standing = ([{ scope: 'server', serverId }, { scope: 'tool', serverId, tool: tool.name }, { scope: 'chat', conversationId }] as const).find((choice) => choices.isOn(choice));
  const isEditing = draft.form !== null;
  const isSeenAsAsked = isSeen && isRead && !isEditing && draft.edited === null;
  useEffect(() => onSeen?.(interaction.id, isSeenAsAsked), [isSeenAsAsked, onSeen, interaction.id]);
  const [presses, setPresses] = useState(0);
  // The keyboard goes along with a press, and with nothing else: a card that is drawn anew takes no focus (H08).
  useEffect(() => {
    if (presses > 0) card.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [presses]);
  const guard = useGuard(card);
  const handOn = useFocusHandedOn(card);
  const isSending = resolve.isPending || resolve.data?.accepted === true;
  const answer = (given: InteractionAnswer) => {
    // The card goes when the host has settled it; a keyboard must not be left nowhere.
    const hadFocus = card.current?.contains(document.activeElement) ?? false;
    handOn(hadFocus);
    resolve.mutate(
      { id: interaction.id, hash: interaction.hash, answer: given },
      {
        onSuccess: ({ accepted, argumentProblems }) => {
          handOn(false);
          if (argumentProblems !== undefined) keep({ form: startEditing(tool.inputSchema, shown), problems: argumentProblems });
          if (accepted && hadFocus) focusComposer();
        },
      },
    );
  };
  const allow = (scope: Scope, event: SyntheticEvent, conditions?: RuleConditions) => {
    if (isSending || isEditing || !isRead || (draft.edited !== null && scope !== 'once') || !guard.accepts(event)) return;
    answer({ kind: 'tool-approval', decision: 'allow', scope, ...(draft.edited === null ? {} : { arguments: draft.edited }), ...(draft.reviewResult ? { reviewResult: true } : {}), ...(conditions === undefined || conditions.length === 0 ? {} : { conditions }) });
  };
  const deny = (reason: string, never?: Never) => {
    if (!isSending) answer({ kind: 'tool-approval', decision: 'deny', ...(reason === '' ? {} : { reason }), ...(never === undefined ? {} : { never }) });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that is held down decides nothing.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    if (event.repeat || isWriting(event.target)) return;
    if (matches('Mod+Enter', event.nativeEvent)) allow('once', event);
    else if (matches('Mod+Backspace', event.nativeEvent)) deny('');
    else return;
    event.preventDefault();
  };
  const count = Object.keys(shown).length;
  const isScript = tool.name === 'host:run_script';
  const edit = () => {
    resolve.reset();
    setPresses((before) => before + 1);
    keep({ form: startEditing(tool.inputSchema, shown), problems: [] });
  };
  const leaveEditor = (edited: JsonObject | null) => {
    guard.hold();
    keep({ edited: edited === null || isEqual(edited, interaction.arguments) ? null : edited, form: null, problems: [] });
    card.current?.focus({ preventScroll: true });
  };
  return (
    <section ref={card} tabIndex={-1} aria-labelledby={titleId} data-approval={interaction.id} onKeyDownCapture={onKeyDown} className="isolate overflow-hidden rounded-lg border border-accent-line bg-surface shadow-md">
      <header className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-accent-soft px-3.5 py-2.5">
        <PictureOf serverId={interaction.serverId} name={interaction.serverName} size={1.5} />
        <h3 id={titleId} className="min-w-0 flex-1 basis-40 text-sm break-words">
          {isScript ? t.scripts.asks : <><strong className="font-semibold"><RevealText text={interaction.serverName} limit={maxName} /></strong> {a.wants} <strong className="font-semibold"><RevealText text={title} limit={maxName} /></strong></>}
        </h3>
        {/* Two long names with one beginning must not look alike (T:C04): the name by which it is called is never cut. */}
        {isScript || (title === tool.name && tool.name.length <= maxName) ? null : <code className="ui-code min-w-0 break-all"><RevealText text={tool.name} limit={longestToolName} hideCount /></code>}
        <InstallMark />
      </header>
      <div className="flex min-w-0 flex-col gap-3 p-3.5">
        {interaction.ofApp === undefined ? null : <Callout tone="info">{t.mcpApps.askedByApp}</Callout>}
        <ReadBeforeNote interaction={interaction} />
        <AskedByNote interaction={interaction} />
        <Flags interaction={interaction} />
        <div>
          <h4 className="mb-1.5 flex flex-wrap items-center gap-2 text-xs font-medium text-muted">
            {isScript ? t.scripts.code : a.arguments(count)}
            {tool.annotations?.readOnlyHint === true ? <span className="flex flex-wrap items-center gap-1.5 font-normal"><Badge>{t.tools.hints.readOnly}</Badge> {isOwnTool(tool.name) ? t.tools.hints.own : t.tools.hints.label}</span> : null}
          </h4>
          {draft.form === null ? (
            <ReadToEnd key={subject} label={isScript ? t.scripts.code : a.arguments(count)} onRead={onRead}>
              {isScript ? <ScriptCode code={codeOf(shown)} /> : <ArgumentsView value={shown} before={draft.edited === null ? undefined : interaction.arguments} />}
            </ReadToEnd>
          ) : (
            <ArgumentsEditor
              schema={tool.inputSchema}
              form={draft.form}
              original={interaction.arguments}
              problems={draft.problems}
              onChange={(form) => keep({ form, problems: [] })}
              onDone={leaveEditor}
              onCancel={() => leaveEditor(draft.edited)}
            />
          )}
          {isEditing || draft.edited === null ? null : (
            <Callout tone="info" className="mt-2" actions={<Button size="sm" onClick={() => leaveEditor(null)}>{a.editReset}</Button>}>{interaction.ofApp === undefined ? a.edited : a.editedOfApp}</Callout>
          )}
        </div>
        {/* What an app's call brings goes to the app; no model reads it. */}
        {interaction.ofApp === undefined && !isScript ? (
          <Checkbox
            label={t.interactions.review.thisCall}
            description={standing === undefined ? undefined : t.interactions.review.chosen[standing.scope]}
            checked={draft.reviewResult || standing !== undefined}
            disabled={standing !== undefined}
            onCheckedChange={(reviewResult) => keep({ reviewResult })}
          />
        ) : null}
        {isScript ? <Callout tone="info">{t.scripts.askNote}</Callout> : <WholeDefinition serverId={interaction.serverId} serverName={interaction.serverName} tool={tool} isForApp={interaction.ofApp !== undefined} />}
        {resolve.data?.accepted === false && resolve.data.argumentProblems === undefined ? <Callout tone="warn" alert>{a.stale}</Callout> : null}
        {resolve.error ? <ProblemCallout problem={resolve.error.problem} /> : null}
      </div>
      <div ref={end} className="h-px" />
      <ApprovalActions isGuarded={guard.isGuarded} isRead={isRead} isSending={isSending} isEditing={isEditing} isEdited={draft.edited !== null} interaction={interaction} behind={behind} onEdit={edit} onTogether={() => goToQuestion(interaction, { together: true })} onAllow={allow} onDeny={deny} />
    </section>
  );
}

function Flags({ interaction }: { interaction: ToolApprovalView }) {
  const a = useT().interactions.approval;
  if (interaction.flags.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1.5">
      {interaction.flags.map((flag) => (
        <li key={flag}>
          <Callout tone="warn" title={a.flags[flag]}>{flag.startsWith('claims-') ? a.claimed : null}</Callout>
        </li>
      ))}
    </ul>
  );
}
