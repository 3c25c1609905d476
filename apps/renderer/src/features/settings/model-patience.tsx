/** How long a model that says nothing is waited for (R99). */
import { leastModelSilence, mostModelSilence, usualModelSilence } from '@portolan/contract/settings';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { useHostMutation, useSettings } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function ModelPatience() {
  const g = useT().settings.general;
  const { data } = useSettings();
  const update = useHostMutation('settings/update');
  if (!data) return null;
  const keep = (value: number | null) => {
    if (value !== null && Number.isInteger(value) && value >= leastModelSilence && value <= mostModelSilence) update.mutate({ modelSilenceSeconds: value });
  };
  return (
    <Card level={2}>
      <Field label={g.patience} description={g.patienceText(usualModelSilence)}>
        <NumberField integer min={leastModelSilence} max={mostModelSilence} className="max-w-40" defaultValue={data.settings.modelSilenceSeconds ?? usualModelSilence} onValueChange={keep} />
      </Field>
      {update.error ? <ProblemCallout problem={update.error.problem} /> : null}
    </Card>
  );
}
