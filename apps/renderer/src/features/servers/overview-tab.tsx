/** A server on one screen: its sections, one below the other (S13). */
import { Column, ScrollBody } from '../../lib/page-frame.tsx';
import type { SectionProps } from './sections/section.ts';
import { serverSections } from './sections/section-list.ts';

export function OverviewTab({ server, onEdit }: SectionProps) {
  return (
    <ScrollBody className="h-full">
      <Column>
        <div className="flex min-w-0 flex-col gap-5">
          {serverSections.map(({ id, Section }) => <Section key={id} server={server} onEdit={onEdit} />)}
        </div>
      </Column>
    </ScrollBody>
  );
}
