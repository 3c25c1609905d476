/** The pages of a PDF, one at a time, with zoom; by keyboard as by mouse. Loaded with the first PDF that is shown. */
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { IconButton } from '@portolan/ui/icon-button';
import { Input } from '@portolan/ui/input';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import { ChevronLeftIcon, ChevronRightIcon, ZoomInIcon, ZoomOutIcon } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useFormat, useT } from '../../i18n.tsx';
import { useDelayed } from '../../use-delayed.ts';
import { useSettled } from '../../use-settled.ts';
import { PagePicture } from './page-picture.tsx';
import { isRoomForAnother } from './pdf-document.ts';
import type { PdfDocument } from './pdf-document.ts';
import type { PdfFault } from './pdf-protocol.ts';
import { usePdf, usePdfPage } from './use-pdf.ts';

/** Of the width there is. */
const zooms = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;
const asWide = 2;
/** A small page is not blown up further than this without being asked. */
const mostEnlarged = 2;

export function PdfView({ bytes, name }: { bytes: Uint8Array<ArrayBuffer>; name: string }) {
  const t = useT();
  const [isWanted, setIsWanted] = useState(isRoomForAnother);
  const [attempt, setAttempt] = useState(0);
  if (!isWanted) return <Button size="sm" className="self-start" onClick={() => setIsWanted(true)}>{t.content.pdf.show}</Button>;
  return <Document key={attempt} bytes={bytes} name={name} onAgain={() => setAttempt(attempt + 1)} />;
}

function Document({ bytes, name, onAgain }: { bytes: Uint8Array<ArrayBuffer>; name: string; onAgain: () => void }) {
  const t = useT();
  const opened = usePdf(bytes);
  const isLong = useDelayed(opened.state === 'opening', 300);
  if (opened.state === 'opening') return <p role="status" className="text-sm text-muted">{isLong ? t.content.pdf.opening : ''}</p>;
  if (opened.state === 'fault') return <Fault fault={opened.fault} onAgain={onAgain} />;
  return <Pages document={opened.document} pages={opened.pages} name={name} onAgain={onAgain} />;
}

function Fault({ fault, onAgain }: { fault: PdfFault; onAgain: () => void }): ReactNode {
  const t = useT();
  return <Callout tone="warn" title={t.content.pdf.faults[fault]} actions={fault === 'slow' ? <Button size="sm" onClick={onAgain}>{t.content.pdf.again}</Button> : undefined}>{t.content.pdf.faultNext}</Callout>;
}

interface PagesProps {
  document: PdfDocument;
  pages: number;
  name: string;
  onAgain: () => void;
}

function Pages({ document, pages, name, onAgain }: PagesProps) {
  const t = useT();
  const format = useFormat();
  const [page, setPage] = useState(1);
  const [step, setStep] = useState(asWide);
  const [room, setRoom] = useState(0);
  const region = useRef<HTMLDivElement | null>(null);
  const zoom = zooms[step] ?? 1;
  const width = useSettled(Math.ceil(room * zoom * window.devicePixelRatio), 100);
  const shown = usePdfPage(document, page, width);
  const isDrawing = useDelayed(shown?.page !== page, 300);
  useEffect(() => {
    const element = region.current;
    if (element === null) return undefined;
    const measure = () => setRoom(Math.max(1, element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const turnTo = (wanted: number) => {
    setPage(Math.min(pages, Math.max(1, wanted)));
    region.current?.scrollTo({ top: 0 });
  };
  const zoomTo = (wanted: number) => setStep(Math.min(zooms.length - 1, Math.max(0, wanted)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act({ page, pages, step, turnTo, zoomTo });
  };
  const label = t.content.pdf.pageOf(page, pages);
  const picture = shown?.picture ?? null;
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div role="group" aria-label={t.content.pdf.controls} className="flex flex-wrap items-center gap-1 text-sm text-muted">
        <IconButton size="sm" icon={<ChevronLeftIcon />} label={t.content.pdf.previous} disabled={page === 1} onClick={() => turnTo(page - 1)} />
        <PageField page={page} pages={pages} onPage={turnTo} />
        <span>{t.content.pdf.of(pages)}</span>
        <IconButton size="sm" icon={<ChevronRightIcon />} label={t.content.pdf.next} disabled={page === pages} onClick={() => turnTo(page + 1)} />
        <span className="w-2" />
        <IconButton size="sm" icon={<ZoomOutIcon />} label={t.content.pdf.smaller} disabled={step === 0} onClick={() => zoomTo(step - 1)} />
        <Button size="sm" variant="ghost" aria-label={t.content.pdf.fitWidth(format.percent(zoom))} onClick={() => zoomTo(asWide)}>{format.percent(zoom)}</Button>
        <IconButton size="sm" icon={<ZoomInIcon />} label={t.content.pdf.larger} disabled={step === zooms.length - 1} onClick={() => zoomTo(step + 1)} />
        <VisuallyHidden><span role="status">{shown?.page === page ? label : ''}</span></VisuallyHidden>
        {isDrawing ? <span aria-hidden="true">{t.content.pdf.drawing}</span> : null}
      </div>
      {/* A scrolling region must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions */}
      <div ref={region} role="region" aria-label={`${name}: ${label}`} tabIndex={0} onKeyDown={onKeyDown} className="max-h-[36rem] min-h-24 overflow-auto rounded-md border border-line bg-sunken p-0">
        {shown?.page === page && shown.fault !== null ? <div className="p-2"><Fault fault={shown.fault} onAgain={onAgain} /></div> : null}
        {picture === null ? null : (
          <div className="relative mx-auto" style={{ width: `${zoom * 100}%`, maxWidth: picture.width * mostEnlarged * zoom, aspectRatio: `${picture.width} / ${picture.height}` }}>
            <PagePicture picture={picture} label={label} />
          </div>
        )}
      </div>
    </div>
  );
}

interface Place {
  page: number;
  pages: number;
  step: number;
  turnTo: (page: number) => void;
  zoomTo: (step: number) => void;
}

/** Up and down scroll, as in any region. */
const keys: Readonly<Record<string, (place: Place) => void>> = {
  PageDown: ({ page, turnTo }) => turnTo(page + 1),
  PageUp: ({ page, turnTo }) => turnTo(page - 1),
  Home: ({ turnTo }) => turnTo(1),
  End: ({ pages, turnTo }) => turnTo(pages),
  '+': ({ step, zoomTo }) => zoomTo(step + 1),
  '=': ({ step, zoomTo }) => zoomTo(step + 1),
  '-': ({ step, zoomTo }) => zoomTo(step - 1),
  '0': ({ zoomTo }) => zoomTo(asWide),
};

/** The number of the page, to be typed over. */
function PageField({ page, pages, onPage }: { page: number; pages: number; onPage: (page: number) => void }) {
  const t = useT();
  const [typed, setTyped] = useState<string | null>(null);
  const done = () => {
    const wanted = Number(typed ?? '');
    if (typed !== null && Number.isInteger(wanted) && wanted >= 1 && wanted <= pages) onPage(wanted);
    setTyped(null);
  };
  return (
    <Input
      size="sm"
      className="w-14"
      inputMode="numeric"
      aria-label={t.content.pdf.page}
      value={typed ?? String(page)}
      onValueChange={setTyped}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
        else if (event.key === 'Escape') setTyped(null);
      }}
    />
  );
}
