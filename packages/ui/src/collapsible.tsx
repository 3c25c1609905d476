import { Collapsible as Base } from '@base-ui/react/collapsible';
import { ChevronRightIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface CollapsibleProps {
  label: ReactNode;
  open?: boolean | undefined;
  defaultOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** Something that opens in place. */
export function Collapsible({ label, open, defaultOpen, onOpenChange, className, children }: CollapsibleProps): ReactNode {
  return (
    <Base.Root open={open} defaultOpen={defaultOpen} onOpenChange={(next) => onOpenChange?.(next)} className={classNames('ui-collapsible', className)}>
      <Base.Trigger className="ui-collapsible-trigger">
        <ChevronRightIcon className="ui-chevron" aria-hidden="true" />
        {label}
      </Base.Trigger>
      <Base.Panel className="ui-collapsible-panel">{children}</Base.Panel>
    </Base.Root>
  );
}
