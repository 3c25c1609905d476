/** Asks what is used for a sign of life, and says what stands between (S20). */
import type { NetworkCheck } from '@portolan/contract/network';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { StatusDot } from '@portolan/ui/status-dot';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function NetworkCheckCard() {
  const c = useT().network.check;
  const run = useHostMutation('network/check');
  const checks = run.data?.checks;
  const failed = checks?.filter(({ problem }) => problem !== null).length ?? 0;
  return (
    <Card level={2} title={c.title}>
      <div className="flex min-w-0 flex-col gap-3 text-sm">
        <p className="text-muted">{c.lead}</p>
        <Button className="self-start" loading={run.isPending} onClick={() => run.mutate({})}>{run.isPending ? c.running : c.run}</Button>
        {run.error ? <ProblemCallout problem={run.error.problem} /> : null}
        <p role="status" className={checks === undefined ? 'sr-only' : ''}>{checks === undefined ? '' : failed === 0 ? c.allWell : c.some(failed)}</p>
        {checks === undefined ? null : <ul className="flex min-w-0 flex-col gap-3">{checks.map((check) => <CheckRow key={check.origin} check={check} />)}</ul>}
      </div>
    </Card>
  );
}

function CheckRow({ check: { kind, name, origin, via, ms, problem } }: { check: NetworkCheck }) {
  const c = useT().network.check;
  return (
    <li className="flex min-w-0 flex-col gap-1">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2">
        <StatusDot tone={problem === null ? 'success' : 'danger'} text={problem === null ? c.answers(ms) : c.fails} />
        <span className="font-medium">{name === '' ? c.kinds[kind] : `${c.kinds[kind]}: ${name}`}</span>
        <span className="min-w-0 break-all text-muted">{origin}, {via === null ? c.direct : c.via(via)}</span>
      </div>
      {problem === null ? null : <ProblemCallout problem={problem} />}
    </li>
  );
}
