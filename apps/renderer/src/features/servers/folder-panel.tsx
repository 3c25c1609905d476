/** What a project's folder brings along, looked at when a person names the folder; nothing of it is started (S04, A09). */
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Field } from '@portolan/ui/field';
import { useState } from 'react';
import { useHostQuery } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { PathInput } from '../../lib/path-input.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';
import { FoundFile } from './found-file.tsx';

/** @param stamp of the servers here: what they are decides what is offered */
export function FolderPanel({ stamp }: { stamp: string | undefined }) {
  const t = useT();
  const f = t.otherApps.import.folder;
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState<{ folder: string; time: number } | null>(null);
  const { data, error, isFetching } = useHostQuery('imports/findInFolder', { folder: asked?.folder ?? '' }, { stamp: [stamp, asked?.time], enabled: asked !== null, fresh: true });
  const fault = error?.problem.code === 'invalid-input' ? t.errors.codes['invalid-input'].next(error.problem.details) : undefined;
  return (
    <>
      <Card level={2} title={f.title}>
        <form
          className="flex min-w-0 flex-col gap-3 text-sm"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (typed.trim() !== '') setAsked((before) => ({ folder: typed.trim(), time: (before?.time ?? 0) + 1 }));
          }}
        >
          <p className="text-muted">{f.lead}</p>
          <div className="flex min-w-0 flex-wrap items-end gap-2">
            <Field className="min-w-0 flex-1 basis-64" label={f.label} error={fault}>
              <PathInput value={typed} placeholder="~/projects/example" onValueChange={setTyped} />
            </Field>
            <Button type="submit" loading={isFetching} disabled={typed.trim() === ''} focusableWhenDisabled>{f.look}</Button>
          </div>
          {error && fault === undefined ? <ProblemCallout problem={error.problem} /> : null}
          <p role="status">{data?.files.length === 0 ? f.none : ''}</p>
        </form>
      </Card>
      {data?.files.map((file) => <FoundFile key={`${file.id} ${file.stamp}`} file={file} />)}
    </>
  );
}
