/** Chips of what will go with the message; each can be looked at before it goes, and taken out again, by keyboard alone. */
import type { ConversationId } from '@portolan/contract/ids';
import { useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useAttachments, usePending } from '../../lib/attachment-store.ts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { useT } from '../../lib/i18n.tsx';
import { AttachmentPreview } from './attachment-preview.tsx';
import { FileChip } from './files/file-chip.tsx';
import { IncomingChip } from './files/incoming-chip.tsx';
import { useIncoming } from './files/incoming.ts';
import { PromptChip } from './prompt-chip.tsx';
import { ResourceChip } from './resource-chip.tsx';

export interface AttachmentsProps {
  conversationId: ConversationId;
  /** Keys of what the model cannot be given. */
  unfit: ReadonlySet<string>;
  /** The keyboard has nothing more to do here. */
  onLeave: () => void;
}

export function Attachments({ conversationId, unfit, onLeave }: AttachmentsProps) {
  const t = useT();
  const attachments = usePending(conversationId);
  const remove = useAttachments((state) => state.remove);
  const [shown, setShown] = useState<string | null>(null);
  const incoming = useIncoming(conversationId);
  if (attachments.length === 0 && incoming.length === 0) return null;
  const preview = attachments.find(({ key }) => key === shown);
  const removeAt = (list: HTMLElement | null, index: number) => {
    const chips = chipsOf(list);
    const next = chips[index + 1] ?? chips[index - 1];
    if (next) next.focus();
    else onLeave();
    remove(conversationId, [attachments[index]?.key ?? '']);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const list = event.currentTarget;
    const chips = chipsOf(list);
    const item = event.target instanceof HTMLElement ? event.target.closest('li') : null;
    const index = chips.findIndex((chip) => item?.contains(chip));
    if (index < 0) return;
    if (event.key === 'ArrowLeft') chips[index - 1]?.focus();
    else if (event.key === 'ArrowRight') (chips[index + 1] ?? list.closest('[data-composer]')?.querySelector('textarea'))?.focus();
    else if (event.key === 'Delete' || event.key === 'Backspace') removeAt(list, index);
    else if (event.key === 'Escape') onLeave();
    else return;
    event.preventDefault();
  };
  const common = (each: PendingAttachment, index: number) => ({
    onOpen: () => setShown(each.key),
    onRemove: (list: HTMLElement | null) => removeAt(list, index),
  });
  return (
    <>
      {/* The arrows go from chip to chip, and Delete takes out the one that has the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul aria-label={t.composer.chips} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto px-3 pt-3" onKeyDown={onKeyDown}>
        {attachments.map((each, index) =>
          each.input.type === 'resource' ? (
            <ResourceChip key={each.key} conversationId={conversationId} attachment={each} input={each.input} {...common(each, index)} />
          ) : each.input.type === 'prompt' ? (
            <PromptChip key={each.key} attachment={each} input={each.input} {...common(each, index)} />
          ) : each.file ? (
            <FileChip key={each.key} attachment={each} file={each.file} isUnfit={unfit.has(each.key)} {...common(each, index)} />
          ) : null,
        )}
        {incoming.map((each) => <IncomingChip key={each.key} incoming={each} />)}
      </ul>
      {preview ? <AttachmentPreview attachment={preview} onClose={() => setShown(null)} /> : null}
    </>
  );
}

const chipsOf = (list: HTMLElement | null): HTMLElement[] => [...(list?.querySelectorAll<HTMLElement>('[data-chip]') ?? [])];
