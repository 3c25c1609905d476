/** Signing in to a server, from the question to the account, and out again (S19). */
import type { Problem } from '@portolan/contract/errors';
import type { SignInView } from '@portolan/contract/sign-in';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { useAnnounce } from '@portolan/ui/live-region';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useToast } from '@portolan/ui/toast';
import { KeyRoundIcon, LogInIcon, LogOutIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { Fact, Facts } from '../sections/facts.tsx';
import type { SectionProps } from '../sections/section.ts';
import { ClientForm } from './client-form.tsx';
import { ScopeList } from './scope-list.tsx';
import { AskPanel } from './sign-in-ask.tsx';
import { isSignInMatter } from './sign-in-matter.ts';
import { WaitingPanel } from './sign-in-waiting.tsx';
import { useSignIn, useSignInActs } from './use-sign-in.ts';
import type { SignInActs } from './use-sign-in.ts';

const needsClient = new Set<unknown>(['client-id-needed', 'registration-refused', 'issuer-changed']);

export function SignInSection({ server }: SectionProps) {
  const t = useT();
  const view = useSignIn(server.id);
  const acts = useSignInActs(server.id);
  useOutcome(view, server.name);
  if (!server.isReviewed || view === undefined || !(view.isWanted || view.client !== null || isSignInMatter(server))) return null;
  const { flow } = view;
  const problem = newer(isSignInMatter(server) ? server.problem : null, view.problem);
  return (
    <Card level={2} icon={<KeyRoundIcon className="size-4.5 shrink-0 text-subtle" aria-hidden="true" />} title={t.signIn.title}>
      <div className="flex min-w-0 flex-col gap-4">
        {flow === null ? <Standing view={view} serverName={server.name} problem={problem} acts={acts} /> : <Flow view={view} serverName={server.name} acts={acts} />}
        {flow === null ? <ClientForm key={view.client?.clientId ?? ''} serverId={server.id} client={view.client} isNeeded={needsClient.has(problem?.details['reason'])} /> : null}
      </div>
    </Card>
  );
}

/** What happened last is the news: a sign-in that was refused, or what the server has met since. */
function newer(one: Problem | null, other: Problem | null): Problem | null {
  return one === null || (other !== null && other.at >= one.at) ? other : one;
}

function Standing({ view, serverName, problem, acts }: { view: SignInView; serverName: string; problem: Problem | null; acts: SignInActs }) {
  const t = useT();
  const s = t.signIn;
  const toast = useToast();
  const isIn = view.state !== 'signed-out';
  const signOut = async () => {
    if (await acts.signOut()) toast.show({ title: s.signedOut(serverName) });
  };
  return (
    <>
      {problem ? <ProblemCallout problem={problem} tone="warn" alert={false} /> : isIn ? null : <p className="text-sm text-muted">{s.lead}</p>}
      {isIn ? <Account view={view} /> : null}
      {view.isStored ? null : <Callout tone="warn">{s.onlyThisRun}</Callout>}
      <div className="flex flex-wrap gap-2">
        <Button variant={isIn ? 'secondary' : 'primary'} icon={<LogInIcon aria-hidden="true" />} onClick={acts.start}>{isIn ? s.again : s.start}</Button>
        {isIn ? <Button icon={<LogOutIcon aria-hidden="true" />} title={s.signOutText} onClick={() => void signOut()}>{s.signOut}</Button> : null}
      </div>
    </>
  );
}

function Account({ view }: { view: SignInView }) {
  const t = useT();
  const s = t.signIn;
  const format = useFormat();
  const { account, authorizationHost, scopes, expiresAt, isRenewable } = view;
  return (
    <Facts>
      <Fact label={s.account}>{account === null ? <span className="text-muted">{s.accountUnknown}</span> : <RevealText text={account} className="font-medium" />}</Fact>
      {authorizationHost === null ? null : <Fact label={s.at}><RevealText text={authorizationHost} /></Fact>}
      {scopes === null || scopes.length === 0 ? null : <Fact label={s.allowedTo}><ScopeList scopes={scopes} /></Fact>}
      <Fact label={s.lasts}>{isRenewable ? s.renewsItself : expiresAt === null ? s.untilAsked : s.until(format.dateTime(expiresAt))}</Fact>
    </Facts>
  );
}

function Flow({ view, serverName, acts }: { view: SignInView; serverName: string; acts: SignInActs }) {
  const t = useT();
  const { flow } = view;
  if (flow === null) return null;
  if (flow.stage === 'asking' && flow.ask !== null) return <AskPanel key={flow.ask.id} ask={flow.ask} serverName={serverName} onContinue={acts.continue} onCancel={acts.cancel} />;
  if (flow.stage === 'waiting') return <WaitingPanel serverId={view.serverId} flow={flow} isNotOpened={acts.isNotOpened} onCancel={acts.cancel} />;
  const words = flow.stage === 'finishing' ? t.signIn.finishing : flow.stage === 'looking' ? t.signIn.looking : t.signIn.preparing;
  return (
    <div className="flex flex-wrap items-center gap-2.5 text-sm">
      <Spinner />
      <p role="status" className="flex-1">{words}</p>
      <Button onClick={acts.cancel}>{t.app.actions.cancel}</Button>
    </div>
  );
}

/** How a sign-in that was under way on this page ended, read aloud once. */
function useOutcome(view: SignInView | undefined, serverName: string): void {
  const t = useT();
  const announce = useAnnounce();
  const wasUnderWay = useRef(false);
  const isUnderWay = view !== undefined && view.flow !== null;
  const isIn = view?.state === 'signed-in';
  const hasFailed = view?.problem !== null;
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) {
      if (isIn) announce(t.signIn.announce.signedIn(serverName));
      else if (hasFailed) announce(t.signIn.announce.failed(serverName), 'assertive');
    }
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, isIn, hasFailed, announce, serverName, t]);
}
