/**
 * The decision about one tool call (H01). Drawn from the bytes that will be sent, never takes focus, allows nothing in
 * its first moments and only from real input, so that neither a key being typed nor a click already under way decides (H08, T:J10).
 */
import type { InteractionAnswer, InteractionView } from '@portolan/contract/interactions';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { Menu, MenuItem } from '@portolan/ui/menu';
import { RevealText } from '@portolan/ui/reveal-text';
import { ServerIcon } from '@portolan/ui/server-icon';
import { ChevronDownIcon } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { JsonView } from '../../lib/content/json-view.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { ArgumentsView } from './arguments-view.tsx';

/** How long after it appeared, or after the window came to the front, nothing can be allowed. */
const guardMs = 700;

export function ApprovalCard({ interaction }: { interaction: InteractionView }) {
  const t = useT();
  const a = t.interactions.approval;
  const titleId = useId();
  const resolve = useHostMutation('interactions/resolve');
  const isGuarded = useGuard();
  const [isDenying, setIsDenying] = useState(false);
  const [reason, setReason] = useState('');
  const { tool } = interaction;
  const title = tool.title ?? tool.annotations?.title ?? tool.name;
  const answer = (given: InteractionAnswer) => resolve.mutate({ id: interaction.id, hash: interaction.hash, answer: given });
  const allow = (scope: 'once' | 'chat' | 'always') => (event?: SyntheticEvent) => {
    if (isGuarded || (event && !event.nativeEvent.isTrusted)) return;
    answer({ kind: 'tool-approval', decision: 'allow', scope });
  };
  const deny = () => answer({ kind: 'tool-approval', decision: 'deny', ...(reason.trim() === '' ? {} : { reason: reason.trim() }) });
  const isSending = resolve.isPending || resolve.data?.accepted === true;
  const count = Object.keys(interaction.arguments).length;
  return (
    <section aria-labelledby={titleId} data-approval={interaction.id} className="isolate overflow-hidden rounded-lg border border-accent-line bg-surface shadow-md">
      <header className="flex min-w-0 items-center gap-2.5 border-b border-line bg-accent-soft px-3.5 py-2.5">
        <ServerIcon name={interaction.serverName} size={1.5} />
        <h3 id={titleId} className="min-w-0 flex-1 text-sm break-words">
          <strong className="font-semibold"><RevealText text={interaction.serverName} /></strong> {a.wants} <strong className="font-semibold"><RevealText text={title} /></strong>
        </h3>
        {title === tool.name ? null : <CodeText text={tool.name} />}
      </header>
      <div className="flex flex-col gap-3 p-3.5">
        {interaction.flags.length > 0 ? (
          <ul className="flex flex-col gap-1.5">
            {interaction.flags.map((flag) => (
              <li key={flag}>
                <Callout tone="warn" title={a.flags[flag]}>{flag.startsWith('claims-') ? a.claimed : null}</Callout>
              </li>
            ))}
          </ul>
        ) : null}
        <div>
          <h4 className="mb-1.5 flex items-center gap-2 text-xs font-medium text-muted">
            {a.arguments(count)} {tool.annotations?.readOnlyHint === true ? <Badge>{t.tools.hints.readOnly}</Badge> : null}
          </h4>
          <ArgumentsView value={interaction.arguments} />
        </div>
        <Collapsible label={a.showDefinition} className="text-sm">
          <JsonView value={tool.raw} label={t.tools.definition} />
        </Collapsible>
        {resolve.data?.accepted === false ? <Callout tone="warn" alert>{a.stale}</Callout> : null}
        {resolve.error ? <ProblemCallout problem={resolve.error.problem} /> : null}
        {isDenying ? (
          <Field label={a.denyReason}>
            <Input
              autoFocus
              value={reason}
              maxLength={2000}
              onValueChange={setReason}
              onKeyDown={(event) => {
                if (event.nativeEvent.isComposing) return;
                if (event.key === 'Enter') deny();
                if (event.key === 'Escape') setIsDenying(false);
              }}
            />
          </Field>
        ) : null}
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-t border-line px-3.5 py-2.5">
        <Button onClick={deny} loading={isSending}>{a.deny}</Button>
        {isDenying ? null : <Button variant="ghost" disabled={isSending} onClick={() => setIsDenying(true)}>{a.denyWithReason}</Button>}
        <span className="ml-auto flex items-center">
          <Button variant="primary" className="rounded-r-none" disabled={isGuarded || isSending} focusableWhenDisabled onClick={allow('once')}>{a.allowOnce}</Button>
          <Menu
            align="end"
            trigger={<Button variant="primary" className="rounded-l-none border-l border-l-surface px-1.5" disabled={isGuarded || isSending} focusableWhenDisabled aria-label={a.moreChoices} icon={<ChevronDownIcon />} />}
          >
            <MenuItem onSelect={allow('chat')}>{a.allowChat}</MenuItem>
            <MenuItem onSelect={allow('always')} description={a.allowAlwaysHint}>{a.allowAlways}</MenuItem>
          </Menu>
        </span>
      </footer>
    </section>
  );
}

/** True for a moment after the card is drawn and each time the window gets the focus back. */
function useGuard(): boolean {
  const [isGuarded, setIsGuarded] = useState(true);
  useEffect(() => {
    let timer = setTimeout(() => setIsGuarded(false), guardMs);
    const again = () => {
      clearTimeout(timer);
      setIsGuarded(true);
      timer = setTimeout(() => setIsGuarded(false), guardMs);
    };
    addEventListener('focus', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('focus', again);
    };
  }, []);
  return isGuarded;
}
