/** Servers that ask too often or are muted, wherever that is shown: what stands, and what can be done, each to be undone (C17). */
import type { ConversationId, ServerId } from '@portolan/contract/ids';
import type { AllowanceView, MuteView } from '@portolan/contract/mutes';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { revealed } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { BellOffIcon } from 'lucide-react';
import { useMutes } from '../host/queries.ts';
import { useFormat, useT } from './i18n.tsx';
import { useAct } from './use-act.ts';

export interface Muting {
  mute: (serverId: ServerId, serverName: string, conversationId: ConversationId | null) => Promise<void>;
  unmute: (mute: MuteView) => Promise<void>;
  allowMore: (serverId: ServerId, serverName: string) => Promise<void>;
}

/** What is said about it stands in a toast with the way back. */
export function useMuting(): Muting {
  const t = useT();
  const m = t.mutes;
  const act = useAct();
  const toast = useToast();
  const mute = async (serverId: ServerId, serverName: string, conversationId: ConversationId | null) => {
    const made = await act('mutes/set', { serverId, conversationId });
    if (made) toast.show({ title: m.muted(revealed(serverName)), action: { label: t.app.actions.undo, onPress: () => void act('mutes/remove', { id: made.id }) } });
  };
  return {
    mute,
    unmute: async ({ id, serverId, serverName, conversationId }) => {
      if (await act('mutes/remove', { id })) toast.show({ title: m.unmuted(revealed(serverName)), action: { label: t.app.actions.undo, onPress: () => void mute(serverId, serverName, conversationId) } });
    },
    allowMore: async (serverId, serverName) => {
      if (await act('mutes/allowMore', { serverId })) toast.show({ title: m.allowed(revealed(serverName)), action: { label: t.app.actions.undo, onPress: () => void act('mutes/endAllowance', { serverId }) } });
    },
  };
}

/** What is muted, and what may ask more for a while; of one server, or of all. Draws nothing when there is nothing. */
export function Quieted({ serverId }: { serverId?: ServerId }) {
  const { data } = useMutes();
  const isMeant = (each: { serverId: ServerId }) => serverId === undefined || each.serverId === serverId;
  const mutes = data?.mutes.filter(isMeant) ?? [];
  const allowances = data?.allowances.filter(isMeant) ?? [];
  if (mutes.length + allowances.length === 0) return null;
  return (
    <ul className="flex min-w-0 flex-col gap-2">
      {mutes.map((each) => <li key={each.id}><MuteLine mute={each} /></li>)}
      {allowances.map((each) => <li key={each.serverId}><AllowanceLine allowance={each} /></li>)}
    </ul>
  );
}

function MuteLine({ mute }: { mute: MuteView }) {
  const t = useT();
  const m = t.mutes;
  const { unmute } = useMuting();
  const { serverName, conversationId, conversationTitle, refused } = mute;
  return (
    <Callout
      tone="neutral"
      icon={<BellOffIcon aria-hidden="true" />}
      actions={<Button size="sm" aria-label={m.unmuteOf(revealed(serverName))} onClick={() => void unmute(mute)}>{m.unmute}</Button>}
    >
      <RevealText text={conversationId === null ? m.mutedInAll(serverName) : m.mutedInChat(serverName, conversationTitle || t.chat.untitled)} hideCount />
      {refused === 0 ? null : ` ${m.refused(refused)}.`}
    </Callout>
  );
}

function AllowanceLine({ allowance }: { allowance: AllowanceView }) {
  const m = useT().mutes;
  const act = useAct();
  const format = useFormat();
  return (
    <Callout tone="neutral" actions={<Button size="sm" onClick={() => void act('mutes/endAllowance', { serverId: allowance.serverId })}>{m.endAllowance}</Button>}>
      <RevealText text={m.allowedUntil(allowance.serverName, format.time(allowance.until))} hideCount />
    </Callout>
  );
}
