import type { ReactNode } from 'react';
import { useMarkdownTools } from './markdown-context.tsx';
import { VisibleText } from './visible-text.tsx';

/**
 * A link without an address in the page: no press, drag, middle click or context menu can open it past the
 * callback. Its real site is shown on hover and focus, and always when its words name another one.
 */
export function LinkView({ url, host, isMisleading, children }: { url: string; host: string; isMisleading: boolean; children: ReactNode }): ReactNode {
  const { onOpenLink, onHint } = useMarkdownTools();
  return (
    // An <a> with href would navigate by itself; one without is no link to assistive technology.
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="link"
      tabIndex={0}
      className="md-link"
      title={url}
      onClick={() => onOpenLink(url)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        onOpenLink(url);
      }}
      onPointerEnter={(event) => onHint({ element: event.currentTarget, text: host })}
      onPointerLeave={() => onHint(null)}
      onFocus={(event) => onHint({ element: event.currentTarget, text: host })}
      onBlur={() => onHint(null)}
    >
      {children}
      {isMisleading ? (
        <span className="md-link-host">
          {' ('}
          <VisibleText text={host} mode="strict" />
          {')'}
        </span>
      ) : null}
    </span>
  );
}
