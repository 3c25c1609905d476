/** The ways one thing can be looked at, as a row of buttons of which one is pressed. */
import { Button } from '@portolan/ui/button';
import { useT } from '../i18n.tsx';

export type View = 'rendered' | 'source' | 'text' | 'tree' | 'table' | 'both';

export function ViewChoice({ views, view, onView }: { views: readonly View[]; view: View; onView: (view: View) => void }) {
  const t = useT();
  if (views.length < 2) return null;
  return (
    <div role="group" aria-label={t.content.view} className="flex flex-wrap gap-0.5">
      {views.map((each) => <Button key={each} size="sm" variant={each === view ? 'secondary' : 'ghost'} aria-pressed={each === view} onClick={() => onView(each)}>{t.content[each]}</Button>)}
    </div>
  );
}
