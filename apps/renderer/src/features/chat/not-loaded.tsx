/** Below a list of choices: servers whose lists could not be read, and how many more there are. */
import type { ServerView } from '@portolan/contract/servers';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../lib/i18n.tsx';

export function NotLoaded({ lists, more }: { lists: readonly { server: ServerView; error: unknown }[]; more: number }) {
  const t = useT();
  const failed = lists.filter((list) => list.error !== null);
  if (failed.length === 0 && more === 0) return null;
  return (
    <div className="border-t border-line px-3 py-1.5 text-xs text-subtle">
      {more > 0 ? <p>{t.composer.more(more)}</p> : null}
      {failed.map(({ server }) => <p key={server.id} className="text-danger-fg"><RevealText text={t.shell.notLoaded(server.name)} /></p>)}
    </div>
  );
}
