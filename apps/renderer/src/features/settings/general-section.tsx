/** How the app looks, in which language, and how a message is sent; everything changes at once. */
import { textSizes } from '@portolan/contract/appearance';
import type { Settings } from '@portolan/contract/settings';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { RadioGroup } from '@portolan/ui/radio-group';
import type { RadioItem } from '@portolan/ui/radio-group';
import { Select } from '@portolan/ui/select';
import { Skeleton } from '@portolan/ui/skeleton';
import { localeNames, locales } from '@portolan/i18n/locales';
import { useHostMutation, useSettings } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function GeneralSection() {
  const t = useT();
  const format = useFormat();
  const g = t.settings.general;
  const settings = useSettings().data?.settings;
  const update = useHostMutation('settings/update');
  if (!settings) return <Skeleton className="h-40" />;
  const save = (changes: Partial<Settings>) => update.mutate(changes);
  const size = settings.textSize ?? 100;
  const sizes = [...new Set([...textSizes, size])].toSorted((a, b) => a - b);
  return (
    <div className="flex flex-col gap-5">
      <Card level={2} title={g.appearance}>
        <div className="flex flex-col gap-6">
          <Choice
            label={g.theme}
            value={settings.theme}
            onChoose={(theme) => save({ theme })}
            items={[
              { value: 'system', label: g.themeSystem },
              { value: 'light', label: g.themeLight },
              { value: 'dark', label: g.themeDark },
            ]}
          />
          <Choice label={g.language} value={settings.locale} onChoose={(locale) => save({ locale })} items={[{ value: 'system', label: g.languageSystem }, ...locales.map((value) => ({ value, label: localeNames[value] }))]} />
          <Field label={g.fontSize} description={g.fontSizeHint}>
            <Select className="w-32" value={String(size)} onValueChange={(value) => save({ textSize: Number(value) })} items={sizes.map((each) => ({ value: String(each), label: format.percent(each / 100) }))} />
          </Field>
          <Choice
            label={g.density}
            value={settings.density ?? 'comfortable'}
            onChoose={(density) => save({ density })}
            items={[
              { value: 'comfortable', label: g.densityComfortable },
              { value: 'compact', label: g.densityCompact },
            ]}
          />
          <Choice
            label={g.contrast}
            value={settings.contrast ?? 'system'}
            onChoose={(contrast) => save({ contrast })}
            items={[
              { value: 'system', label: g.themeSystem },
              { value: 'more', label: g.contrastMore },
            ]}
          />
          <Choice
            label={g.motion}
            value={settings.motion ?? 'system'}
            onChoose={(motion) => save({ motion })}
            items={[
              { value: 'system', label: g.themeSystem },
              { value: 'reduced', label: g.motionReduced },
            ]}
          />
          {update.error ? <ProblemCallout problem={update.error.problem} /> : null}
        </div>
      </Card>
      <Card level={2} title={g.chat}>
        <div className="flex flex-col gap-6">
          <Choice
            label={g.sendWith}
            value={settings.sendKeys ?? 'enter'}
            onChoose={(sendKeys) => save({ sendKeys })}
            items={[
              { value: 'enter', label: g.sendWithEnter },
              { value: 'mod-enter', label: g.sendWithMod },
            ]}
          />
          <Choice
            label={g.modelTitles}
            value={settings.modelTitles ?? 'on'}
            onChoose={(modelTitles) => save({ modelTitles })}
            items={[
              { value: 'on', label: g.modelTitlesOn, description: g.modelTitlesText },
              { value: 'off', label: g.modelTitlesOff },
            ]}
          />
        </div>
      </Card>
    </div>
  );
}

function Choice<Value extends string>({ label, value, items, onChoose }: { label: string; value: Value; items: readonly RadioItem<Value>[]; onChoose: (value: Value) => void }) {
  return (
    <Field label={label}>
      <RadioGroup orientation="horizontal" aria-label={label} value={value} onValueChange={onChoose} items={items} />
    </Field>
  );
}
