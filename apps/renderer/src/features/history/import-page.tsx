/** Bringing chats in from a file: of ours, of ChatGPT, of Claude (C12). Nothing comes in from choosing a file alone. */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { FileUpIcon } from 'lucide-react';
import { useRef } from 'react';
import type { ReactNode } from 'react';
import { useHost } from '../../host/host-context.tsx';
import { FileDrop, FileInput } from '../../lib/file-choice.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';
import { Column, PageFrame } from '../../lib/page-frame.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { navigate } from '../../lib/router.ts';
import { ImportList } from './import-list.tsx';
import { useImportState } from './import-state.ts';

export default function ImportChatsPage() {
  const t = useT();
  const stage = useImportState((state) => state.stage);
  return (
    <PageFrame title={t.chatImports.title}>
      <Column>
        {stage.at === 'choose' ? <ChooseFile /> : null}
        {stage.at === 'sending' || stage.at === 'reading' ? <Taking /> : null}
        {stage.at === 'list' ? <ImportList /> : null}
        {stage.at === 'running' ? <Running /> : null}
        {stage.at === 'done' ? <Done /> : null}
        {stage.at === 'undone' ? <Undone /> : null}
      </Column>
    </PageFrame>
  );
}

function ChooseFile() {
  const t = useT();
  const i = t.chatImports;
  const { link } = useHost();
  const { stage, take } = useImportState();
  const input = useRef<HTMLInputElement>(null);
  const problem = stage.at === 'choose' ? stage.problem : null;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <p className="text-sm text-muted">{i.lead}</p>
      {problem ? <ProblemCallout problem={problem} /> : null}
      <FileDrop onFile={(file) => take(link, file)}>
        <FileUpIcon className="size-6 text-subtle" aria-hidden="true" />
        <p className="text-sm text-muted">{i.drop}</p>
        <Button variant="primary" onClick={() => input.current?.click()}>{i.choose}</Button>
        <FileInput ref={input} accept=".zip,.json" label={i.choose} onFile={(file) => take(link, file)} />
      </FileDrop>
      <Collapsible label={i.howTitle} defaultOpen>
        <ul className="list-disc pl-5 text-sm text-muted">
          {(['chatgpt', 'claude', 'portolan'] as const).map((each) => <li key={each}>{i.how[each]}</li>)}
        </ul>
      </Collapsible>
    </div>
  );
}

function Taking() {
  const t = useT();
  const format = useFormat();
  const { link } = useHost();
  const { stage, fileName, chats, leave } = useImportState();
  if (stage.at !== 'sending' && stage.at !== 'reading') return null;
  const part = format.percent(stage.part);
  return (
    <Progress part={stage.part} label={stage.at === 'sending' ? t.chatImports.sending(part) : t.chatImports.reading(part, chats.length)} actions={<Button size="sm" onClick={() => leave(link)}>{t.app.actions.cancel}</Button>}>
      <RevealText text={fileName} hideCount />
    </Progress>
  );
}

function Running() {
  const t = useT();
  const { link } = useHost();
  const { stage, fileName, stop } = useImportState();
  if (stage.at !== 'running') return null;
  return (
    <Progress part={stage.done / stage.total} label={t.chatImports.running(stage.done, stage.total)} actions={<Button size="sm" onClick={() => stop(link)}>{t.chatImports.stop}</Button>}>
      <RevealText text={fileName} hideCount />
    </Progress>
  );
}

function Progress({ part, label, actions, children }: { part: number; label: string; actions: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-5">
      <p className="truncate text-sm font-medium">{children}</p>
      <div className="flex min-w-0 items-center gap-3 text-sm text-muted">
        <Spinner />
        <span className="min-w-0 flex-1 tabular-nums" role="status">{label}</span>
        {actions}
      </div>
      <div role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} aria-valuenow={Math.round(part * 100)} className="h-1 overflow-hidden rounded-full bg-active">
        <div className="h-full origin-left bg-accent transition-transform" style={{ transform: `scaleX(${part})` }} />
      </div>
    </div>
  );
}

function Done() {
  const t = useT();
  const i = t.chatImports;
  const { link } = useHost();
  const { stage, problem, undo, leave } = useImportState();
  if (stage.at !== 'done') return null;
  const { imported, importId, wasStopped } = stage;
  const show = () => {
    leave(link);
    navigate({ at: 'history', query: '', show: 'imported' });
  };
  return (
    <div className="flex flex-col gap-4">
      <Callout
        tone={wasStopped ? 'warn' : 'success'}
        alert
        title={i.done(imported)}
        actions={
          <>
            {imported > 0 ? <Button size="sm" variant="primary" onClick={show}>{i.show}</Button> : null}
            {imported > 0 ? <Button size="sm" onClick={() => undo(link, importId)}>{i.undo}</Button> : null}
            <Button size="sm" variant="ghost" onClick={() => leave(link)}>{i.another}</Button>
          </>
        }
      >
        {wasStopped ? <p>{i.stopped}</p> : null}
        <p>{i.hostile}</p>
      </Callout>
      {problem ? <ProblemCallout problem={problem} /> : null}
    </div>
  );
}

function Undone() {
  const i = useT().chatImports;
  const { link } = useHost();
  const { stage, leave } = useImportState();
  if (stage.at !== 'undone') return null;
  return (
    <Callout tone="info" alert title={i.undone(stage.removed)} actions={<Button size="sm" onClick={() => leave(link)}>{i.another}</Button>}>
      {stage.kept > 0 ? i.kept(stage.kept) : null}
    </Callout>
  );
}
