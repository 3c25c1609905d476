/** How the model of a profile answers; folded, for most people leave it to the service. */
import { ModelParameters } from '@portolan/contract/model-parameters';
import { Collapsible } from '@portolan/ui/collapsible';
import { Field } from '@portolan/ui/field';
import { NumberField } from '@portolan/ui/number-field';
import { useFormat, useT } from '../../../lib/i18n.tsx';

type Name = keyof ModelParameters;
const bounds = { temperature: [0, 2, 0.1], topP: [0, 1, 0.05], maxOutputTokens: [16, 1_000_000, 1] } as const satisfies Record<Name, readonly [number, number, number]>;

export const areGood = (parameters: ModelParameters): boolean => ModelParameters.safeParse(parameters).success;

export function ParameterFields({ parameters, onChange }: { parameters: ModelParameters; onChange: (parameters: ModelParameters) => void }) {
  const f = useT().profiles.form;
  const set = (name: Name, value: number | null) => {
    const { [name]: _was, ...others } = parameters;
    onChange(value === null ? others : { ...others, [name]: value });
  };
  const field = (name: Name, label: string, note?: string) => <OneField key={name} name={name} label={label} note={note} value={parameters[name] ?? null} onChange={(value) => set(name, value)} />;
  return (
    <Collapsible label={f.parameters} defaultOpen={Object.keys(parameters).length > 0}>
      <div className="flex min-w-0 flex-col gap-4 pt-2">
        <p className="text-sm text-muted">{f.parametersNote}</p>
        {field('temperature', f.temperature, f.temperatureNote)}
        {field('topP', f.topP, f.topPNote)}
        {field('maxOutputTokens', f.maxOutputTokens)}
      </div>
    </Collapsible>
  );
}

function OneField({ name, label, note, value, onChange }: { name: Name; label: string; note: string | undefined; value: number | null; onChange: (value: number | null) => void }) {
  const f = useT().profiles.form;
  const format = useFormat();
  const [least, most, step] = bounds[name];
  const isBad = value !== null && !areGood({ [name]: value });
  return (
    <Field label={label} description={note} error={isBad ? f.outOfRange(format.number(least), format.number(most)) : undefined}>
      <NumberField className="w-40" min={least} max={most} step={step} integer={name === 'maxOutputTokens'} value={value} aria-invalid={isBad} onValueChange={onChange} />
    </Field>
  );
}
