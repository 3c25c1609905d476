/** Headings and rows of the sidebar. */
import type { KeyboardEvent, ReactNode } from 'react';
import { formatRoute } from '../lib/router.ts';
import type { Route } from '../lib/router.ts';

export function Heading({ children, action }: { children: ReactNode; action: ReactNode }) {
  return (
    <div className="mt-3 mb-0.5 flex h-7 items-center justify-between pl-2">
      <h2 className="text-xs font-medium text-subtle">{children}</h2>
      {action}
    </div>
  );
}

export interface RowLinkProps {
  route: Route;
  isOpen: boolean;
  title?: string;
  className?: string;
  onKeyDown?: (event: KeyboardEvent) => void;
  children: ReactNode;
}

export function RowLink({ route, isOpen, title, className = '', onKeyDown, children }: RowLinkProps) {
  return (
    <a
      href={formatRoute(route)}
      title={title}
      aria-current={isOpen ? 'page' : undefined}
      onKeyDown={onKeyDown}
      className={`flex min-h-(--ui-row) w-full min-w-0 items-center gap-2 rounded-md px-2 text-sm text-fg hover:bg-hover aria-[current]:bg-active aria-[current]:font-medium ${className}`}
    >
      {children}
    </a>
  );
}
