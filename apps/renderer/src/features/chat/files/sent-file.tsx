/** A file that went with a message: pictures and sounds as themselves, everything else folded until somebody looks. */
import type { FileRef } from '@portolan/contract/files';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { FileContent } from './file-content.tsx';
import { FileIcon } from '../../../lib/files/file-icon.tsx';
import { kindOf, pixelsOf } from '../../../lib/files/file-kind.ts';
import { SentPicture } from './sent-picture.tsx';

export function SentFile({ file, name }: { file: FileRef; name: string }) {
  const t = useT();
  const format = useFormat();
  const kind = kindOf(file.mimeType);
  const shown = file.forModel ?? file;
  if (kind === 'picture' && pixelsOf(shown) !== null && file.asWords !== true) return <SentPicture file={shown} whole={file} name={name} />;
  return (
    <Collapsible
      defaultOpen={kind === 'sound'}
      className="max-w-full min-w-0 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-sm"
      label={
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
          <FileIcon file={file} large />
          <span className="min-w-0 wrap-anywhere"><RevealText text={name} hideCount /></span>
          <span className="text-subtle">{[t.files.kinds[kind], format.bytes(file.bytes), ...(file.asWords === true ? [t.files.nameOnly] : [])].join(' · ')}</span>
        </span>
      }
    >
      <FileContent file={file} name={name} />
    </Collapsible>
  );
}
