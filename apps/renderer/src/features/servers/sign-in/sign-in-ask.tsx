/** The question before a browser opens: who asks, which site gets the password, and what it allows (T:G09, T:G10). */
import type { SignInAsk } from '@portolan/contract/sign-in';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { ExternalLinkIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useT } from '../../../lib/i18n.tsx';
import { useGuard } from '../../../lib/use-guard.ts';
import { Fact, Facts } from '../sections/facts.tsx';
import { ScopeList } from './scope-list.tsx';

export interface AskPanelProps {
  ask: SignInAsk;
  serverName: string;
  onContinue: (ask: SignInAsk) => void;
  onCancel: () => void;
}

/** Mounted anew for each question. */
export function AskPanel({ ask, serverName, onContinue, onCancel }: AskPanelProps) {
  const t = useT();
  const a = t.signIn.ask;
  const panel = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const guard = useGuard(panel);
  const isMore = ask.cause === 'step-up';
  // Where everything is new, saying so of each tells nothing.
  const isAllNew = ask.newScopes.length === ask.scopes?.length;
  // A question that somebody has just asked for is where they look next; one that came by itself takes no focus (H08).
  useEffect(() => {
    if (!isMore) heading.current?.focus();
  }, [isMore]);
  return (
    <div ref={panel} className="flex min-w-0 flex-col gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-base font-semibold outline-none wrap-anywhere"><RevealText text={isMore ? a.titleMore(serverName) : a.title(serverName)} /></h3>
      <Facts>
        <Fact label={a.server}><RevealText text={ask.serverHost} className="font-semibold" /></Fact>
        <Fact label={a.site}>
          <RevealText text={ask.authorizationHost} className="font-semibold" /> {ask.isFirstUse ? <Badge tone="warn">{a.firstUse}</Badge> : null}
          {ask.authorizationHost === ask.serverHost ? null : <p className="text-muted">{a.otherSite}</p>}
        </Fact>
        <Fact label={a.scopes}>{ask.scopes === null || ask.scopes.length === 0 ? a.scopesUnknown : <ScopeList scopes={ask.scopes} newScopes={isAllNew ? [] : ask.newScopes} />}</Fact>
      </Facts>
      {isMore ? <p className="text-sm text-muted">{a.more}</p> : null}
      {ask.isFirstUse ? <Callout tone="warn">{a.firstUseText}{ask.registration === 'dynamic' ? ` ${a.registers}` : ''}</Callout> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{isMore ? a.notMore : t.app.actions.cancel}</Button>
        <Button
          variant="primary"
          icon={<ExternalLinkIcon aria-hidden="true" />}
          disabled={guard.isGuarded}
          focusableWhenDisabled
          onClick={(event) => {
            if (guard.accepts(event)) onContinue(ask);
          }}
        >
          {a.go}
        </Button>
      </div>
    </div>
  );
}
