/** A text field that offers the server's own values while typing (completion/complete, P11). Any other value may be typed. */
import type { InputOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import { Autocomplete } from '@portolan/ui/autocomplete';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { RevealText } from '@portolan/ui/reveal-text';
import { useState } from 'react';
import { useHostQuery } from '../host/queries.ts';
import { useSettled } from './use-settled.ts';

type Target = InputOf<'completion/complete'>['ref'];

export interface SuggestFieldProps {
  label: string;
  description?: string;
  required?: boolean;
  error?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  serverId: ServerId;
  target: Target;
  argument: string;
  /** The values of the other arguments so far. */
  context: Readonly<Record<string, string>>;
  canSuggest: boolean;
}

const pauseMs = 150;
/** Longer texts are no choice of one of the server's values; the contract would refuse them. */
const longestAsked = 4_096;

export function SuggestField({ label, description, required, error, value, onChange, serverId, target, argument, context, canSuggest }: SuggestFieldProps) {
  const [isActive, setIsActive] = useState(false);
  // While an input method composes, what stands in the field is not yet what is meant.
  const [isComposing, setIsComposing] = useState(false);
  const { [argument]: _own, ...others } = context;
  const asked = useSettled(value, pauseMs);
  const query = useHostQuery(
    'completion/complete',
    { serverId, ref: target, argument: { name: argument, value: asked }, context: others },
    { enabled: canSuggest && isActive && !isComposing && asked.length <= longestAsked, keep: true },
  );
  const head = {
    label: <RevealText text={label} />,
    ...(description === undefined ? {} : { description: <RevealText text={description} multiline /> }),
    ...(required === undefined ? {} : { required }),
    error,
  };
  if (!canSuggest) {
    return (
      <Field {...head}>
        <Input value={value} onValueChange={onChange} />
      </Field>
    );
  }
  return (
    <Field {...head}>
      <div
        onFocusCapture={() => setIsActive(true)}
        onBlurCapture={() => setIsActive(false)}
        onCompositionStart={() => setIsComposing(true)}
        onCompositionEnd={() => setIsComposing(false)}
      >
        <Autocomplete value={value} onValueChange={onChange} suggestions={query.data?.values ?? []} loading={query.isFetching} />
      </div>
    </Field>
  );
}
