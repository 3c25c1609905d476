/** One message, as a tree when it is JSON. */
import type { Json } from '@portolan/contract/json';
import type { TraceBody } from '@portolan/contract/trace';
import { CodeText } from '@portolan/ui/code-text';
import { CopyButton } from '@portolan/ui/copy-button';
import { useMemo } from 'react';
import { JsonView } from '../../lib/content/json-view.tsx';
import { useFormat, useT } from '../../lib/i18n.tsx';

export interface MessageBodyProps {
  title: string;
  text?: string;
  /** Said in its place. */
  missing?: string;
  body?: TraceBody;
  /** Names the button that copies it; none without. */
  copyLabel?: string;
}

export function MessageBody({ title, text, missing, body, copyLabel }: MessageBodyProps) {
  const t = useT();
  const format = useFormat();
  const value = useMemo(() => (text === undefined || body === undefined ? undefined : parse(text)), [text, body]);
  return (
    <section className="min-w-0">
      <div className="mb-1 flex min-h-7 items-center gap-2 text-xs text-muted">
        <h3 className="font-medium">{title}</h3>
        {body === undefined ? null : <span className="text-subtle tabular-nums">{format.bytes(body.bytes)}</span>}
        {text === undefined || copyLabel === undefined ? null : <CopyButton label={copyLabel} text={text} />}
      </div>
      {body?.isCut ? <p className="mb-1 text-xs text-warn-fg">{t.trace.detail.cut(format.bytes(body.bytes))}</p> : null}
      {text === undefined ? <p className="text-sm text-muted">{missing}</p> : value === undefined ? <CodeText block text={text} label={title} className="max-h-96 overflow-auto" /> : <JsonView value={value} label={title} openDepth={4} />}
    </section>
  );
}

function parse(text: string): Json | undefined {
  try {
    // What JSON.parse gives is JSON.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
