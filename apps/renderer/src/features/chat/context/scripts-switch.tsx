/** Whether the model may write scripts in this chat, with what that means (C17). */
import type { ConversationView } from '@portolan/contract/conversations';
import { RevealText } from '@portolan/ui/reveal-text';
import { Switch } from '@portolan/ui/switch';
import { useId } from 'react';
import { useProfiles } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';

export function ScriptsSwitch({ conversation }: { conversation: ConversationView }) {
  const s = useT().scripts;
  const act = useAct();
  const label = useId();
  const text = useId();
  const profile = useProfiles().data?.profiles.find(({ id, runsScripts }) => id === conversation.profileId && runsScripts === true);
  return (
    <div className="mb-3 flex min-w-0 items-start gap-4 rounded-md border border-line p-3">
      <div className="min-w-0 flex-1">
        <p id={label} className="font-medium">{s.switchLabel}</p>
        <p id={text} className="text-sm text-muted">{s.switchText}</p>
        {profile === undefined ? null : <p className="mt-1 text-sm"><RevealText text={s.byProfile(profile.name)} /></p>}
      </div>
      <Switch aria-labelledby={label} aria-describedby={text} checked={conversation.runsScripts === true || profile !== undefined} disabled={profile !== undefined} onCheckedChange={(isOn) => void act('conversations/setRunsScripts', { conversationId: conversation.id, isOn })} />
    </div>
  );
}
