/** Title, actions and a scrolling body: the same on every page. */
import { IconButton } from '@portolan/ui/icon-button';
import { PanelLeftIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { commandById } from './commands.ts';
import { useFirstT } from './i18n.tsx';
import { useIsOwnWindow } from './router.ts';
import { useScrollMemory } from './scroll-memory.ts';
import { useKeysOf } from './own-keys.ts';

export interface PageFrameProps {
  title: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  /** The body fills the height and scrolls by itself. */
  fill?: boolean;
  children: ReactNode;
}

export function PageFrame({ title, icon, actions, fill = false, children }: PageFrameProps) {
  const t = useFirstT();
  const isOwn = useIsOwnWindow();
  const sidebarKeys = useKeysOf('sidebar.toggle');
  return (
    <div className="flex h-full min-w-0 flex-col">
      <header className="flex min-h-12 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-bg px-3 py-1.5">
        {isOwn ? null : <IconButton label={t.palette.commands.toggleSidebar} shortcut={sidebarKeys.length === 0 ? undefined : sidebarKeys} icon={<PanelLeftIcon />} onClick={() => commandById('sidebar.toggle')?.run()} tooltipSide="bottom" />}
        {icon}
        <h1 className="min-w-24 flex-1 truncate text-base font-semibold">{title}</h1>
        {actions ? <div className="flex min-w-0 items-center gap-1.5">{actions}</div> : null}
      </header>
      {fill ? <div className="min-h-0 flex-1">{children}</div> : <ScrollBody>{children}</ScrollBody>}
    </div>
  );
}

/** Scrolls, and finds its place again after going away and coming back. */
export function ScrollBody({ children, className = '' }: { children: ReactNode; className?: string }) {
  const memory = useScrollMemory(location.hash);
  return <div ref={memory} className={`relative min-h-0 flex-1 overflow-x-hidden overflow-y-auto ${className}`}>{children}</div>;
}

/** A readable column in the middle of a page. */
export function Column({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={`mx-auto w-full px-5 py-6 ${wide ? 'max-w-5xl' : 'max-w-3xl'}`}>{children}</div>;
}
