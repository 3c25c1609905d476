/** How a tool is sent to each kind of model: what was changed and why, or why it is left out; the kinds in use come first (C14). */
import type { ProviderView } from '@portolan/contract/providers';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import type { FitReport as Report } from '@portolan/contract/tool-fit';
import { Badge } from '@portolan/ui/badge';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useState } from 'react';
import { useHostQuery, useProviders } from '../../host/queries.ts';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { fitBadge } from './fit-badge.ts';

export function FitReport({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const badge = fitBadge(tool, useProviders().data?.providers ?? []);
  const label = (
    <span className="flex min-w-0 flex-wrap items-center gap-2 break-words">
      <span>{t.tools.modelName}: <CodeText text={tool.model.name} className="break-all" /></span>
      {badge === null ? null : <Badge tone={badge === 'left-out' ? 'warn' : 'neutral'}>{t.tools.fit.badges[badge]}</Badge>}
    </span>
  );
  return (
    <Collapsible label={label} open={isOpen} onOpenChange={setIsOpen}>
      {isOpen ? <Reports server={server} tool={tool} /> : null}
    </Collapsible>
  );
}

function Reports({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const providers = useProviders().data?.providers ?? [];
  const { data, error, refetch } = useHostQuery('tools/fit', { serverId: server.id, tool: tool.name }, { stamp: [server.generation, tool.model], fresh: true });
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (!data) return <Spinner />;
  return (
    <div className="flex min-w-0 flex-col gap-3 pl-5">
      {data.refused.length > 0 ? <ul className="list-disc pl-5 text-warn-fg">{data.refused.map((sentence) => <li key={sentence} className="break-words"><RevealText text={sentence} /></li>)}</ul> : null}
      {data.reports.toSorted((a, b) => Number(isInUse(b, providers)) - Number(isInUse(a, providers))).map((report) => <ReportOf key={report.kinds.join(' ')} report={report} isUsed={isInUse(report, providers)} />)}
      {data.reports.length === 0 ? <p className="text-muted">{t.tools.fit.asSent}</p> : null}
    </div>
  );
}

function ReportOf({ report, isUsed }: { report: Report; isUsed: boolean }) {
  const f = useT().tools.fit;
  const format = useFormat();
  return (
    <section aria-label={format.list(report.labels)} className="flex min-w-0 flex-col gap-1">
      <h3 className="flex min-w-0 flex-wrap items-center gap-2 font-medium break-words">
        {format.list(report.labels)} {isUsed ? <Badge tone="accent">{f.inUse}</Badge> : null}
      </h3>
      {report.excluded === null ? null : <p className="break-words text-warn-fg">{f.leftOut} <RevealText text={report.excluded} /></p>}
      {report.changes.length === 0 ? (
        report.excluded === null ? <p className="text-muted">{f.asSent}</p> : null
      ) : (
        <ul className="list-disc pl-5 text-muted">
          {report.changes.map(({ text, why, isLoss }) => (
            <li key={text} className="break-words"><RevealText text={text} /> <span className="text-subtle">{f.why[why]}{isLoss ? ` ${f.loss}` : ''}</span></li>
          ))}
        </ul>
      )}
    </section>
  );
}

const isInUse = ({ kinds }: Report, providers: readonly ProviderView[]): boolean => providers.some(({ kind }) => kinds.includes(kind));
