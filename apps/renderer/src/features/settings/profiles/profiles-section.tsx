/** Profiles: made, changed, duplicated, deleted, taken to a file and from one (C11). */
import type { ProfileView } from '@portolan/contract/profiles';
import { Button } from '@portolan/ui/button';
import { Card } from '@portolan/ui/card';
import { Skeleton } from '@portolan/ui/skeleton';
import { PlusIcon, UploadIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { useProfiles } from '../../../host/queries.ts';
import { FileInput } from '../../../lib/file-choice.tsx';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { ImportProfileDialog } from './import-profile-dialog.tsx';
import { ProfileDialog } from './profile-dialog.tsx';
import { ProfileRow } from './profile-row.tsx';

export function ProfilesSection() {
  const t = useT();
  const p = t.profiles;
  const { data, error, retry } = useProfiles();
  const [open, setOpen] = useState<ProfileView | 'new' | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const present = data?.profiles.filter(({ isRemoved }) => !isRemoved) ?? [];
  return (
    <>
      <Card
        level={2}
        title={p.title}
        actions={
          <>
            <Button size="sm" icon={<UploadIcon />} onClick={() => input.current?.click()}>{p.import}</Button>
            <Button size="sm" icon={<PlusIcon />} onClick={() => setOpen('new')}>{p.add}</Button>
          </>
        }
      >
        <p className="text-sm text-muted">{p.text}</p>
        {error ? <ProblemCallout problem={error.problem} onRetry={retry} /> : null}
        {data || error ? null : <Skeleton className="h-12" />}
        {data && present.length === 0 ? <p className="pt-2 text-sm text-muted">{p.empty}</p> : null}
        <ul className="flex flex-col divide-y divide-line">
          {present.map((profile) => <ProfileRow key={profile.id} profile={profile} isDefault={profile.id === data?.defaultId} onEdit={() => setOpen(profile)} />)}
        </ul>
        <FileInput ref={input} label={p.importTitle} accept=".json" onFile={setFile} />
      </Card>
      <ProfileDialog profile={open} onClose={() => setOpen(null)} />
      {file ? <ImportProfileDialog key={`${file.name} ${file.lastModified}`} file={file} onClose={() => setFile(null)} /> : null}
    </>
  );
}
