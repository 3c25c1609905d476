import { Tabs as Base } from '@base-ui/react/tabs';
import { useEffect, useRef } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface TabItem<Value extends string> {
  value: Value;
  label: ReactNode;
  icon?: ReactNode;
  /** A number after the label, for example how many tools there are. */
  count?: ReactNode;
  disabled?: boolean | undefined;
}

export interface TabsProps<Value extends string> {
  items: readonly TabItem<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** `segmented` is the small pill form for two or three views of the same thing. */
  variant?: 'line' | 'segmented' | undefined;
  'aria-label': string;
  className?: string | undefined;
  /** Controls at the end of the row. */
  end?: ReactNode;
  /** TabPanel elements. */
  children?: ReactNode;
}

/** Pixels of the next tab that stay in view, clear of the fading edge. */
const margin = 48;

/** Views of one thing; left and right arrow move between them. */
export function Tabs<Value extends string>({
  items,
  value,
  onValueChange,
  variant = 'line',
  'aria-label': ariaLabel,
  className,
  end,
  children,
}: TabsProps<Value>): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  // Where the row is wider than its place, the tab that is open is in view.
  useEffect(() => {
    const open = row.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (!row.current || !open) return;
    const { left, right } = row.current.getBoundingClientRect();
    const tab = open.getBoundingClientRect();
    if (tab.left < left) row.current.scrollLeft -= left - tab.left + margin;
    else if (tab.right > right) row.current.scrollLeft += tab.right - right + margin;
    // oxlint-disable-next-line react/exhaustive-deps -- the mark moves with the value
  }, [value]);
  const list = (
    <Base.List ref={row} className={variant === 'line' ? 'ui-tabs-list' : 'ui-segmented'} aria-label={ariaLabel} activateOnFocus>
      {items.map((item) => (
        <Base.Tab key={item.value} value={item.value} disabled={item.disabled} className="ui-tab">
          {item.icon}
          {item.label}
          {item.count === undefined ? null : <span className="ui-tab-count">{item.count}</span>}
        </Base.Tab>
      ))}
    </Base.List>
  );
  return (
    <Base.Root
      value={value}
      onValueChange={(next: string) => {
        const item = items.find((candidate) => candidate.value === next);
        if (item) onValueChange(item.value);
      }}
      className={classNames('ui-tabs', className)}
    >
      {end ? (
        <div className="ui-tabs-row">
          {list}
          <div className="ui-tabs-end">{end}</div>
        </div>
      ) : (
        list
      )}
      {children}
    </Base.Root>
  );
}

/** The content of one tab; unmounted while another is shown unless `keepMounted`. */
export function TabPanel({ className, ...rest }: Omit<ComponentProps<typeof Base.Panel>, 'className'> & { className?: string | undefined }): ReactNode {
  return <Base.Panel {...rest} className={classNames('ui-tab-panel', className)} />;
}
