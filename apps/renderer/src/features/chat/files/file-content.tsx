/** What is in a file: read from the host when it is shown, and shown by what its bytes are. */
import type { FileFacts } from '@portolan/contract/files';
import { Spinner } from '@portolan/ui/spinner';
import { useMemo } from 'react';
import { ResourceContent } from '../../../lib/content/resource-content.tsx';
import { useFileBytes } from '../../../lib/file-bytes.ts';
import { useT } from '../../../lib/i18n.tsx';
import { ProblemCallout } from '../../../lib/problem.tsx';
import { kindOf } from '../../../lib/files/file-kind.ts';

export function FileContent({ file, name }: { file: FileFacts; name: string }) {
  const t = useT();
  const { data, error, refetch } = useFileBytes(file.hash);
  const content = useMemo(
    // Of what is text the name tells which kind; of everything else the bytes alone do.
    () => (data === undefined ? null : { kind: 'blob' as const, uri: name, ...(kindOf(file.mimeType) === 'text' ? {} : { mimeType: file.mimeType }), blob: data, bytes: file.bytes }),
    [data, file, name],
  );
  if (error) return <ProblemCallout problem={error.problem} onRetry={() => void refetch()} />;
  if (content === null) return <p role="status" className="flex items-center gap-2 text-sm text-muted"><Spinner />{t.files.loading}</p>;
  return <ResourceContent content={content} />;
}
