/** Whether the model may write scripts in this chat, with what that means (C17). */
import type { ConversationView } from '@portolan/contract/conversations';
import { Switch } from '@portolan/ui/switch';
import { useId } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';

export function ScriptsSwitch({ conversation }: { conversation: ConversationView }) {
  const s = useT().scripts;
  const act = useAct();
  const label = useId();
  const text = useId();
  return (
    <div className="mb-3 flex min-w-0 items-start gap-4 rounded-md border border-line p-3">
      <div className="min-w-0 flex-1">
        <p id={label} className="font-medium">{s.switchLabel}</p>
        <p id={text} className="text-sm text-muted">{s.switchText}</p>
      </div>
      <Switch aria-labelledby={label} aria-describedby={text} checked={conversation.runsScripts === true} onCheckedChange={(isOn) => void act('conversations/setRunsScripts', { conversationId: conversation.id, isOn })} />
    </div>
  );
}
