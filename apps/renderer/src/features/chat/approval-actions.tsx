/**
 * What can be answered to a tool call that asks. Neither is taken in the first moments, when the press may have been meant for
 * what stood here before (T:J10); allowing is held back until it can be meant.
 */
import type { ToolApprovalView } from '@portolan/contract/interactions';
import type { RuleConditions } from '@portolan/contract/rules';
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { ChevronDownIcon, PencilIcon } from 'lucide-react';
import { useState } from 'react';
import type { SyntheticEvent } from 'react';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';
import { StandingPanel } from './standing-panel.tsx';

export type Scope = 'once' | 'chat' | 'always';
const longestReason = 2_000;

export interface ApprovalActionsProps {
  isGuarded: boolean;
  isRead: boolean;
  isSending: boolean;
  /** The arguments are being changed: nothing is to be allowed before they are seen as they will be sent. */
  isEditing: boolean;
  /** They were changed. Such a call is allowed once and makes no standing permission. */
  isEdited: boolean;
  interaction: ToolApprovalView;
  behind: number;
  onEdit: () => void;
  /** Shows all that wait, one below the other. */
  onTogether: () => void;
  onAllow: (scope: Scope, event: SyntheticEvent, conditions?: RuleConditions) => void;
  onDeny: (reason: string, never?: Never) => void;
}

export interface Never {
  scope: 'chat' | 'always';
  conditions: RuleConditions;
}

export function ApprovalActions({ isGuarded, isRead, isSending, isEditing, isEdited, interaction, behind, onEdit, onTogether, onAllow, onDeny }: ApprovalActionsProps) {
  const t = useT();
  const a = t.interactions.approval;
  const [isDenying, setIsDenying] = useState(false);
  const [reason, setReason] = useState('');
  const [isStanding, setIsStanding] = useState(false);
  const { scopes } = interaction;
  const isHeld = isGuarded || isSending || isEditing || !isRead;
  if (isStanding && !isEdited && !isEditing) {
    return (
      <footer className="border-t border-line px-3.5 py-2.5">
        <StandingPanel interaction={interaction} isHeld={isHeld} isSending={isSending} onAllow={onAllow} onNever={(scope, conditions) => onDeny('', { scope, conditions })} onBack={() => setIsStanding(false)} />
      </footer>
    );
  }
  return (
    <footer className="flex flex-col gap-2 border-t border-line px-3.5 py-2.5">
      {isDenying ? (
        <Field label={a.denyReason}>
          <Input
            ref={focusOnMount}
            value={reason}
            maxLength={longestReason}
            onValueChange={(next) => setReason(next)}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing || event.repeat) return;
              if (event.key === 'Enter') onDeny(reason.trim());
              if (event.key === 'Escape') setIsDenying(false);
            }}
          />
        </Field>
      ) : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button loading={isSending} disabled={isGuarded} focusableWhenDisabled onClick={() => onDeny(reason.trim())}>{a.deny}</Button>
        {/* An app is told that it was refused, and no more. */}
        {isDenying || interaction.ofApp !== undefined ? null : <Button variant="ghost" disabled={isSending} onClick={() => setIsDenying(true)}>{a.denyWithReason}</Button>}
        {isEditing ? null : <Button variant="ghost" icon={<PencilIcon />} disabled={isSending} onClick={onEdit}>{isEdited ? a.editAgain : interaction.tool.name === 'host:run_script' ? t.scripts.change : a.edit}</Button>}
        <span className="ml-auto flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
          {isEditing ? <span className="text-xs text-muted">{a.editFirst}</span> : isRead ? null : <span className="text-xs text-warn-fg">{a.readFirst}</span>}
          <span className="flex items-center">
            <Button variant="primary" className={isEdited ? undefined : 'rounded-r-none'} disabled={isHeld} focusableWhenDisabled onClick={(event) => onAllow('once', event)}>{isEdited ? a.allowEdited : a.allowOnce}</Button>
            {isEdited ? null : <Menu
              align="end"
              trigger={<Button variant="primary" className="rounded-l-none border-l border-l-surface px-1.5" disabled={isHeld} focusableWhenDisabled aria-label={a.moreChoices} icon={<ChevronDownIcon />} />}
            >
              {scopes.includes('chat') ? <MenuItem onSelect={(event) => onAllow('chat', event)}>{a.allowChat}</MenuItem> : null}
              {scopes.includes('always') ? <MenuItem onSelect={(event) => onAllow('always', event)} description={a.allowAlwaysHint}>{a.allowAlways}</MenuItem> : null}
              <MenuItem onSelect={() => setIsStanding(true)}>{t.rules.card.more}</MenuItem>
            </Menu>}
          </span>
        </span>
      </div>
      {behind > 0 ? (
        <p className="flex flex-wrap items-center gap-2 text-xs text-subtle">
          <span>{t.shell.toolsWaiting(behind)}</span>
          <Button size="sm" variant="ghost" onClick={onTogether}>{t.batches.together}</Button>
        </p>
      ) : null}
    </footer>
  );
}
