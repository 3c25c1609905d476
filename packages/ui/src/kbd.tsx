import type { ReactNode } from 'react';

/** One key cap. */
export function Kbd({ children }: { children: ReactNode }): ReactNode {
  return <kbd className="ui-kbd">{children}</kbd>;
}

/** A chord, for example `['Ctrl', 'K']`. */
export function KeyRow({ keys }: { keys: readonly string[] }): ReactNode {
  return (
    <span className="ui-kbd-row">
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  );
}
