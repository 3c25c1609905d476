/** What every section of a server's overview is given. A section that has nothing to show draws nothing. */
import type { ServerView } from '@portolan/contract/servers';
import type { ReactNode } from 'react';

export interface SectionProps {
  server: ServerView;
  /** Opens the form that changes the server. */
  onEdit: () => void;
}

/** One part of the overview. `id` is its key and never shown. */
export interface ServerSection {
  id: string;
  Section: (props: SectionProps) => ReactNode;
}
