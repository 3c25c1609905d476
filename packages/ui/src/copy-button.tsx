import { CheckIcon, CopyIcon, TriangleAlertIcon } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import { withoutControls } from './hidden-characters.ts';
import { IconButton } from './icon-button.tsx';
import { useAnnounce } from './live-region.tsx';
import { useUiLabels } from './ui-labels.tsx';

export interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'className' | 'disabled'> {
  /** The text, or how to make it at the moment of copying. */
  text: string | (() => string | Promise<string>);
  /** Name of what is copied, instead of the plain "Copy". */
  label?: string | undefined;
  /** Shows the label beside the icon. */
  showLabel?: boolean | undefined;
}

/** Copies a text and says whether it worked. */
export function CopyButton({ text, label, showLabel = false, size = 'sm', variant = 'ghost', ...rest }: CopyButtonProps): ReactNode {
  const labels = useUiLabels();
  const announce = useAnnounce();
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const copy = async (): Promise<void> => {
    let next: 'copied' | 'failed' = 'copied';
    try {
      await navigator.clipboard.writeText(withoutControls(typeof text === 'string' ? text : await text()));
    } catch {
      next = 'failed';
    }
    setState(next);
    announce(next === 'copied' ? labels.copied : labels.copyFailed);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), 1_600);
  };

  const name = state === 'copied' ? labels.copied : state === 'failed' ? labels.copyFailed : (label ?? labels.copy);
  const Icon = state === 'copied' ? CheckIcon : state === 'failed' ? TriangleAlertIcon : CopyIcon;
  const shared = { ...rest, size, variant, icon: <Icon aria-hidden="true" />, onClick: () => void copy() };
  return showLabel ? <Button {...shared}>{name}</Button> : <IconButton {...shared} label={name} />;
}
