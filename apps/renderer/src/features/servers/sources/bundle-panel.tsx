/** Choosing a bundle, or dropping one here; then what it is (S05). Nothing is installed from choosing alone. */
import { Button } from '@portolan/ui/button';
import { Spinner } from '@portolan/ui/spinner';
import { PackageOpenIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Problem } from '@portolan/contract/errors';
import { useHost } from '../../../host/host-context.tsx';
import { FileDrop, FileInput } from '../../../lib/file-choice.tsx';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { problemOf, ProblemCallout } from '../../../lib/problem.tsx';
import { sendFile } from '../../../lib/send-file.ts';
import { BundleSheet } from './bundle-sheet.tsx';
import { useBundleState } from './bundle-state.ts';

export function BundlePanel() {
  const preview = useBundleState((state) => state.preview);
  return preview ? <BundleSheet key={preview.stagedId} preview={preview} /> : <ChooseBundle />;
}

function ChooseBundle() {
  const t = useT();
  const b = t.sources.bundle;
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const { take, stop, part, problem } = useTaking();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <FileDrop onFile={take}>
        <PackageOpenIcon className="size-6 text-subtle" aria-hidden="true" />
        <p className="text-sm text-muted">{b.lead}</p>
        {part === null ? (
          <Button variant="primary" onClick={() => input.current?.click()}>{b.choose}</Button>
        ) : (
          <div className="flex items-center gap-3" role="status">
            <Spinner />
            <span className="text-sm">{b.reading(format.percent(part))}</span>
            <Button size="sm" onClick={stop}>{t.app.actions.cancel}</Button>
          </div>
        )}
        <FileInput ref={input} accept=".mcpb,.dxt" label={b.choose} onFile={take} />
      </FileDrop>
      {problem ? <ProblemCallout problem={problem} /> : null}
    </div>
  );
}

/** From a file to what the host found in it. */
function useTaking() {
  const { link } = useHost();
  const open = useBundleState((state) => state.open);
  const [part, setPart] = useState<number | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const running = useRef<AbortController | null>(null);
  const take = async (file: File) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setProblem(null);
    setPart(0);
    try {
      const stagedId = await sendFile(link, 'bundles', file, setPart, own.signal);
      const preview = await link.request('bundles/read', { stagedId });
      if (!own.signal.aborted) open(preview);
    } catch (error) {
      if (!own.signal.aborted) setProblem(problemOf(error));
    }
    if (running.current === own) setPart(null);
  };
  return { take: (file: File) => void take(file), stop: () => running.current?.abort(), part, problem };
}
