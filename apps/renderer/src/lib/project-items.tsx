/** The menu item that leads a chat to a project. */
import type { ConversationView } from '@portolan/contract/conversations';
import { MenuItem } from '@portolan/ui/menu';
import { FolderInputIcon } from 'lucide-react';
import { useFirstT } from './i18n.tsx';
import { useProjectDialog } from './projects.ts';

export function MoveItem({ conversation }: { conversation: ConversationView }) {
  const t = useFirstT();
  const show = useProjectDialog((state) => state.show);
  return <MenuItem icon={<FolderInputIcon />} onSelect={() => show({ kind: 'move', conversation })}>{t.projects.move}</MenuItem>;
}
