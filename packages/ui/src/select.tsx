import { Select as Base } from '@base-ui/react/select';
import { CheckIcon, ChevronsUpDownIcon } from 'lucide-react';
import { useId } from 'react';
import type { ReactNode, Ref } from 'react';
import type { ControlSize } from './button.tsx';
import { classNames } from './class-names.ts';

export interface SelectItem<Value extends string> {
  value: Value;
  label: string;
  description?: ReactNode;
  icon?: ReactNode;
  disabled?: boolean | undefined;
}

export interface SelectGroup<Value extends string> {
  label: string;
  items: readonly SelectItem<Value>[];
}

export interface SelectProps<Value extends string> {
  /** A flat list, or groups with a label each. */
  items: readonly SelectItem<Value>[] | readonly SelectGroup<Value>[];
  value?: Value | null | undefined;
  defaultValue?: Value | undefined;
  onValueChange?: ((value: Value) => void) | undefined;
  placeholder?: string | undefined;
  size?: ControlSize | undefined;
  /** Borderless, for toolbars. */
  bare?: boolean | undefined;
  disabled?: boolean | undefined;
  required?: boolean | undefined;
  name?: string | undefined;
  id?: string | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
}

/** One of many in a list that opens. Typing jumps to a match. */
export function Select<Value extends string>({
  items,
  onValueChange,
  placeholder,
  size = 'md',
  bare,
  id,
  className,
  ref,
  'aria-label': ariaLabel,
  'aria-labelledby': ariaLabelledBy,
  ...rest
}: SelectProps<Value>): ReactNode {
  const groups = asGroups(items);
  const ownId = useId();
  return (
    <Base.Root
      {...rest}
      items={groups.flatMap((group) => group.items.map(({ value, label }) => ({ value, label })))}
      onValueChange={(value) => {
        if (value !== null) onValueChange?.(value);
      }}
      modal={false}
    >
      <Base.Trigger
        ref={ref}
        id={id ?? ownId}
        aria-label={ariaLabel}
        aria-labelledby={ariaLabelledBy}
        data-size={size}
        data-bare={bare ? '' : undefined}
        className={classNames('ui-select-trigger', className)}
      >
        <Base.Value className="ui-select-value" placeholder={placeholder} />
        <Base.Icon className="ui-select-icon">
          <ChevronsUpDownIcon aria-hidden="true" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className="ui-positioner" sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className="ui-menu">
            {/* The list that opens is named as what opens it. */}
            <Base.List aria-label={ariaLabel} aria-labelledby={ariaLabelledBy ?? (ariaLabel === undefined ? (id ?? ownId) : undefined)}>
              {groups.map((group, index) =>
                group.label === undefined ? (
                  group.items.map(renderItem)
                ) : (
                  <Base.Group key={`${index}:${group.label}`}>
                    <Base.GroupLabel className="ui-group-label">{group.label}</Base.GroupLabel>
                    {group.items.map(renderItem)}
                  </Base.Group>
                ),
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function renderItem<Value extends string>(item: SelectItem<Value>): ReactNode {
  return (
    <Base.Item key={item.value} value={item.value} disabled={item.disabled} className="ui-option">
      {item.icon ? <span className="ui-option-icon">{item.icon}</span> : null}
      <span className="ui-option-text">
        <Base.ItemText>{item.label}</Base.ItemText>
        {item.description ? <span className="ui-option-note">{item.description}</span> : null}
      </span>
      <span className="ui-option-end">
        <Base.ItemIndicator className="ui-option-check">
          <CheckIcon aria-hidden="true" />
        </Base.ItemIndicator>
      </span>
    </Base.Item>
  );
}

function asGroups<Value extends string>(
  items: SelectProps<Value>['items'],
): readonly { label: string | undefined; items: readonly SelectItem<Value>[] }[] {
  const flat: SelectItem<Value>[] = [];
  const groups: SelectGroup<Value>[] = [];
  for (const item of items) {
    if ('items' in item) groups.push(item);
    else flat.push(item);
  }
  return flat.length > 0 ? [{ label: undefined, items: flat }, ...groups] : groups;
}
