/** A part of a page with its heading. */
import type { ReactNode } from 'react';

export function Section({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section className="flex min-w-0 flex-col gap-2.5">
      <div>
        <h2 className="font-semibold">{title}</h2>
        {lead === undefined ? null : <p className="text-sm text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}
