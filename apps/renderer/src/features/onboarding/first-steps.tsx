/** A fresh install: the two things to set up, in the order that gets somewhere soonest, and what works with neither model nor account. */
import { KeyRoundIcon, PlugIcon, WrenchIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFirstT } from '../../lib/i18n.tsx';
import { formatRoute } from '../../lib/router.ts';
import type { Route } from '../../lib/router.ts';

export function FirstSteps({ hasModel }: { hasModel: boolean }) {
  const t = useFirstT();
  const o = t.onboarding;
  return (
    <ol className="flex flex-col gap-3">
      <Step icon={<PlugIcon />} title={o.servers.title} text={o.servers.text} action={t.servers.add} route={{ at: 'add-server' }} isMain more={{ label: t.otherApps.import.way, route: { at: 'add-server', way: 'apps' } }} />
      {hasModel ? null : <Step icon={<KeyRoundIcon />} title={o.model.title} text={o.model.text} action={o.home.addModel} route={{ at: 'settings', section: 'providers' }} />}
      <Step icon={<WrenchIcon />} title={o.use.title} text={o.use.text} />
    </ol>
  );
}

interface StepProps {
  icon: ReactNode;
  title: string;
  text: string;
  action?: string;
  route?: Route;
  isMain?: boolean;
  /** Another way to the same end. */
  more?: { label: string; route: Route };
}

function Step({ icon, title, text, action, route, isMain = false, more }: StepProps) {
  return (
    <li className={`flex min-w-0 flex-wrap items-center gap-x-4 gap-y-3 rounded-xl border p-4 sm:p-5 ${isMain ? 'border-accent-line bg-accent-soft' : 'border-line bg-surface'}`}>
      <span className={`grid size-10 shrink-0 place-items-center rounded-lg [&>svg]:size-5 ${isMain ? 'bg-accent text-on-accent' : 'bg-sunken text-accent-fg'}`} aria-hidden="true">{icon}</span>
      <span className="min-w-0 flex-1 basis-56">
        <span className="block text-base font-semibold">{title}</span>
        <span className="mt-0.5 block text-sm text-pretty text-muted">{text}</span>
      </span>
      {more ? <a href={formatRoute(more.route)} className="ui-button" data-variant="secondary" data-size="lg">{more.label}</a> : null}
      {route && action ? (
        <a href={formatRoute(route)} className="ui-button" data-variant={isMain ? 'primary' : 'secondary'} data-size="lg">{action}</a>
      ) : null}
    </li>
  );
}
