/** One tool: what it is, its arguments as a form, and what it answered. */
import type { JsonObject } from '@portolan/contract/json';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { Switch } from '@portolan/ui/switch';
import { PlayIcon, SquareIcon } from 'lucide-react';
import { useState } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { JsonView } from '../../lib/content/json-view.tsx';
import { LongText } from '../../lib/content/long-text.tsx';
import { Repairs, ToolResult } from '../../lib/content/tool-result.tsx';
import { ArgumentsForm } from '../../lib/arguments-form.tsx';
import type { ArgumentsState } from '../../lib/arguments-form.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { ProgressLine } from '../../lib/progress-line.tsx';
import { useToolRun } from './use-tool-run.ts';

export function ToolPanel({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const format = useFormat();
  const [args, setArgs] = useState<ArgumentsState>({ value: {}, isValid: false });
  const [isTried, setIsTried] = useState(false);
  const { run, start, cancel } = useToolRun(server.id, tool.name);
  const isRunning = run.state === 'running';
  const submit = () => {
    setIsTried(true);
    if (args.isValid && !isRunning) start(args.value);
  };
  return (
    <article className="flex max-w-3xl flex-col gap-5">
      <ToolHead server={server} tool={tool} />
      <form
        className="flex flex-col gap-4"
        noValidate
        aria-label={t.tools.arguments}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <ArgumentsForm schema={tool.inputSchema} onChange={setArgs} showErrors={isTried} emptyText={t.tools.noArguments} />
        {tool.annotations?.destructiveHint === true ? <Callout tone="warn">{t.tools.confirmDestructive}</Callout> : null}
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" icon={<PlayIcon />} loading={isRunning}>{isRunning ? t.tools.running : run.state === 'idle' ? t.tools.run : t.tools.runAgain}</Button>
          {isRunning ? <Button icon={<SquareIcon />} onClick={cancel}>{t.tools.cancel}</Button> : null}
        </div>
      </form>
      <section aria-label={t.tools.result} aria-live="polite">
        {run.state === 'running' ? <ProgressLine progress={run.progress} startedAt={run.startedAt} /> : null}
        {run.state === 'cancelled' ? <p className="text-sm text-muted">{t.tools.cancelled}</p> : null}
        {run.state === 'failed' ? <ProblemCallout problem={run.problem} /> : null}
        {run.state === 'done' ? (
          <>
            <h3 className="mb-2 flex items-baseline gap-2 text-sm font-semibold">
              {t.tools.result} <span className="text-xs font-normal text-subtle">{t.tools.took(format.duration(run.durationMs))}</span>
            </h3>
            <ToolResult result={run.result} />
          </>
        ) : null}
      </section>
      <ToolDefinition tool={tool} />
    </article>
  );
}

function ToolHead({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const setEnabled = useHostMutation('servers/setToolEnabled');
  const hints = tool.annotations ?? {};
  const claimed = [
    hints.readOnlyHint === true ? t.tools.hints.readOnly : null,
    hints.destructiveHint === true ? t.tools.hints.destructive : null,
    hints.idempotentHint === true ? t.tools.hints.idempotent : null,
    hints.openWorldHint === true ? t.tools.hints.openWorld : null,
  ].filter((each) => each !== null);
  return (
    <header className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1 text-lg font-semibold break-words">
          <RevealText text={tool.title ?? tool.annotations?.title ?? tool.name} />
        </h2>
        <Switch
          label={t.tools.enabled}
          checked={tool.isEnabled}
          disabled={tool.model.excluded !== undefined || setEnabled.isPending}
          onCheckedChange={(isEnabled) => setEnabled.mutate({ serverId: server.id, tool: tool.name, isEnabled })}
        />
      </div>
      <p className="text-sm text-muted"><CodeText text={tool.name} /></p>
      {tool.description ? <p className="text-sm whitespace-pre-line"><RevealText text={tool.description} multiline /></p> : null}
      {claimed.length > 0 ? (
        <p className="flex flex-wrap items-center gap-1.5 text-xs text-subtle">
          {claimed.map((each) => <Badge key={each}>{each}</Badge>)} {t.tools.hints.label}
        </p>
      ) : null}
      {tool.model.excluded === undefined ? null : <Callout tone="warn"><RevealText text={t.tools.excludedBecause(tool.model.excluded)} /></Callout>}
    </header>
  );
}

function ToolDefinition({ tool }: { tool: ToolView }) {
  const t = useT();
  return (
    <section className="flex flex-col gap-1 border-t border-line pt-3 text-sm">
      <Repairs repairs={tool.repairs} />
      <Collapsible label={`${t.tools.modelName}: ${tool.model.name}${tool.model.changes.length > 0 ? ` (${t.tools.modelChanges})` : ''}`}>
        {tool.model.changes.length === 0 ? null : (
          <ul className="list-disc pl-5 text-muted">{tool.model.changes.map((change) => <li key={change}><RevealText text={change} /></li>)}</ul>
        )}
      </Collapsible>
      <Collapsible label={t.tools.definition}>
        {tool.description && tool.description.length > 2_000 ? <LongText text={tool.description} /> : null}
        <JsonView value={tool.raw as JsonObject} label={t.tools.definition} />
      </Collapsible>
    </section>
  );
}
