/** A file that will go with the message: what it is by its bytes, how big, and what a model is estimated to read. */
import type { PendingAttachment } from '@portolan/contract/drafts';
import type { FileView } from '@portolan/contract/files';
import { useFormat, useT } from '../../../lib/i18n.tsx';
import { Chip } from '../chip.tsx';
import type { ChipProps } from '../chip.tsx';
import { FileIcon } from '../../../lib/files/file-icon.tsx';
import { isMisnamed, kindOf, pixelsOf } from '../../../lib/files/file-kind.ts';

export interface FileChipProps extends Pick<ChipProps, 'onOpen' | 'onRemove'> {
  attachment: PendingAttachment;
  file: FileView;
  /** The model cannot be given it. */
  isUnfit: boolean;
}

export function FileChip({ attachment, file, isUnfit, ...actions }: FileChipProps) {
  const t = useT();
  const facts = useFileFacts(attachment, file);
  const isNameOnly = attachment.input.type === 'file' && attachment.input.asWords === true;
  const isMarked = isMisnamed(file.name, file.mimeType);
  return (
    <Chip
      label={attachment.label}
      icon={<FileIcon file={attachment.forModel ?? file} />}
      facts={isNameOnly ? [t.files.nameOnly] : facts}
      {...(isMarked ? { note: t.files.notAsNamedNote(file.name, t.files.kinds[kindOf(file.mimeType)]) } : attachment.forModel ? { note: t.files.scaledNote } : {})}
      tone={isUnfit ? 'danger' : isMarked ? 'warn' : 'usual'}
      {...actions}
    />
  );
}

function useFileFacts({ forModel }: PendingAttachment, file: FileView): string[] {
  const t = useT();
  const format = useFormat();
  const inWords = (facts: Pick<FileView, 'width' | 'height'>, words: (width: string, height: string) => string): string[] => {
    const pixels = pixelsOf(facts);
    return pixels === null ? [] : [words(format.number(pixels.width), format.number(pixels.height))];
  };
  const kind = t.files.kinds[kindOf(file.mimeType)];
  const tokens = (forModel ?? file).tokens;
  return [
    isMisnamed(file.name, file.mimeType) ? t.files.notAsNamed(kind) : kind,
    ...inWords(file, t.files.pixels),
    format.bytes(file.bytes),
    ...(forModel ? inWords(forModel, t.files.scaled) : []),
    ...(tokens === null ? [] : [t.composer.tokens(tokens)]),
  ];
}
