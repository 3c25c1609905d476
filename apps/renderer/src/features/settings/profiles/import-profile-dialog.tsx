/** A profile from a file: what is in it is read first, for its instructions are a stranger's words to the model. */
import { longestProfileFile } from '@portolan/contract/profiles';
import { Button } from '@portolan/ui/button';
import { Dialog } from '@portolan/ui/dialog';
import { RevealText } from '@portolan/ui/reveal-text';
import { Spinner } from '@portolan/ui/spinner';
import { useToast } from '@portolan/ui/toast';
import { useEffect, useState } from 'react';
import { useHostMutation } from '../../../host/queries.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { ProfileGaps } from './profile-gaps.tsx';

export function ImportProfileDialog({ file, onClose }: { file: File; onClose: () => void }) {
  const t = useT();
  const p = t.profiles;
  const toast = useToast();
  const read = useHostMutation('profiles/readFile');
  const keep = useHostMutation('profiles/import');
  const [text, setText] = useState<string | null>(null);
  const { mutate } = read;
  useEffect(() => {
    const load = async () => {
      // One character more than is taken is enough to be told so.
      const whole = (await file.slice(0, 4 * longestProfileFile).text()).slice(0, longestProfileFile);
      setText(whole);
      mutate({ text: whole });
    };
    void load();
  }, [file, mutate]);
  const found = read.data;
  const problem = read.error ?? keep.error;
  const take = () => {
    if (text === null) return;
    keep.mutate({ text }, { onSuccess: ({ name }) => {
      toast.show({ tone: 'success', title: p.imported(name) });
      onClose();
    } });
  };
  return (
    <Dialog
      open
      size="lg"
      title={p.importTitle}
      dismissOutside={false}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>{t.app.actions.cancel}</Button>
          <Button variant="primary" disabled={found === undefined} loading={keep.isPending} onClick={take}>{p.importDo}</Button>
        </>
      }
    >
      <div className="flex min-w-0 flex-col gap-3">
        {problem ? <ProblemCallout problem={problem.problem} /> : found === undefined ? <Spinner /> : null}
        {found ? (
          <>
            <p className="font-medium"><RevealText text={found.profile.name} /></p>
            {found.profile.instructions === '' ? null : (
              <>
                <p className="text-sm text-muted">{p.importText}</p>
                <p className="rounded-md border border-line bg-sunken p-3 text-sm break-words whitespace-pre-wrap"><RevealText text={found.profile.instructions} /></p>
              </>
            )}
            {found.gaps.length > 0 ? <ProfileGaps gaps={found.gaps} /> : null}
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
