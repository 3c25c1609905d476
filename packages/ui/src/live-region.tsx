import { createContext, use, useCallback, useRef, useState, type ReactNode } from 'react';

/** Says a short sentence to assistive technology without moving focus. */
export type Announce = (message: string, urgency?: 'polite' | 'assertive') => void;

const AnnounceContext = createContext<Announce | null>(null);

/** Holds the window's two live regions. They stay in the page from the start, as screen readers require. */
export function LiveRegionProvider({ children }: { children: ReactNode }): ReactNode {
  const [polite, setPolite] = useState('');
  const [assertive, setAssertive] = useState('');
  const turn = useRef(0);
  const announce = useCallback<Announce>((message, urgency = 'polite') => {
    // The same sentence twice must differ, or it is not read again.
    turn.current += 1;
    const text = turn.current % 2 === 0 ? message : `${message}\u00a0`;
    (urgency === 'assertive' ? setAssertive : setPolite)(text);
  }, []);
  return (
    <AnnounceContext value={announce}>
      {children}
      <output className="ui-visually-hidden" aria-live="polite" aria-atomic="true">
        {polite}
      </output>
      <div className="ui-visually-hidden" role="alert" aria-live="assertive" aria-atomic="true">
        {assertive}
      </div>
    </AnnounceContext>
  );
}

/** The announcer of the window; throws when no provider is above. */
export function useAnnounce(): Announce {
  const announce = use(AnnounceContext);
  if (!announce) throw new Error('LiveRegionProvider is missing above this component');
  return announce;
}
