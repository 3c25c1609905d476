/** What is running and where everything is kept. */
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { Skeleton } from '@portolan/ui/skeleton';
import { Button } from '@portolan/ui/button';
import type { ReactNode } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { commandById } from '../../lib/commands.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

export function AboutSection() {
  const t = useT();
  const s = t.settings;
  const { data, error, refetch } = useHostQuery('app/info', {});
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <Card
      level={2}
      title={`${t.app.name} · ${s.about.version(data.version)}`}
      footer={<Button size="sm" onClick={() => commandById('shortcuts.show')?.run()}>{s.about.shortcuts}</Button>}
    >
      <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] items-center gap-x-5 gap-y-2 text-sm max-sm:grid-cols-1">
        <Fact label={s.about.shell}>{data.shell === 'desktop' ? s.about.shellDesktop : s.about.shellBrowser}</Fact>
        <Fact label="Node.js">{data.node}</Fact>
        <Fact label={t.shell.platform}>{data.platform}</Fact>
        <Fact label={s.general.dataFolder}><Path path={data.dataFolder} /></Fact>
        <Fact label={s.general.configFile}><Path path={data.configFile} /></Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

function Path({ path }: { path: string }) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <CodeText text={path} className="break-all" />
      <CopyButton text={path} />
    </span>
  );
}
