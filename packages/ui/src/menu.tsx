import { Menu as Base } from '@base-ui/react/menu';
import { CheckIcon, ChevronRightIcon } from 'lucide-react';
import type { MouseEvent, ReactElement, ReactNode } from 'react';
import { KeyRow } from './kbd.tsx';

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined;
  align?: 'start' | 'center' | 'end' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  children: ReactNode;
}

/** A menu of commands; arrow keys, Home, End and typing move, Escape closes. */
export function Menu({ trigger, side = 'bottom', align = 'start', open, onOpenChange, children }: MenuProps): ReactNode {
  return (
    <Base.Root modal={false} open={open} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <MenuPopup side={side} align={align}>
        {children}
      </MenuPopup>
    </Base.Root>
  );
}

export interface MenuItemProps {
  icon?: ReactNode;
  description?: ReactNode;
  shortcut?: readonly string[] | undefined;
  tone?: 'default' | 'danger' | undefined;
  disabled?: boolean | undefined;
  /** Gets the event of the press, which tells real input from a scripted one. */
  onSelect: (event: MouseEvent<HTMLElement>) => void;
  children: ReactNode;
}

/** One command. */
export function MenuItem({ icon, description, shortcut, tone = 'default', disabled, onSelect, children }: MenuItemProps): ReactNode {
  return (
    <Base.Item className="ui-option" data-tone={tone} disabled={disabled} onClick={onSelect}>
      {icon ? <span className="ui-option-icon">{icon}</span> : null}
      <span className="ui-option-text">
        <span>{children}</span>
        {description ? <span className="ui-option-note">{description}</span> : null}
      </span>
      {shortcut ? (
        <span className="ui-option-end">
          <KeyRow keys={shortcut} />
        </span>
      ) : null}
    </Base.Item>
  );
}

export interface MenuCheckboxItemProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  disabled?: boolean | undefined;
  children: ReactNode;
}

/** A command that is on or off; the menu stays open. */
export function MenuCheckboxItem({ checked, onCheckedChange, disabled, children }: MenuCheckboxItemProps): ReactNode {
  return (
    <Base.CheckboxItem className="ui-option" checked={checked} disabled={disabled} onCheckedChange={(next) => onCheckedChange(next)}>
      <span className="ui-option-check">
        <Base.CheckboxItemIndicator>
          <CheckIcon aria-hidden="true" />
        </Base.CheckboxItemIndicator>
      </span>
      <span className="ui-option-text">{children}</span>
    </Base.CheckboxItem>
  );
}

export interface MenuRadioGroupProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  items: readonly { value: Value; label: ReactNode; description?: ReactNode; disabled?: boolean | undefined }[];
}

/** One of several, inside a menu. */
export function MenuRadioGroup<Value extends string>({ value, onValueChange, items }: MenuRadioGroupProps<Value>): ReactNode {
  return (
    <Base.RadioGroup
      value={value}
      onValueChange={(next: string) => {
        const item = items.find((candidate) => candidate.value === next);
        if (item) onValueChange(item.value);
      }}
    >
      {items.map((item) => (
        <Base.RadioItem key={item.value} className="ui-option" value={item.value} disabled={item.disabled} closeOnClick>
          <span className="ui-option-check">
            <Base.RadioItemIndicator>
              <CheckIcon aria-hidden="true" />
            </Base.RadioItemIndicator>
          </span>
          <span className="ui-option-text">
            <span>{item.label}</span>
            {item.description ? <span className="ui-option-note">{item.description}</span> : null}
          </span>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  );
}

/** Commands that belong together, under a label. */
export function MenuGroup({ label, children }: { label: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Base.Group>
      <Base.GroupLabel className="ui-group-label">{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}

export function MenuSeparator(): ReactNode {
  return <Base.Separator className="ui-separator" />;
}

/** A command that opens a further menu. */
export function MenuSub({ icon, label, children }: { icon?: ReactNode; label: ReactNode; children: ReactNode }): ReactNode {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className="ui-option">
        {icon ? <span className="ui-option-icon">{icon}</span> : null}
        <span className="ui-option-text">{label}</span>
        <span className="ui-option-end">
          <ChevronRightIcon size={14} aria-hidden="true" />
        </span>
      </Base.SubmenuTrigger>
      <MenuPopup side="right" align="start" offset={2}>
        {children}
      </MenuPopup>
    </Base.SubmenuRoot>
  );
}

function MenuPopup({
  side,
  align,
  offset = 4,
  children,
}: {
  side: 'top' | 'bottom' | 'left' | 'right';
  align: 'start' | 'center' | 'end';
  offset?: number;
  children: ReactNode;
}): ReactNode {
  return (
    <Base.Portal>
      <Base.Positioner className="ui-positioner" side={side} align={align} sideOffset={offset} collisionPadding={8}>
        <Base.Popup className="ui-menu">{children}</Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}
