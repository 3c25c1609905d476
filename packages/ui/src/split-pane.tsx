import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface SplitPaneProps {
  /** The pane whose width is set; the other takes the rest. */
  side: 'start' | 'end';
  /** Width of that pane in pixels. */
  size: number;
  onSizeChange: (size: number) => void;
  min?: number | undefined;
  max?: number | undefined;
  /** Width that a double press on the handle restores. */
  defaultSize?: number | undefined;
  /** Takes the pane and its handle away, keeping its size for later. */
  collapsed?: boolean | undefined;
  /** Accessible name of the handle, for example "Resize sidebar". */
  label: string;
  className?: string | undefined;
  /** Exactly two panes, start then end. */
  children: [ReactNode, ReactNode];
}

const keyStep = 16;

/** Two panes with a handle between them; drag it, or focus it and use the arrow keys, Home and End. */
export function SplitPane({
  side,
  size,
  onSizeChange,
  min = 160,
  max = 640,
  defaultSize,
  collapsed = false,
  label,
  className,
  children,
}: SplitPaneProps): ReactNode {
  const [dragging, setDragging] = useState(false);
  const start = useRef({ x: 0, size: 0 });
  const clamped = clamp(size, min, max);
  const width = `${clamped}px`;
  const direction = side === 'start' ? 1 : -1;
  const columns = collapsed ? 'minmax(0, 1fr)' : side === 'start' ? `${width} auto minmax(0, 1fr)` : `minmax(0, 1fr) auto ${width}`;

  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, size: clamped };
    setDragging(true);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>): void => {
    if (!dragging) return;
    onSizeChange(clamp(start.current.size + (event.clientX - start.current.x) * direction, min, max));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const next = sizeForKey(event.key, clamped, direction, min, max);
    if (next === undefined) return;
    event.preventDefault();
    onSizeChange(next);
  };

  const handle = collapsed ? null : (
    <div
      className="ui-split-handle"
      // A separator that is moved is a widget; <hr> cannot be one.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(clamped)}
      aria-valuemin={min}
      aria-valuemax={max}
      // A focusable separator is a widget (ARIA 1.2): it is moved with the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      data-dragging={dragging ? '' : undefined}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onKeyDown={onKeyDown}
      onDoubleClick={() => {
        if (defaultSize !== undefined) onSizeChange(defaultSize);
      }}
    />
  );
  return (
    <div className={classNames('ui-split', className)} style={{ gridTemplateColumns: columns }}>
      {collapsed && side === 'start' ? null : children[0]}
      {handle}
      {collapsed && side === 'end' ? null : children[1]}
    </div>
  );
}

function sizeForKey(key: string, size: number, direction: number, min: number, max: number): number | undefined {
  if (key === 'ArrowRight') return clamp(size + keyStep * direction, min, max);
  if (key === 'ArrowLeft') return clamp(size - keyStep * direction, min, max);
  if (key === 'Home') return min;
  if (key === 'End') return max;
  return undefined;
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
