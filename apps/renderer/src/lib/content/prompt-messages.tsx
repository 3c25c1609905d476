/** The messages a prompt made, as they would enter a chat. */
import type { ContentView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import { useT } from '../i18n.tsx';
import { ContentBlock } from './content-blocks.tsx';

export function PromptMessages({ messages, serverId }: { messages: { role: 'user' | 'assistant'; content: ContentView }[]; serverId: ServerId | null }) {
  const t = useT();
  if (messages.length === 0) return <p className="text-sm text-muted">{t.prompts.noMessages}</p>;
  return (
    <section aria-label={t.prompts.messages(messages.length)} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold" role="status">{t.prompts.messages(messages.length)}</h3>
      {messages.map((message, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- an answer's messages never move
        <div key={index} className="rounded-lg border border-line bg-surface p-3">
          <p className="mb-1.5 text-xs font-medium text-muted">{t.prompts.role[message.role]}</p>
          <ContentBlock block={message.content} serverId={serverId} />
        </div>
      ))}
    </section>
  );
}
