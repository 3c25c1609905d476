/**
 * Everything a model reads of a tool, one press away from where it is decided about (T:C02): names, titles, defaults, choices,
 * examples, what it returns, and the text it last failed with. What cannot be seen is marked.
 */
import type { ServerId } from '@portolan/contract/ids';
import type { ToolView } from '@portolan/contract/servers';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { splitHidden } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useHostQuery } from '../host/queries.ts';
import { JsonView } from './content/json-view.tsx';
import { useFormat, useT } from './i18n.tsx';
import { ProblemCallout } from './problem.tsx';

export interface WholeDefinitionProps {
  serverId: ServerId;
  /** Where it is shown beside a name that may have been cut. */
  serverName?: string;
  /** As it is shown for the decision; a tool that changed meanwhile is shown as it was. */
  tool: ToolView;
  /** An app calls, no model: the words say so, and what models are sent of the tool is left out. */
  isForApp?: boolean;
  className?: string;
}

export function WholeDefinition({ serverId, serverName, tool, isForApp = false, className }: WholeDefinitionProps) {
  const d = useT().pins.definition;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Collapsible label={isForApp ? d.openOfApp : d.open} open={isOpen} onOpenChange={setIsOpen} className={`text-sm ${className ?? ''}`}>
      {isOpen ? <Definition serverId={serverId} tool={tool} isForApp={isForApp} {...(serverName === undefined ? {} : { serverName })} /> : null}
    </Collapsible>
  );
}

function Definition({ serverId, serverName, tool, isForApp }: Omit<WholeDefinitionProps, 'className'>) {
  const t = useT();
  const d = t.pins.definition;
  const format = useFormat();
  const { data, error, refetch } = useHostQuery('pins/definition', { serverId, tool: tool.name }, { fresh: true, stamp: tool.raw });
  const hidden = splitHidden(JSON.stringify(tool.raw), { multiline: true }).count;
  const sent = isForApp ? undefined : data?.sent;
  return (
    <div className="flex min-w-0 flex-col gap-3 rounded-md border border-line p-3" role="group" aria-label={isForApp ? d.openOfApp : d.open}>
      {isForApp ? null : <p className="text-muted">{d.text}</p>}
      {hidden > 0 ? <Callout tone="warn">{d.hidden(hidden)}</Callout> : null}
      {error ? <ProblemCallout problem={error.problem} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Spinner /> : null}
      {serverName === undefined ? null : (
        <dl className="flex min-w-0 flex-col gap-2">
          <Line name={d.server}><CodeText text={serverName} className="break-all" /></Line>
          <Line name={d.tool}><CodeText text={tool.name} className="break-all" /></Line>
        </dl>
      )}
      {sent ? (
        <Part title={d.sent}>
          {sent.excluded === null ? (
            <dl className="flex min-w-0 flex-col gap-2">
              <Line name={d.name}><CodeText text={sent.name} className="break-all" /></Line>
              <Line name={d.description}>{sent.description === '' ? d.noDescription : <CodeText block text={sent.description} label={d.description} className="max-h-72 overflow-auto" />}</Line>
              <Line name={d.schema}>{sent.schema === null ? null : <JsonView whole value={sent.schema} label={d.schema} />}</Line>
            </dl>
          ) : (
            <p><RevealText text={d.excluded(sent.excluded)} /></p>
          )}
        </Part>
      ) : null}
      {tool.outputSchema === undefined ? null : <Part title={d.output}><JsonView whole value={tool.outputSchema} label={d.output} /></Part>}
      {data?.lastFailure ? (
        <Part title={`${d.failure} · ${format.dateTime(data.lastFailure.at)}`}><CodeText block text={data.lastFailure.text} label={d.failure} className="max-h-48 overflow-auto" /></Part>
      ) : null}
      <Part title={d.raw}><JsonView whole value={tool.raw} label={d.raw} /></Part>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <h4 className="mb-1 text-xs font-medium text-muted">{title}</h4>
      {children}
    </section>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-subtle">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
