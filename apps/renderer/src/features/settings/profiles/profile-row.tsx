/** One profile: what it is made of, what of it is not here, and what can be done with it. */
import type { ProfileView } from '@portolan/contract/profiles';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { IconButton } from '@portolan/ui/icon-button';
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { useToast } from '@portolan/ui/toast';
import { AppWindowIcon, CopyIcon, DownloadIcon, EllipsisIcon, MessageSquarePlusIcon, Trash2Icon } from 'lucide-react';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { useCreateChat, useNewChatWith } from '../../../lib/chats.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useOpenOwnWindow } from '../../../lib/own-window.ts';
import { safeFileName, saveText } from '../../../lib/save-file.ts';
import { useAct } from '../../../lib/use-act.ts';
import { ProfileGaps } from './profile-gaps.tsx';

export function ProfileRow({ profile, isDefault, onEdit }: { profile: ProfileView; isDefault: boolean; onEdit: () => void }) {
  const t = useT();
  const p = t.profiles;
  const { id, name, gaps } = profile;
  return (
    <li className="flex min-w-0 flex-col gap-2 py-2.5 text-sm">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="flex min-w-0 flex-1 basis-56 flex-col gap-0.5 break-words">
          <span className="flex min-w-0 flex-wrap items-center gap-2"><span className="min-w-0 font-medium"><RevealText text={name} /></span>{isDefault ? <Badge tone="accent">{p.default}</Badge> : null}</span>
          <span className="text-xs text-subtle"><RevealText text={summaryOf(profile, t)} hideCount /></span>
        </span>
        <span className="flex items-center gap-1.5">
          <Button size="sm" aria-label={p.form.editOf(name)} onClick={onEdit}>{p.edit}</Button>
          <ProfileMenu profile={profile} isDefault={isDefault} key={id} />
        </span>
      </div>
      {gaps.length > 0 ? <ProfileGaps gaps={gaps} /> : null}
    </li>
  );
}

function ProfileMenu({ profile: { id, name }, isDefault }: { profile: ProfileView; isDefault: boolean }) {
  const t = useT();
  const p = t.profiles;
  const act = useAct();
  const toast = useToast();
  const newChat = useNewChatWith();
  const create = useCreateChat();
  const openOwn = useOpenOwnWindow();
  const startOwn = async () => {
    const made = await create({ profileId: id });
    if (made !== undefined) openOwn(made);
  };
  const remove = async () => {
    if (!(await act('profiles/remove', { profileId: id }))) return;
    toast.show({ title: p.deleted(name), description: p.deletedNote, action: { label: t.app.actions.undo, onPress: () => void act('profiles/restore', { profileId: id }) } });
  };
  const save = async () => {
    const made = await act('profiles/export', { profileId: id });
    if (made === undefined) return;
    const file = `${safeFileName(name)}.portolan-profile.json`;
    saveText(file, [made.text], 'application/json');
    toast.show({ tone: 'success', title: p.exported(file), description: p.exportedNote });
  };
  return (
    <Menu align="end" trigger={<IconButton size="sm" label={p.options(name)} icon={<EllipsisIcon />} />}>
      <MenuItem icon={<MessageSquarePlusIcon />} onSelect={() => newChat(id)}>{p.startChat}</MenuItem>
      <MenuItem icon={<AppWindowIcon />} onSelect={() => void startOwn()}>{p.startOwnWindow}</MenuItem>
      <MenuCheckboxItem checked={isDefault} onCheckedChange={(next) => void act('profiles/setDefault', { profileId: next ? id : null })}>{p.makeDefault}</MenuCheckboxItem>
      <MenuSeparator />
      <MenuItem icon={<CopyIcon />} onSelect={() => void act('profiles/duplicate', { profileId: id, name: p.copyOf(name).slice(0, 80) })}>{p.duplicate}</MenuItem>
      <MenuItem icon={<DownloadIcon />} onSelect={() => void save()}>{p.export}</MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2Icon />} tone="danger" onSelect={() => void remove()}>{p.delete}</MenuItem>
    </Menu>
  );
}

function summaryOf({ model, servers, instructions }: ProfileView, t: Catalogue): string {
  const s = t.profiles.summary;
  const chosen = servers?.reduce((sum, { tools }) => sum + (tools?.length ?? 0), 0) ?? 0;
  return [model?.model ?? s.anyModel, servers === null ? s.allServers : s.servers(servers.length), ...(chosen > 0 ? [s.tools(chosen)] : []), ...(instructions.trim() === '' ? [] : [s.instructions])].join(' · ');
}
