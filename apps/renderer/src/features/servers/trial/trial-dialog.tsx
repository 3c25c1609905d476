/** "Test first": what would run, exactly; then, once the person has said so, what came of running it once (H07, S01). */
import type { EventOf } from '@portolan/contract/contract';
import type { HostError } from '@portolan/contract/errors';
import type { ServerId } from '@portolan/contract/ids';
import type { SandboxChoice } from '@portolan/contract/sandbox';
import type { LaunchView } from '@portolan/contract/servers';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useEffect, useRef, useState } from 'react';
import { useHost } from '../../../host/host-context.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useGuard } from '../../../lib/use-guard.ts';
import { LaunchDetails, LaunchFlags } from '../launch-details.tsx';
import { useTrialPermissions } from './use-trial-permissions.tsx';

export interface TrialDialogProps {
  name: string;
  launch: LaunchView;
  /** The server whose stored values stand behind those not shown. */
  of: ServerId | undefined;
  onClose: () => void;
}

type TrialEvent = EventOf<'servers/trial'>;

export function TrialDialog({ name, launch, of, onClose }: TrialDialogProps) {
  const t = useT();
  const r = t.servers.trial;
  const isHttp = launch.kind === 'http';
  const { prepared, isContained, view: permissions } = useTrialPermissions(launch, of);
  const { run, event, error, isRunning } = useTrial({ name, launch, of });
  const card = useRef<HTMLDivElement>(null);
  const guard = useGuard(card);
  const hasRun = isRunning || event !== null || error !== null;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      dismissOutside={false}
      size="lg"
      title={<RevealText text={name === '' ? r.titleUnnamed : r.title(name)} />}
      footer={
        <>
          <Button onClick={onClose}>{hasRun && !isRunning ? r.close : t.app.actions.cancel}</Button>
          {hasRun ? null : (
            <Button
              variant="primary"
              disabled={guard.isGuarded || prepared.data === undefined}
              focusableWhenDisabled
              onClick={(press) => {
                if (prepared.data !== undefined && guard.accepts(press)) run(prepared.data.launchHash, prepared.data.sandbox);
              }}
            >
              {isHttp ? r.connect : r.run}
            </Button>
          )}
        </>
      }
    >
      <div ref={card} className="flex min-w-0 flex-col gap-4">
        {hasRun ? <Outcome event={event} error={error} isRunning={isRunning} /> : (
          <>
            <p className="text-sm text-muted">{isHttp ? r.leadHttp : isContained ? r.leadContained : r.lead}</p>
            {prepared.error ? <ProblemCallout problem={prepared.error.problem} /> : null}
            <LaunchFlags flags={prepared.data?.flags ?? []} />
            <LaunchDetails launch={launch} />
            {permissions}
          </>
        )}
      </div>
    </Dialog>
  );
}

interface TrialRun {
  run: (launchHash: string, sandbox: SandboxChoice | undefined) => void;
  event: TrialEvent | null;
  error: HostError | null;
  isRunning: boolean;
}

/** Leaving the dialog ends what runs. */
function useTrial({ name, launch, of }: Omit<TrialDialogProps, 'onClose'>): TrialRun {
  const { link } = useHost();
  const [event, setEvent] = useState<TrialEvent | null>(null);
  const [error, setError] = useState<HostError | null>(null);
  const [isRunning, setIsRunning] = useState(false);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);
  const run: TrialRun['run'] = (launchHash, sandbox) => {
    setIsRunning(true);
    stop.current = link.runOnce('servers/trial', { name: name === '' ? '?' : name, launch, launchHash, ...(of === undefined ? {} : { of }), ...(sandbox === undefined ? {} : { sandbox }) }, setEvent, (problem) => {
      setIsRunning(false);
      setError(problem);
    });
  };
  return { run, event, error, isRunning };
}

function Outcome({ event, error, isRunning }: Pick<TrialRun, 'event' | 'error' | 'isRunning'>) {
  const t = useT();
  const r = t.servers.trial;
  if (error) return <ProblemCallout problem={error.problem} />;
  if (event?.type === 'failed') return <ProblemCallout problem={event.problem} />;
  if (event?.type !== 'done') {
    return (
      <div role="status" className="flex min-w-0 flex-col gap-2 text-sm">
        <p className="flex items-center gap-2">{isRunning ? <Spinner /> : null} {r.running}</p>
        {event?.type === 'progress' && event.lastLine !== null ? <CodeText text={event.lastLine} className="break-all" /> : null}
      </div>
    );
  }
  const kinds = [
    [t.servers.tabs.tools, event.tools],
    [t.servers.tabs.resources, event.resources],
    [t.resources.templates, event.resourceTemplates],
    [t.servers.tabs.prompts, event.prompts],
  ] as const;
  return (
    <div role="status" className="flex min-w-0 flex-col gap-3">
      <Callout tone="success" title={r.works}>
        {event.info ? <><RevealText text={`${event.info.title ?? event.info.name} ${event.info.version}`} />. </> : null}
        {r.revision(event.protocolVersion)} {r.ended}
      </Callout>
      <dl className="flex min-w-0 flex-col gap-2 text-sm">
        {kinds.map(([label, names]) => (
          <div key={label} className="min-w-0">
            <dt className="text-xs font-medium text-muted">{label} · {names.length}</dt>
            <dd className="wrap-anywhere">{names.length === 0 ? t.servers.offers.none : <RevealText text={names.join(', ')} limit={2000} />}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
