import { Button } from '@portolan/ui/button';
import { Field, FieldGroup } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { PlusIcon, XIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useForm } from './form-context.tsx';
import { setValue } from './form-state.ts';
import { initialValue } from './initial.ts';
import { getAt, isObject, type Path, type Schema } from './json.ts';

/**
 * Properties the schema does not name: those it allows can be added and removed; those that are there although it
 * does not allow them are shown, so that nothing is sent unseen.
 */
export function FurtherProperties({ known, schema, path, depth }: { known: readonly string[]; schema: Schema; path: Path; depth: number }): ReactNode {
  const { root, state, labels, update, isDisabled, renderField } = useForm();
  const [name, setName] = useState('');
  const object = getAt(state.value, path);
  const names = isObject(object) ? Object.keys(object).filter((key) => !known.includes(key)) : [];
  if (schema === false && names.length === 0) return null;
  const isTaken = known.includes(name) || names.includes(name);
  const add = (): void => {
    if (name === '' || isTaken) return;
    update((before) => setValue(before, [...path, name], initialValue(schema, root) ?? ''));
    setName('');
  };
  return (
    <FieldGroup label={labels.additional} hideLabel={known.length === 0}>
      <div className={known.length === 0 ? 'ui-form-section' : 'sf-group ui-form-section'}>
        {names.map((key) => (
          <div key={key} className="sf-row">
            {renderField({ schema: schema === false ? true : schema, path: [...path, key], name: key, label: key, isRequired: true, depth: depth + 1 })}
            <IconButton
              size="sm"
              label={labels.removeProperty(key)}
              icon={<XIcon aria-hidden="true" />}
              disabled={isDisabled}
              onClick={() => update((before) => setValue(before, [...path, key], undefined))}
            />
          </div>
        ))}
        {schema === false ? null : (
          <div className="sf-add">
            <Field label={labels.propertyName} hideLabel error={isTaken ? labels.errors.duplicateName : undefined}>
              <Input
                size="sm"
                mono
                value={name}
                placeholder={labels.propertyName}
                disabled={isDisabled}
                onValueChange={(next) => setName(next)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                  event.preventDefault();
                  add();
                }}
              />
            </Field>
            <Button size="sm" icon={<PlusIcon aria-hidden="true" />} disabled={isDisabled || name === '' || isTaken} onClick={add}>
              {labels.addProperty}
            </Button>
          </div>
        )}
      </div>
    </FieldGroup>
  );
}
