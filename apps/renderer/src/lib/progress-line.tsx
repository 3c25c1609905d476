/** How far a call is, as its server says, and how long it has run. */
import type { ProgressView } from '@portolan/contract/content';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useFormat, useT } from './i18n.tsx';
import { useNow } from './use-now.ts';

export function ProgressLine({ progress, startedAt }: { progress: ProgressView | null; startedAt: number }) {
  const t = useT();
  const format = useFormat();
  const now = useNow(1_000);
  const total = progress?.total !== undefined && progress.total > 0 ? progress.total : null;
  const ratio = progress && total !== null ? Math.min(1, Math.max(0, progress.progress / total)) : null;
  return (
    <div className="flex flex-col gap-1.5 text-sm text-muted">
      <div className="flex min-w-0 items-center gap-2">
        <Spinner />
        <span className="min-w-0 flex-1 truncate">
          {progress?.message ? <RevealText text={progress.message} hideCount /> : progress && total !== null ? t.tools.progressOf(format.number(progress.progress), format.number(total)) : t.tools.running}
        </span>
        <span className="tabular-nums">{format.duration(Math.max(0, now - startedAt))}</span>
      </div>
      {ratio === null ? null : (
        <div role="progressbar" aria-label={t.tools.progress} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(ratio * 100)} className="h-1 overflow-hidden rounded-full bg-active">
          <div className="h-full origin-left bg-accent transition-transform" style={{ transform: `scaleX(${ratio})` }} />
        </div>
      )}
    </div>
  );
}
