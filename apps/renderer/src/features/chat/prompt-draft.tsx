/** The messages a prompt made, to be looked at, changed and left out before they enter the chat (H15, P10). */
import type { ContentView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Checkbox } from '@portolan/ui/checkbox';
import { Textarea } from '@portolan/ui/textarea';
import { useState } from 'react';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { focusOnMount } from '../../lib/focus-on-mount.ts';
import { useT } from '../../lib/i18n.tsx';

export interface DraftMessage {
  role: 'user' | 'assistant';
  content: ContentView;
  isKept: boolean;
}

export interface PromptDraftProps {
  messages: readonly DraftMessage[];
  serverId: ServerId;
  onChange: (index: number, change: Partial<DraftMessage>) => void;
}

export function PromptDraft({ messages, serverId, onChange }: PromptDraftProps) {
  const t = useT();
  if (messages.length === 0) return <p className="text-sm text-muted">{t.prompts.noMessages}</p>;
  return (
    <section aria-label={t.prompts.messages(messages.length)} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold" role="status">{t.prompts.messages(messages.length)}</h3>
      <ol className="flex flex-col gap-2">
        {messages.map((message, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- an answer's messages never move
          <Message key={index} message={message} index={index} serverId={serverId} onChange={(change) => onChange(index, change)} />
        ))}
      </ol>
    </section>
  );
}

function Message({ message, index, serverId, onChange }: { message: DraftMessage; index: number; serverId: ServerId; onChange: (change: Partial<DraftMessage>) => void }) {
  const t = useT();
  const [isEditing, setIsEditing] = useState(false);
  const { content, isKept } = message;
  return (
    <li className={`rounded-lg border border-line p-3 ${isKept ? 'bg-surface' : 'bg-sunken'}`}>
      <div className="mb-1.5 flex flex-wrap items-center gap-2 text-xs font-medium text-muted">
        <Checkbox checked={isKept} onCheckedChange={(next) => onChange({ isKept: next })} label={t.prompts.take(index + 1, t.prompts.role[message.role])} />
        {content.type === 'text' && isKept && !isEditing ? <Button size="sm" variant="ghost" className="ml-auto" aria-label={t.prompts.editMessage(index + 1)} onClick={() => setIsEditing(true)}>{t.prompts.edit}</Button> : null}
      </div>
      {!isKept ? null : content.type === 'text' && isEditing ? (
        <Textarea ref={focusOnMount} aria-label={t.prompts.messageText(index + 1)} value={content.text} onValueChange={(text) => onChange({ content: { ...content, text } })} />
      ) : (
        <ContentBlock block={content} serverId={serverId} />
      )}
    </li>
  );
}
