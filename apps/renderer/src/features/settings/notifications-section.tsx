/** When the person is told of questions and of jobs that ended, how often servers may ask, and which are muted (H08, C17). */
import { mostQuestionsPerMinute, usualQuestionsPerMinute } from '@portolan/contract/mutes';
import type { Settings } from '@portolan/contract/settings';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { Skeleton } from '@portolan/ui/skeleton';
import { Switch } from '@portolan/ui/switch';
import { useState } from 'react';
import { useHostMutation, useHostQuery, useSettings } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { Quieted } from '../../lib/mutes.tsx';
import { browserNotices } from '../../lib/notices-of-browser.ts';
import type { NoticePermission } from '../../lib/notices-of-browser.ts';
import { ProblemCallout } from '../../lib/problem.tsx';
import { MarkCard } from './mark-card.tsx';

export function NotificationsSection() {
  const settings = useSettings().data?.settings;
  const shell = useHostQuery('app/info', {}).data?.shell;
  if (!settings || shell === undefined) return <Skeleton className="h-40" />;
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Telling settings={settings} isBrowser={shell === 'browser'} />
      <Asking settings={settings} />
      <MarkCard />
    </div>
  );
}

function Telling({ settings, isBrowser }: { settings: Settings; isBrowser: boolean }) {
  const n = useT().notifications;
  const update = useHostMutation('settings/update');
  const [permission, setPermission] = useState<NoticePermission>(isBrowser ? browserNotices.permission : 'granted');
  const isOn = (kept: 'on' | 'off' | undefined) => (isBrowser ? kept === 'on' && permission === 'granted' : kept !== 'off');
  const [isRefused, setIsRefused] = useState(false);
  const turn = async (what: 'notifications' | 'jobNotifications', on: boolean) => {
    const given = on && isBrowser ? await browserNotices.ask() : permission;
    setPermission(given);
    setIsRefused(on && given !== 'granted');
    if (!on || given === 'granted') update.mutate({ [what]: on ? 'on' : 'off' });
  };
  return (
    <Card level={2} title={n.title}>
      <div className="flex min-w-0 flex-col gap-4">
        <Switch checked={isOn(settings.notifications)} disabled={permission === 'missing'} label={n.tell} description={n.tellText} onCheckedChange={(on) => void turn('notifications', on)} />
        <Switch checked={isOn(settings.jobNotifications)} disabled={permission === 'missing'} label={n.tellJobs} description={n.tellJobsText} onCheckedChange={(on) => void turn('jobNotifications', on)} />
        {permission === 'missing' ? <Callout tone="neutral">{n.missing}</Callout> : null}
        {isRefused && permission !== 'missing' ? <Callout tone="warn" alert>{n.refused}</Callout> : null}
        {update.error ? <ProblemCallout problem={update.error.problem} /> : null}
      </div>
    </Card>
  );
}

function Asking({ settings }: { settings: Settings }) {
  const m = useT().mutes;
  const update = useHostMutation('settings/update');
  const keep = (value: number | null) => {
    if (value !== null && Number.isInteger(value) && value >= 1 && value <= mostQuestionsPerMinute) update.mutate({ questionsPerMinute: value });
  };
  return (
    <Card level={2} title={m.section.title}>
      <div className="flex min-w-0 flex-col gap-4">
        <Field label={m.limit} description={m.limitHint(usualQuestionsPerMinute)}>
          <NumberField integer min={1} max={mostQuestionsPerMinute} className="max-w-40" defaultValue={settings.questionsPerMinute ?? usualQuestionsPerMinute} onValueChange={keep} />
        </Field>
        {update.error ? <ProblemCallout problem={update.error.problem} /> : null}
        <Quieted />
      </div>
    </Card>
  );
}
