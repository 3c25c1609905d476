/** The way to files that needs no drag and no clipboard: a button, a key, and an entry of the palette. */
import type { ConversationId } from '@portolan/contract/ids';
import { IconButton } from '@portolan/ui/icon-button';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { CameraIcon, FilesIcon, PaperclipIcon } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { isDesktop } from '../../../host/open-port.ts';
import { fileAttachment, useAttachments } from '../../../lib/attachment-store.ts';
import { useCommands } from '../../../lib/commands.ts';
import type { Command } from '../../../lib/commands.ts';
import { useT } from '../../../lib/i18n.tsx';
import { useKeysOf } from '../../../lib/own-keys.ts';
import { useAct } from '../../../lib/use-act.ts';
import type { TakeFiles } from './take-files.ts';

export function AttachButton({ conversationId, take, onDone }: { conversationId: ConversationId; take: TakeFiles; onDone: () => void }) {
  const t = useT();
  const act = useAct();
  const input = useRef<HTMLInputElement>(null);
  const keys = useKeysOf('composer.attach');
  const isInApp = isDesktop();
  const choose = () => input.current?.click();
  const screenshot = async () => {
    const taken = await act('files/screenshot', {});
    if (taken?.file) useAttachments.getState().add(conversationId, [fileAttachment(taken.file)]);
    onDone();
  };
  useCommands(
    useMemo<Command[]>(
      () => [
        { id: 'composer.attach', title: t.files.attach, group: t.palette.groups.chat, run: choose },
        ...(isInApp ? [{ id: 'composer.screenshot', title: t.files.screenshot, group: t.palette.groups.chat, run: () => void screenshot() }] : []),
      ],
      // What they do is of the same component.
      // oxlint-disable-next-line react/exhaustive-deps
      [t, conversationId, isInApp],
    ),
  );
  const button = <IconButton label={t.files.attach} icon={<PaperclipIcon />} shortcut={keys} {...(isInApp ? {} : { onClick: choose })} />;
  return (
    <>
      {isInApp ? (
        <Menu side="top" trigger={button}>
          <MenuItem icon={<FilesIcon />} shortcut={keys} onSelect={choose}>{t.files.choose}</MenuItem>
          <MenuItem icon={<CameraIcon />} onSelect={() => void screenshot()}>{t.files.screenshot}</MenuItem>
        </Menu>
      ) : (
        button
      )}
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={t.files.attach}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])].map((file) => ({ name: file.name, blob: file })));
          // The same file again is chosen again.
          currentTarget.value = '';
          onDone();
        }}
      />
    </>
  );
}
