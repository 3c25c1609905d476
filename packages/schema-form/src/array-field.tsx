import { Button } from '@portolan/ui/button';
import { FieldGroup } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { ArrowDownIcon, ArrowUpIcon, PlusIcon, XIcon } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { frame, type FieldProps } from './field-props.ts';
import { useForm } from './form-context.tsx';
import { removeItem, setValue, swapItems } from './form-state.ts';
import { initialValue } from './initial.ts';
import { getAt, type Json } from './json.ts';
import { planField, type FieldPlan } from './plan.ts';

/** Items drawn at first, and added by each press. */
const shownAtOnce = 50;

/** A list of any kind of item, which can be added, removed and moved. */
export function ArrayField({ plan, ...props }: FieldProps & { plan: FieldPlan & { kind: 'array' } }): ReactNode {
  const { root, state, labels, update, touch, isDisabled, renderField } = useForm();
  const [shown, setShown] = useState(shownAtOnce);
  const { path } = props;
  const stored = getAt(state.value, path);
  const items = Array.isArray(stored) ? stored : [];
  const schemaOf = (index: number) => plan.prefix[index] ?? plan.items ?? true;
  const canAdd = items.length < plan.maxItems && (items.length < plan.prefix.length || plan.items !== undefined);
  const add = (): void => {
    update((before) => setValue(before, path, [...items, emptyItem(schemaOf(items.length))]));
    setShown(Math.max(shown, items.length + 1));
    touch(path);
  };
  /** A list has no place for "nothing yet": a new item is the smallest value of its kind. */
  const emptyItem = (schema: ReturnType<typeof schemaOf>): Json => {
    const initial = initialValue(schema, root);
    if (initial !== undefined) return initial;
    const { kind } = planField(schema, root);
    return kind === 'string' ? '' : null;
  };
  return (
    <FieldGroup {...frame({ ...props, plan })}>
      <div className="sf-group ui-form-section">
        {items.length === 0 ? <p className="ui-description">{labels.noItems}</p> : null}
        {items.slice(0, shown).map((_, index) => (
          // Items have no identity but their place; drafts and choices move with them in the state.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={index} className="sf-row">
            {renderField({ schema: schemaOf(index), path: [...path, index], name: String(index), label: labels.item(index + 1), isRequired: true, depth: props.depth + 1 })}
            <span className="sf-row-actions">
              {plan.prefix.length === 0 && items.length > 1 ? (
                <>
                  <IconButton
                    size="sm"
                    label={labels.moveUp(index + 1)}
                    icon={<ArrowUpIcon aria-hidden="true" />}
                    disabled={isDisabled || index === 0}
                    onClick={() => update((before) => swapItems(before, path, index, index - 1))}
                  />
                  <IconButton
                    size="sm"
                    label={labels.moveDown(index + 1)}
                    icon={<ArrowDownIcon aria-hidden="true" />}
                    disabled={isDisabled || index === items.length - 1}
                    onClick={() => update((before) => swapItems(before, path, index, index + 1))}
                  />
                </>
              ) : null}
              <IconButton
                size="sm"
                label={labels.removeItem(index + 1)}
                icon={<XIcon aria-hidden="true" />}
                disabled={isDisabled}
                onClick={() => {
                  update((before) => removeItem(before, path, index));
                  touch(path);
                }}
              />
            </span>
          </div>
        ))}
        <div className="sf-add">
          {items.length > shown ? (
            <Button size="sm" variant="ghost" onClick={() => setShown(shown + shownAtOnce)}>
              {labels.items(items.length - shown)}
            </Button>
          ) : null}
          <Button size="sm" icon={<PlusIcon aria-hidden="true" />} disabled={isDisabled || !canAdd} onClick={add}>
            {labels.addItem}
          </Button>
        </div>
      </div>
    </FieldGroup>
  );
}
