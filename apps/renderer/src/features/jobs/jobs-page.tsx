/** Calls that servers go on with, or went on with, over all chats and over restarts of the app (C18). */
import type { JobId } from '@portolan/contract/ids';
import type { JobView } from '@portolan/contract/jobs';
import { Button } from '@portolan/ui/button';
import { EmptyState } from '@portolan/ui/empty-state';
import { Skeleton } from '@portolan/ui/skeleton';
import { ListChecksIcon } from 'lucide-react';
import { useJobs } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { JobRow } from './job-row.tsx';
import { useRemoveJobs } from './use-remove-jobs.ts';

const groups = ['asking', 'running', 'finished'] as const;

function groupOf({ state, endedAt }: JobView): (typeof groups)[number] {
  return endedAt !== null ? 'finished' : state === 'input_required' ? 'asking' : 'running';
}

export default function JobsPage({ wanted }: { wanted: JobId | undefined }) {
  const j = useT().jobs;
  const { data, error, retry } = useJobs();
  const remove = useRemoveJobs();
  const finished = data?.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id) ?? [];
  return (
    <PageFrame title={j.title} actions={finished.length < 2 ? null : <Button size="sm" onClick={() => void remove(finished)}>{j.removeAll}</Button>}>
      <Column>
        {data ? <Groups jobs={data} wanted={wanted} /> : error ? <ProblemCallout problem={error.problem} onRetry={retry} /> : <Skeleton className="h-24" />}
      </Column>
    </PageFrame>
  );
}

function Groups({ jobs, wanted }: { jobs: readonly JobView[]; wanted: JobId | undefined }) {
  const j = useT().jobs;
  if (jobs.length === 0) return <EmptyState icon={<ListChecksIcon />} title={j.empty}>{j.emptyText}</EmptyState>;
  return groups.map((group) => {
    const ofGroup = jobs.filter((job) => groupOf(job) === group);
    return ofGroup.length === 0 ? null : (
      <section key={group} className="mb-6">
        <h2 className="mb-2 text-sm font-semibold">{j.groups[group]}</h2>
        <ul className="flex min-w-0 flex-col gap-3">{ofGroup.map((job) => <JobRow key={job.id} job={job} isWanted={job.id === wanted} />)}</ul>
      </section>
    );
  });
}
