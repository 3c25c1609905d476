/** What giving servers to a program writes into its file, line by line, and the button that writes it (S04). */
import type { OutputOf } from '@portolan/contract/contract';
import type { ServerId } from '@portolan/contract/ids';
import type { AppId, ExportRemark } from '@portolan/contract/other-apps';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { Card } from '@portolan/ui/card';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useState } from 'react';
import { useHostMutation, useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { TextDiffView } from '../../lib/text-diff.tsx';

export type Secrets = 'references' | 'values';
type Preview = OutputOf<'exports/preview'>;

export interface ExportPreviewProps {
  app: AppId;
  appName: string;
  servers: ServerId[];
  secrets: Secrets;
}

const tones = { added: 'success', changed: 'warn', same: 'neutral', 'left-out': 'danger' } as const;

export function ExportPreview({ app, appName, servers, secrets }: ExportPreviewProps) {
  const e = useT().otherApps.export;
  const input = { app, servers, secrets };
  const preview = useHostQuery('exports/preview', input, { fresh: true, keep: true });
  const write = useHostMutation('exports/write');
  const [done, setDone] = useState<{ of: string; backup: string | null } | null>(null);
  const { data } = preview;
  const place = JSON.stringify(input);
  const isCurrent = !preview.isPlaceholderData && !preview.isFetching;
  const isNothing = data !== undefined && data.diff.hunks.length === 0 && !data.diff.isTooLarge;
  const start = (stamp: string) =>
    write.mutate(
      { ...input, stamp },
      {
        onSuccess: ({ backup }) => {
          setDone({ of: place, backup });
          void preview.refetch();
        },
        onError: () => void preview.refetch(),
      },
    );
  return (
    <Card
      level={2}
      title={e.preview}
      footer={
        <Button variant="primary" loading={write.isPending} disabled={!data || !isCurrent || isNothing} focusableWhenDisabled onClick={() => data && start(data.stamp)}>{e.write}</Button>
      }
    >
      <div className="flex min-w-0 flex-col gap-4">
        {preview.error ? <ProblemCallout problem={preview.error.problem} onRetry={() => void preview.refetch()} /> : null}
        {write.error ? <ProblemCallout problem={write.error.problem} /> : null}
        {done?.of === place ? (
          <Callout tone="success" title={e.written(appName)} alert>
            {done.backup === null ? null : <span className="break-all"><RevealText text={e.keptBeside(done.backup)} /></span>}
          </Callout>
        ) : null}
        {data && !preview.error ? <Contents preview={data} isNothing={isNothing} /> : preview.error ? null : <Spinner />}
      </div>
    </Card>
  );
}

function Contents({ preview, isNothing }: { preview: Preview; isNothing: boolean }) {
  const e = useT().otherApps.export;
  return (
    <>
      <p className="text-xs break-all text-subtle">{e.file}: <CodeText text={preview.path} className="break-all" /></p>
      <ul className="flex flex-col gap-2 text-sm">
        {preview.servers.map((server) => (
          <li key={server.serverId} className="min-w-0">
            <span className="flex min-w-0 items-center gap-2">
              <Badge tone={tones[server.outcome]}>{e.outcome[server.outcome]}</Badge>
              <span className="min-w-0 font-medium break-words"><RevealText text={server.name} /></span>
            </span>
            <Remarks remarks={server.remarks} />
          </li>
        ))}
      </ul>
      {isNothing ? <p className="text-sm text-muted">{e.nothing}</p> : <TextDiffView diff={preview.diff} label={e.preview} />}
    </>
  );
}

function Remarks({ remarks }: { remarks: readonly ExportRemark[] }) {
  const e = useT().otherApps.export;
  if (remarks.length === 0) return null;
  return (
    <ul className="mt-1 list-disc pl-5 text-xs text-muted">
      {remarks.map(({ kind, subjects }) => (
        <li key={kind} className={`break-words ${kind === 'secret-written' || kind === 'address-not-supported' || kind === 'built-in' || kind === 'from-bundle' || kind === 'not-contained-there' || kind === 'other-name' ? 'text-warn-fg' : ''}`}><RevealText text={e.remarks[kind](subjects.join(', '))} /></li>
      ))}
    </ul>
  );
}
