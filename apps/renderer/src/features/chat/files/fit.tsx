/** Says before anything is sent which files the model of the chat cannot be given, and what can be done about it (C07). */
import type { ConversationView } from '@portolan/contract/conversations';
import type { PendingAttachment } from '@portolan/contract/drafts';
import type { FileFit } from '@portolan/contract/files';
import { ProviderId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Menu, MenuGroup, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { ChevronDownIcon, TriangleAlertIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHostQuery, useProviders } from '../../../host/queries.ts';
import { useAttachments } from '../../../lib/attachment-store.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { kindOf } from '../../../lib/files/file-kind.ts';

export interface Fit {
  /** Keys of what would not be taken. */
  unfit: ReadonlySet<string>;
  notice: ReactNode;
}

interface Unfit {
  attachment: PendingAttachment;
  fit: Exclude<FileFit, 'fits'>;
}

export function useFit(conversation: ConversationView, attachments: readonly PendingAttachment[]): Fit {
  const asked = attachments.flatMap((attachment) => (attachment.input.type === 'file' && attachment.input.asWords !== true ? [{ attachment, hash: attachment.input.forModel ?? attachment.input.hash }] : []));
  const defaultModel = useProviders().data?.defaultModel ?? null;
  const model = conversation.model ?? defaultModel;
  const { data } = useHostQuery('files/fit', { conversationId: conversation.id, hashes: asked.map(({ hash }) => hash) }, { enabled: asked.length > 0 && model !== null, fresh: true, stamp: `${model?.providerId} ${model?.model}` });
  if (asked.length === 0 || data?.fits.length !== asked.length) return { unfit: new Set(), notice: null };
  const unfit = asked.flatMap(({ attachment }, index): Unfit[] => {
    const fit = data.fits[index];
    return fit === undefined || fit === 'fits' ? [] : [{ attachment, fit }];
  });
  return { unfit: new Set(unfit.map(({ attachment }) => attachment.key)), notice: unfit.length === 0 ? null : <FitNotice conversation={conversation} unfit={unfit} model={data.model ?? ''} others={data.others} /> };
}

function FitNotice({ conversation, unfit, model, others }: { conversation: ConversationView; unfit: readonly Unfit[]; model: string; others: readonly { providerId: string; providerName: string; model: string }[] }) {
  const t = useT();
  const act = useAct();
  const remove = useAttachments((state) => state.remove);
  const sendAsWords = useAttachments((state) => state.sendAsWords);
  const keys = unfit.map(({ attachment }) => attachment.key);
  const choose = (providerId: string, name: string) => {
    const id = ProviderId.safeParse(providerId);
    if (id.success) void act('conversations/setModel', { conversationId: conversation.id, model: { providerId: id.data, model: name } });
  };
  return (
    <div className="flex flex-col gap-1.5 px-4 pt-2 text-sm" role="alert">
      {unfit.map((each) => (
        <p key={each.attachment.key} className="flex min-w-0 items-start gap-1.5">
          <TriangleAlertIcon className="mt-0.5 size-3.5 shrink-0 text-danger-fg" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere"><Words {...each} model={model} /></span>
        </p>
      ))}
      <div className="flex flex-wrap gap-1.5">
        {others.length > 0 && !conversation.isRunning ? (
          <Menu side="top" trigger={<Button size="sm">{t.files.unfit.another}<ChevronDownIcon className="size-3.5 text-subtle" aria-hidden="true" /></Button>}>
            <MenuGroup label={t.files.unfit.others}>
              {others.map((other) => (
                <MenuItem key={`${other.providerId} ${other.model}`} onSelect={() => choose(other.providerId, other.model)}><RevealText text={`${other.model} · ${other.providerName}`} hideCount /></MenuItem>
              ))}
            </MenuGroup>
          </Menu>
        ) : null}
        <Button size="sm" onClick={() => sendAsWords(conversation.id, keys)}>{t.files.unfit.nameOnly}</Button>
        <Button size="sm" variant="ghost" onClick={() => remove(conversation.id, keys)}>{t.files.unfit.remove}</Button>
      </div>
    </div>
  );
}

function Words({ attachment: { label, file }, fit, model }: Unfit & { model: string }) {
  const u = useT().files.unfit;
  if (fit === 'size') return <RevealText text={u.size(model, label)} hideCount />;
  const kind = kindOf(file?.mimeType ?? '');
  const words = kind === 'picture' ? u.picture : kind === 'sound' ? u.sound : kind === 'pdf' ? u.pdf : u.other;
  return <RevealText text={words(model, label)} hideCount />;
}
