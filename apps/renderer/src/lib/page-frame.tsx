/** Title, actions and a scrolling body: the same on every page. */
import { IconButton } from '@portolan/ui/icon-button';
import { PanelLeftIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from './i18n.tsx';
import { commandById } from './commands.ts';

export interface PageFrameProps {
  title: ReactNode;
  icon?: ReactNode;
  actions?: ReactNode;
  /** Below the title and above the body, for tabs. */
  below?: ReactNode;
  /** The body fills the height and scrolls by itself. */
  fill?: boolean;
  children: ReactNode;
}

export function PageFrame({ title, icon, actions, below, fill = false, children }: PageFrameProps) {
  const t = useT();
  return (
    <div className="flex h-full min-w-0 flex-col">
      <header className="shrink-0 border-b border-line bg-bg">
        <div className="flex min-h-12 flex-wrap items-center gap-x-2 gap-y-1 px-3 py-1.5">
          <IconButton label={t.palette.commands.toggleSidebar} icon={<PanelLeftIcon />} onClick={() => commandById('sidebar.toggle')?.run()} tooltipSide="bottom" />
          {icon}
          <h1 className="min-w-0 flex-1 truncate text-base font-semibold">{title}</h1>
          <div className="flex items-center gap-1.5">{actions}</div>
        </div>
        {below ? <div className="px-3 pb-px">{below}</div> : null}
      </header>
      {fill ? <div className="min-h-0 flex-1">{children}</div> : <div className="min-h-0 flex-1 overflow-auto">{children}</div>}
    </div>
  );
}

/** A readable column in the middle of a page. */
export function Column({ children, wide = false }: { children: ReactNode; wide?: boolean }) {
  return <div className={`mx-auto w-full px-5 py-6 ${wide ? 'max-w-5xl' : 'max-w-3xl'}`}>{children}</div>;
}
