/** What an app would have the person say (I14): shown, and put into the message box when they want it. It is never sent by itself. */
import type { ConversationId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { splitHidden } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { commandById } from '../../lib/commands.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useT } from '../../lib/i18n.tsx';

export function SuggestedMessage({ text, conversationId, from, onDone }: { text: string; conversationId: ConversationId; from: string; onDone: () => void }) {
  const t = useT();
  const draft = useDraft(conversationId);
  const use = () => {
    const seen = splitHidden(text, { multiline: true }).parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('');
    draft.setText(draft.text.trim() === '' ? seen : `${draft.text.trimEnd()}\n\n${seen}`);
    onDone();
    commandById('composer.focus')?.run();
  };
  return (
    <div role="group" aria-label={t.mcpApps.suggestion(from)} className="flex min-w-0 flex-col gap-2 border-t border-line p-3 text-sm">
      <p className="text-xs text-muted"><RevealText text={t.mcpApps.suggestion(from)} hideCount /></p>
      <p className="max-h-32 min-w-0 overflow-y-auto rounded-md bg-sunken px-2 py-1.5 break-words whitespace-pre-wrap"><RevealText text={text} multiline limit={10_000} /></p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={use}>{t.mcpApps.useSuggestion}</Button>
        <Button size="sm" variant="ghost" onClick={onDone}>{t.mcpApps.dismiss}</Button>
      </div>
    </div>
  );
}
