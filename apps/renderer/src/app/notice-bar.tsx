/** What the app has to say of itself, above every page until dismissed. */
import { IconButton } from '@portolan/ui/icon-button';
import { TriangleAlertIcon, XIcon } from 'lucide-react';
import { useHostMutation, useSettings } from '../host/queries.ts';
import { useT } from '../lib/i18n.tsx';
import { useProblemText } from '../lib/problem.tsx';

export function NoticeBar() {
  const t = useT();
  const notices = useSettings().data?.notices ?? [];
  const dismiss = useHostMutation('notices/dismiss');
  const problemText = useProblemText();
  return notices.map((notice) => {
    const words = t.shell.notices[notice.kind](notice.details);
    const problem = notice.problem ? problemText(notice.problem) : null;
    return (
      <div key={notice.id} role="status" className="flex items-start gap-2 border-b border-warn-line bg-warn-soft py-1.5 pr-2 pl-4 text-sm text-warn-fg">
        <TriangleAlertIcon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <p className="min-w-0 flex-1 py-px break-words">
          {words} {problem ? `${problem.title} ${problem.next}` : null}
        </p>
        <IconButton size="sm" label={t.ui.dismiss} icon={<XIcon />} onClick={() => dismiss.mutate({ id: notice.id })} />
      </div>
    );
  });
}
