/** A resource that will go with the message, in the version in which it was attached; says when there is a newer one (C08). */
import type { AttachmentInput } from '@portolan/contract/conversations';
import type { Problem } from '@portolan/contract/errors';
import type { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { useAnnounce } from '@portolan/ui/live-region';
import { Spinner } from '@portolan/ui/spinner';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { FileTextIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { isHeldBack, useAttachments } from '../../lib/attachment-store.ts';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { isForPeopleOnly } from '../../lib/audience.ts';
import { useT } from '../../lib/i18n.tsx';
import { problemOf, useProblemText } from '../../lib/problem.tsx';
import { useLiveResource } from '../../lib/live-resource.ts';
import { Chip } from './chip.tsx';
import type { ChipProps } from './chip.tsx';
import { ResourceChange } from './resource-change.tsx';
import { useSizeFacts } from './size-facts.ts';

export interface ResourceChipProps extends Pick<ChipProps, 'onOpen' | 'onRemove'> {
  conversationId: ConversationId;
  attachment: PendingAttachment;
  input: Extract<AttachmentInput, { type: 'resource' }>;
}

export function ResourceChip({ conversationId, attachment, input, ...actions }: ResourceChipProps) {
  const t = useT();
  const { version, annotations, label } = attachment;
  // Watched before it is read: what changes in between is told of.
  const live = useLiveResource(input.serverId, input.uri).data;
  const { problem, attach, isReading } = useAttach(conversationId, attachment, input);
  const change = useAttachments((state) => state.change);
  const [isComparing, setIsComparing] = useState(false);
  const facts = useSizeFacts(version);
  const isChanged = version !== undefined && live?.version != null && live.version.hash !== version.hash;
  useSaid(isChanged ? t.composer.changedSince(label) : null);
  const isKept = isHeldBack(attachment);
  const marks = (
    <>
      {isReading ? <span role="status" className="px-1" aria-label={t.resources.reading}><Spinner /></span> : null}
      {problem && !isReading ? <Failed problem={problem} onRetry={attach} /> : null}
      {isChanged ? <Button size="sm" variant="ghost" onClick={() => setIsComparing(true)} aria-label={t.composer.showChange(label)}>{t.composer.changed}</Button> : null}
      {isForPeopleOnly(annotations) ? (
        <Button size="sm" variant="ghost" aria-pressed={!isKept} title={t.composer.forPeopleNote} onClick={() => change(conversationId, attachment.key, { despiteAudience: isKept })}>
          {isKept ? t.composer.sendAnyway : t.composer.sentAnyway}
        </Button>
      ) : null}
    </>
  );
  return (
    <>
      <Chip
        label={label}
        serverName={attachment.serverName}
        icon={<FileTextIcon className="size-3.5 text-muted" />}
        facts={isKept ? [t.composer.forPeople, ...facts] : facts}
        marks={marks}
        tone={problem && !isReading ? 'danger' : isChanged || isKept ? 'warn' : 'usual'}
        {...actions}
      />
      {isComparing && version ? (
        <ResourceChange
          label={label}
          of={{ serverId: input.serverId, uri: input.uri, hash: version.hash }}
          stamp={live?.version?.hash}
          action={t.composer.takeNew}
          onTake={() => {
            setIsComparing(false);
            attach();
          }}
          onClose={() => setIsComparing(false)}
        />
      ) : null}
    </>
  );
}

function Failed({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  const t = useT();
  const { title } = useProblemText()(problem);
  return (
    <>
      <VisuallyHidden><span role="alert">{title}</span></VisuallyHidden>
      <Button size="sm" variant="ghost" title={title} onClick={onRetry}>{t.app.actions.retry}</Button>
    </>
  );
}

/** Reads it once it stands in the composer, and again when that is asked for. */
function useAttach(conversationId: ConversationId, { key, version }: PendingAttachment, { serverId, uri, uriTemplate }: ResourceChipProps['input']) {
  const { link } = useHost();
  const change = useAttachments((state) => state.change);
  const [state, setState] = useState<{ isReading: boolean; problem: Problem | null }>({ isReading: false, problem: null });
  const attach = async () => {
    setState({ isReading: true, problem: null });
    try {
      change(conversationId, key, await link.request('resources/attach', { serverId, uri, ...(uriTemplate === undefined ? {} : { uriTemplate }) }));
      setState({ isReading: false, problem: null });
    } catch (error) {
      setState({ isReading: false, problem: problemOf(error) });
    }
  };
  const isAsked = useRef(version !== undefined);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void attach();
    // Once; later only when it is asked for.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return { ...state, attach: () => void attach() };
}

/** Tells a person who does not look. */
function useSaid(words: string | null): void {
  const announce = useAnnounce();
  useEffect(() => {
    if (words !== null) announce(words);
  }, [announce, words]);
}
