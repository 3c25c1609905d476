/** One message of a prompt, on its way into the chat. */
import { sizeOfContent } from '@portolan/contract/content-size';
import type { AttachmentInput } from '@portolan/contract/conversations';
import { MessageSquareTextIcon } from 'lucide-react';
import { useMemo } from 'react';
import type { PendingAttachment } from '@portolan/contract/drafts';
import { useT } from '../../lib/i18n.tsx';
import { Chip } from './chip.tsx';
import type { ChipProps } from './chip.tsx';
import { useSizeFacts } from './size-facts.ts';

export interface PromptChipProps extends Pick<ChipProps, 'onOpen' | 'onRemove'> {
  attachment: PendingAttachment;
  input: Extract<AttachmentInput, { type: 'prompt' }>;
}

export function PromptChip({ attachment, input, ...actions }: PromptChipProps) {
  const t = useT();
  const facts = useSizeFacts(useMemo(() => sizeOfContent(input.content), [input.content]));
  return <Chip label={attachment.label} serverName={attachment.serverName} icon={<MessageSquareTextIcon className="size-3.5 text-muted" />} facts={[t.prompts.role[input.role], ...facts]} {...actions} />;
}
