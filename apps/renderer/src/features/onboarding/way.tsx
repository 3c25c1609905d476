/** One thing that can be done from the home page. */
import type { ReactNode } from 'react';
import { formatRoute } from '../../lib/router.ts';
import type { Route } from '../../lib/router.ts';

interface WayProps {
  icon: ReactNode;
  title: string;
  text: string;
  /** The one to begin with. */
  isMain?: boolean;
}

const look = (isMain: boolean) =>
  `flex h-full w-full min-w-0 items-start gap-3 rounded-lg border p-4 text-left shadow-sm ${isMain ? 'border-accent-line bg-accent-soft hover:border-accent' : 'border-line bg-surface hover:border-line-strong'}`;

export function Way({ route, isMain = false, ...body }: WayProps & { route: Route }) {
  return (
    <li>
      <a href={formatRoute(route)} className={look(isMain)}><Body {...body} /></a>
    </li>
  );
}

export function WayButton({ onPress, isMain = false, ...body }: WayProps & { onPress: () => void }) {
  return (
    <li>
      <button type="button" className={look(isMain)} onClick={onPress}><Body {...body} /></button>
    </li>
  );
}

function Body({ icon, title, text }: Omit<WayProps, 'isMain'>) {
  return (
    <>
      <span className="mt-0.5 shrink-0 text-accent-fg [&>svg]:size-4.5" aria-hidden="true">{icon}</span>
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="mt-0.5 block text-sm text-muted">{text}</span>
      </span>
    </>
  );
}
