/** A PDF among contents: its pages, and the way to a file. The reader is loaded when a PDF is shown. */
import { revealed } from '@portolan/ui/hidden-characters';
import { lazy, Suspense } from 'react';
import { useFormat, useT } from '../i18n.tsx';
import { fileNameOf } from '../save-file.ts';
import { mostPdfBytes } from './pdf/pdf-protocol.ts';
import { SaveButton } from './save-button.tsx';

const PdfView = lazy(async () => ({ default: (await import('./pdf/pdf-view.tsx')).PdfView }));

export function PdfBlock({ bytes, uri }: { bytes: Uint8Array<ArrayBuffer>; uri: string }) {
  const t = useT();
  const format = useFormat();
  const size = format.bytes(bytes.length);
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 text-sm text-muted">
        {bytes.length > mostPdfBytes ? t.content.tooLarge(size) : t.content.pdf.about(size)}
        <SaveButton uri={uri} type="application/pdf" data={bytes} />
      </div>
      {bytes.length > mostPdfBytes ? null : (
        <Suspense fallback={<p role="status" className="text-sm text-muted">{t.content.pdf.opening}</p>}>
          <PdfView bytes={bytes} name={revealed(fileNameOf(uri, 'application/pdf'))} />
        </Suspense>
      )}
    </div>
  );
}
