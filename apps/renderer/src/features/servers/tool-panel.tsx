/** One tool: what it is, its arguments as a form, and what it answered. */
import type { JsonObject } from '@portolan/contract/json';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import { readForm } from '@portolan/schema-form/form-state';
import { SchemaForm } from '@portolan/schema-form/schema-form';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { PlayIcon, SquareIcon } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useInteractions } from '../../host/queries.ts';
import { AskCardsOf, isAsk } from '../../lib/ask-cards.tsx';
import { useCommands } from '../../lib/commands.ts';
import { ToolResult } from '../../lib/content/tool-result.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { ProgressLine } from '../../lib/progress-line.tsx';
import { useKeysOf } from '../../lib/own-keys.ts';
import { useFirstError } from '../../lib/use-first-error.ts';
import { usePinChanges } from './drift/drift-section.tsx';
import { PackageChange } from './drift/package-change.tsx';
import { SuspendedTool } from './drift/suspended-tool.tsx';
import { ToolDefinition, ToolHead } from './tool-facts.tsx';
import { ToolLimit } from './tool-limit.tsx';
import { useToolSession } from './tool-sessions.ts';
import type { ToolRun } from './tool-sessions.ts';

export function ToolPanel({ server, tool }: { server: ServerView; tool: ToolView }) {
  return tool.pin?.state === 'suspended' ? <SuspendedPanel server={server} tool={tool} /> : <RunPanel server={server} tool={tool} />;
}

/** In place of the form: what is not what it was is not run by hand either. */
function SuspendedPanel({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  // The call that sprang the change has its result all the same.
  const { session } = useToolSession(server, tool);
  const { data } = usePinChanges(server);
  const suspended = data?.suspended.find((each) => each.tool === tool.name);
  return (
    <article className="flex max-w-3xl min-w-0 flex-col gap-5">
      <ToolHead server={server} tool={tool} />
      <Callout tone="warn" title={tool.pin?.state === 'suspended' && tool.pin.isKeptOff ? t.pins.state.keptOff : t.pins.state.suspended}>{t.pins.suspendedRun}</Callout>
      {data?.package ? <PackageChange server={server} change={data.package} /> : null}
      {suspended ? <SuspendedTool serverId={server.id} suspended={suspended} /> : null}
      {session.run.state === 'idle' ? null : <Outcome run={session.run} server={server} />}
      <ToolDefinition server={server} tool={tool} />
    </article>
  );
}

function RunPanel({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const form = useRef<HTMLFormElement>(null);
  const { session, setForm, setTried, start, cancel } = useToolSession(server, tool);
  const runKeys = useKeysOf('tool.run');
  const showFirstError = useFirstError(form);
  const isRunning = session.run.state === 'running';
  const read = readForm(tool.inputSchema, session.form);
  const args = read.ok && isObject(read.value) ? read.value : null;
  const submit = () => {
    if (isRunning) return;
    if (args) start(args);
    else {
      setTried();
      showFirstError();
    }
  };
  useRunCommand(tool, submit);
  return (
    <article className="flex max-w-3xl min-w-0 flex-col gap-5">
      <ToolHead server={server} tool={tool} />
      <form
        ref={form}
        className="flex flex-col gap-4"
        noValidate
        aria-label={t.tools.arguments}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <SchemaForm schema={tool.inputSchema} value={session.form} onChange={setForm} labels={t.forms} showErrors={session.isTried} />
        {session.isTried && read.ok && !args ? <Callout tone="danger" alert>{t.shell.notAnObject}</Callout> : null}
        {tool.annotations?.destructiveHint === true ? <Callout tone="warn">{t.tools.confirmDestructive}</Callout> : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" variant="primary" icon={<PlayIcon />} loading={isRunning}>{isRunning ? t.tools.running : session.run.state === 'idle' ? t.tools.run : t.tools.runAgain}</Button>
          {isRunning ? <Button icon={<SquareIcon />} onClick={cancel}>{t.tools.cancel}</Button> : <span className="text-xs text-subtle">{t.shell.runHint(runKeys.join(' '))}</span>}
        </div>
      </form>
      {isRunning ? <Asked server={server} tool={tool} /> : null}
      <Outcome run={session.run} server={server} />
      <ToolLimit server={server} tool={tool} />
      <ToolDefinition server={server} tool={tool} />
    </article>
  );
}

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value);

function Outcome({ run, server }: { run: ToolRun; server: ServerView }) {
  const t = useT();
  const format = useFormat();
  return (
    <section aria-label={t.tools.result} className="min-w-0">
      {/* Says that there is a result, and leaves it to be read. */}
      <div role="status">
        {run.state === 'cancelled' ? <p className="text-sm text-muted">{t.tools.cancelled}</p> : null}
        {run.state === 'done' ? (
          <h3 className="mb-2 flex items-baseline gap-2 text-sm font-semibold">
            {t.tools.result} <span className="text-xs font-normal text-subtle">{t.tools.took(format.duration(run.durationMs))}</span>
          </h3>
        ) : null}
      </div>
      {run.state === 'running' ? <ProgressLine progress={run.progress} startedAt={run.startedAt} /> : null}
      {run.state === 'failed' ? <ProblemCallout problem={run.problem} /> : null}
      {run.state === 'done' ? <ToolResult result={run.result} serverId={server.id} /> : null}
    </section>
  );
}

/** What the server asks for this call, where the call was made. */
function Asked({ server, tool }: { server: ServerView; tool: ToolView }) {
  const asks = (useInteractions().data ?? []).filter(isAsk);
  return <AskCardsOf asks={asks.filter((ask) => ask.serverId === server.id && ask.conversationId === null && ask.cause?.name === tool.name)} />;
}

/** The same as the button, from wherever one is on the page. */
function useRunCommand(tool: ToolView, submit: () => void): void {
  const t = useT();
  const latest = useRef(submit);
  useEffect(() => {
    latest.current = submit;
  });
  const title = `${t.tools.run}: ${tool.title ?? tool.name}`;
  useCommands(useMemo(() => [{ id: 'tool.run', title, group: t.palette.groups.tools, run: () => latest.current() }], [title, t]));
}
