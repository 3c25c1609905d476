/** Whether the model of a file is in memory, how far it is on its way there, and the way out. */
import type { ModelRun } from '@portolan/contract/model-files';
import type { ProviderView } from '@portolan/contract/providers';
import { Button } from '@portolan/ui/button';
import { StatusDot } from '@portolan/ui/status-dot';
import { useModelFiles } from '../../../host/queries.ts';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { useAct } from '../../../lib/use-act.ts';

const tones = { resting: 'idle', loading: 'busy', ready: 'success', answering: 'busy' } as const;

export function ModelFileState({ provider }: { provider: ProviderView }) {
  const f = useT().localModels.file;
  const format = useFormat();
  const act = useAct();
  const data = useModelFiles().data;
  const run: ModelRun | undefined = data?.runs.find(({ providerId }) => providerId === provider.id);
  const state = run?.state ?? 'resting';
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
        <StatusDot tone={tones[state]} text={state === 'loading' ? f.loading(format.percent(run?.progress ?? 0)) : f.state[state]} />
        {run?.memory ? <span className="text-muted">{f.inMemory(format.bytes(run.memory))}</span> : null}
        {state === 'resting' ? null : <Button size="sm" onClick={() => void act('modelFiles/unload', { id: provider.id })}>{f.unload}</Button>}
      </div>
      {state === 'loading' && run ? (
        <div role="progressbar" aria-label={f.state.loading} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(run.progress * 100)} className="h-1 overflow-hidden rounded-full bg-active">
          <div className="h-full origin-left bg-accent transition-transform" style={{ transform: `scaleX(${run.progress})` }} />
        </div>
      ) : null}
      {data?.problem ? <ProblemCallout problem={data.problem} /> : run?.problem ? <ProblemCallout problem={run.problem} /> : null}
    </div>
  );
}
