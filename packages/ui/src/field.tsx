import { Field as Base } from '@base-ui/react/field';
import { Fieldset } from '@base-ui/react/fieldset';
import { CircleAlertIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { useUiLabels } from './ui-labels.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface FieldProps {
  label: ReactNode;
  description?: ReactNode;
  /** What is wrong, in words; presence marks the control invalid. */
  error?: ReactNode;
  /** `true` shows an asterisk, `false` says "optional", left out says nothing. */
  required?: boolean | undefined;
  /** A quiet note after the label, for example the argument's real name. */
  note?: ReactNode;
  /** Small controls at the end of the label's line. */
  actions?: ReactNode;
  hideLabel?: boolean | undefined;
  disabled?: boolean | undefined;
  name?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Wires one control to its label, description and error for sight and for screen readers. */
export function Field({ label, description, error, required, note, actions, hideLabel, disabled, name, className, children }: FieldProps): ReactNode {
  const invalid = hasContent(error);
  return (
    <Base.Root className={classNames('ui-field', className)} invalid={invalid} disabled={disabled} name={name}>
      <div className={hideLabel ? 'ui-visually-hidden' : 'ui-field-head'}>
        <Base.Label className="ui-label">
          {label}
          <RequiredMark required={required} />
        </Base.Label>
        <FieldNote required={required} note={note} />
        {actions ? <span className="ui-field-actions">{actions}</span> : null}
      </div>
      {children}
      {hasContent(description) ? <Base.Description className="ui-description">{description}</Base.Description> : null}
      {invalid ? (
        <Base.Error match className="ui-error">
          <CircleAlertIcon aria-hidden="true" />
          <span>{error}</span>
        </Base.Error>
      ) : null}
    </Base.Root>
  );
}

/** The same frame for a group of controls (several checkboxes, an object): a fieldset with a legend. */
export function FieldGroup({ label, description, error, required, note, actions, hideLabel, disabled, className, children }: Omit<FieldProps, 'name'>): ReactNode {
  const id = useId();
  const invalid = hasContent(error);
  return (
    <Base.Root
      className={classNames('ui-field', className)}
      invalid={invalid}
      disabled={disabled}
      render={<Fieldset.Root aria-describedby={[hasContent(description) ? `${id}-note` : '', invalid ? `${id}-error` : ''].join(' ').trim() || undefined} />}
    >
      <div className={hideLabel ? 'ui-visually-hidden' : 'ui-field-head'}>
        <Fieldset.Legend className="ui-label">
          {label}
          <RequiredMark required={required} />
        </Fieldset.Legend>
        <FieldNote required={required} note={note} />
        {actions ? <span className="ui-field-actions">{actions}</span> : null}
      </div>
      {hasContent(description) ? (
        <p id={`${id}-note`} className="ui-description">
          {description}
        </p>
      ) : null}
      {children}
      {invalid ? (
        <p id={`${id}-error`} className="ui-error">
          <CircleAlertIcon aria-hidden="true" />
          <span>{error}</span>
        </p>
      ) : null}
    </Base.Root>
  );
}

function RequiredMark({ required }: { required: boolean | undefined }): ReactNode {
  const labels = useUiLabels();
  if (!required) return null;
  return (
    <>
      <span className="ui-label-required" aria-hidden="true">
        {' *'}
      </span>
      <VisuallyHidden>{` (${labels.required})`}</VisuallyHidden>
    </>
  );
}

function FieldNote({ required, note }: { required: boolean | undefined; note: ReactNode }): ReactNode {
  const labels = useUiLabels();
  return (
    <>
      {required === false ? <span className="ui-label-note">{labels.optional}</span> : null}
      {hasContent(note) ? <span className="ui-label-note">{note}</span> : null}
    </>
  );
}

function hasContent(node: ReactNode): boolean {
  return node !== undefined && node !== null && node !== false && node !== '';
}
