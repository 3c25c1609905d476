/** Theme and language; both change at once. */
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import { Skeleton } from '@portolan/ui/skeleton';
import { localeNames } from '@portolan/i18n/locales';
import { useHostMutation, useSettings } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function GeneralSection() {
  const t = useT();
  const g = t.settings.general;
  const settings = useSettings().data?.settings;
  const update = useHostMutation('settings/update');
  if (!settings) return <Skeleton className="h-40" />;
  return (
    <Card level={2} title={g.appearance}>
      <div className="flex flex-col gap-6">
        <Field label={g.theme}>
          <RadioGroup
            orientation="horizontal"
            aria-label={g.theme}
            value={settings.theme}
            onValueChange={(theme) => update.mutate({ theme })}
            items={[
              { value: 'system', label: g.themeSystem },
              { value: 'light', label: g.themeLight },
              { value: 'dark', label: g.themeDark },
            ]}
          />
        </Field>
        <Field label={g.language}>
          <RadioGroup
            orientation="horizontal"
            aria-label={g.language}
            value={settings.locale}
            onValueChange={(locale) => update.mutate({ locale })}
            items={[
              { value: 'system', label: g.languageSystem },
              { value: 'en', label: localeNames.en },
              { value: 'zh-CN', label: localeNames['zh-CN'] },
            ]}
          />
        </Field>
        {update.error ? <ProblemCallout problem={update.error.problem} /> : null}
      </div>
    </Card>
  );
}
