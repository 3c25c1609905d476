/** While the browser has the sign-in: how long it is waited for, the address once more, and a way back by hand. */
import type { ServerId } from '@portolan/contract/ids';
import type { SignInFlow } from '@portolan/contract/sign-in';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Collapsible } from '@portolan/ui/collapsible';
import { CopyButton } from '@portolan/ui/copy-button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Spinner } from '@portolan/ui/spinner';
import { ExternalLinkIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostQuery } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { useAct } from '../../../lib/use-act.ts';
import { useNow } from '../../../lib/use-now.ts';

export interface WaitingPanelProps {
  serverId: ServerId;
  flow: SignInFlow;
  isNotOpened: boolean;
  onCancel: () => void;
}

export function WaitingPanel({ serverId, flow, isNotOpened, onCancel }: WaitingPanelProps) {
  const t = useT();
  const w = t.signIn.waiting;
  const format = useFormat();
  const now = useNow(1_000);
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <div className="flex items-start gap-2.5 text-sm">
        <Spinner className="mt-0.5" />
        <div>
          <h3 className="font-semibold">{w.title}</h3>
          <p className="text-muted"><span role="status">{w.text}</span> {flow.expiresAt === null ? null : w.left(format.relative(Math.max(flow.expiresAt, now), now))}</p>
        </div>
      </div>
      {isNotOpened ? <Callout tone="warn">{w.notOpened}</Callout> : null}
      <div className="flex flex-wrap gap-2">
        {flow.url === null ? null : <OpenAgain url={flow.url} />}
        {flow.url === null ? null : <CopyButton text={flow.url} label={w.copy} showLabel size="md" variant="secondary" />}
        <span className="flex-1" />
        <Button onClick={onCancel}>{t.app.actions.cancel}</Button>
      </div>
      <ByHand serverId={serverId} />
    </div>
  );
}

/** In a browser a link, which no blocker of windows stops; in the desktop app the host's door. */
function OpenAgain({ url }: { url: string }) {
  const t = useT();
  const act = useAct();
  const shell = useHostQuery('app/info', {}).data?.shell;
  const icon = <ExternalLinkIcon aria-hidden="true" />;
  const label = t.signIn.waiting.openAgain;
  if (shell === 'browser' && /^https?:\/\//i.test(url)) {
    return <a className="ui-button" data-variant="secondary" data-size="md" href={url} target="_blank" rel="noopener noreferrer">{icon}{label}</a>;
  }
  return <Button icon={icon} onClick={() => void act('links/open', { url })}>{label}</Button>;
}

function ByHand({ serverId }: { serverId: ServerId }) {
  const t = useT();
  const w = t.signIn.waiting;
  const act = useAct();
  const [address, setAddress] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const use = async () => {
    const answer = await act('signIn/paste', { serverId, address });
    if (answer) setIsRefused(!answer.accepted);
  };
  return (
    <Collapsible label={w.elsewhere} className="min-w-0">
      <form
        className="mt-2 flex min-w-0 flex-col gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          void use();
        }}
      >
        <Field label={w.address} description={w.elsewhereText} error={isRefused ? w.refused : undefined}>
          <Input
            mono
            value={address}
            maxLength={16_384}
            onValueChange={(value) => {
              setAddress(value);
              setIsRefused(false);
            }}
          />
        </Field>
        <Button type="submit" className="self-start" disabled={address.trim() === ''}>{w.use}</Button>
      </form>
    </Collapsible>
  );
}
