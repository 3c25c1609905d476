/** Which profile a chat is had with, beside where its messages are written; and the same in the palette (C11). */
import type { ConversationView } from '@portolan/contract/conversations';
import type { ProfileId } from '@portolan/contract/ids';
import { Button } from '@portolan/ui/button';
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { IdCardIcon } from 'lucide-react';
import { useMemo } from 'react';
import { useProfiles } from '../../host/queries.ts';
import { useCommands } from '../../lib/commands.ts';
import type { Command } from '../../lib/commands.ts';
import { useT } from '../../lib/i18n.tsx';
import { navigate } from '../../lib/router.ts';
import { useAct } from '../../lib/use-act.ts';

/** No id looks like it. */
const none = '';

/** Nothing is drawn while there are no profiles: who has none needs no choice of them. */
export function ProfilePicker({ conversation }: { conversation: ConversationView }) {
  const t = useT();
  const p = t.profiles;
  const { offered, current, choose } = useChatProfile(conversation);
  useProfileCommands(conversation, choose);
  if (offered.length === 0 && current === undefined) return null;
  const label = current === undefined ? p.none : current.isRemoved ? p.removed(current.name) : current.name;
  return (
    <Menu
      side="top"
      trigger={
        <Button variant="ghost" size="sm" icon={<IdCardIcon />} disabled={conversation.isRunning} aria-label={p.chooseNow(label)} className="max-w-40 min-w-0 max-sm:max-w-24">
          <span className="min-w-0 truncate"><RevealText text={label} hideCount /></span>
        </Button>
      }
    >
      <MenuRadioGroup
        value={conversation.profileId ?? none}
        onValueChange={(value) => choose(offered.find(({ id }) => id === value)?.id ?? null)}
        items={[
          { value: none, label: p.none, description: p.noneText },
          ...offered.map(({ id, name, gaps }) => ({ value: String(id), label: <RevealText text={name} hideCount />, ...(gaps.length > 0 ? { description: p.gaps.title } : {}) })),
          ...(current?.isRemoved ? [{ value: String(current.id), label: <RevealText text={label} hideCount />, disabled: true }] : []),
        ]}
      />
      <MenuSeparator />
      <MenuItem onSelect={() => navigate({ at: 'settings', section: 'profiles' })}>{p.manage}</MenuItem>
    </Menu>
  );
}

function useChatProfile({ id, profileId }: ConversationView) {
  const act = useAct();
  const all = useProfiles().data?.profiles;
  return useMemo(
    () => ({
      offered: all?.filter(({ isRemoved }) => !isRemoved) ?? [],
      current: all?.find((each) => each.id === profileId),
      choose: (chosen: ProfileId | null) => void act('conversations/setProfile', { conversationId: id, profileId: chosen }),
    }),
    [act, all, id, profileId],
  );
}

function useProfileCommands({ profileId, isRunning }: ConversationView, choose: (id: ProfileId | null) => void): void {
  const t = useT();
  const all = useProfiles().data?.profiles;
  useCommands(
    useMemo<Command[]>(() => {
      if (isRunning) return [];
      const group = t.palette.groups.chat;
      const others = all?.filter(({ id, isRemoved }) => !isRemoved && id !== profileId) ?? [];
      return [
        ...others.map(({ id, name }) => ({ id: `profile.use.${id}`, title: t.palette.commands.withProfile(name), group, run: () => choose(id) })),
        ...(profileId === undefined ? [] : [{ id: 'profile.none', title: t.palette.commands.withoutProfile, group, run: () => choose(null) }]),
      ];
    }, [t, all, profileId, isRunning, choose]),
  );
}
