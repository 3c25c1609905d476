/** A result as the model would read it: every block in full, hidden characters shown, nothing drawn that the server wrote (H02, T:C07). */
import type { ContentView, ToolResultView } from '@portolan/contract/content';
import type { PassedBlock } from '@portolan/contract/result-reviews';
import type { ServerId } from '@portolan/contract/ids';
import { Badge } from '@portolan/ui/badge';
import { Callout } from '@portolan/ui/callout';
import { splitHidden } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useUiLabels } from '@portolan/ui/ui-labels';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { ContentBlock } from '../../lib/content/content-blocks.tsx';
import { JsonView } from '../../lib/content/json-view.tsx';
import { useT } from '../../lib/i18n.tsx';
import { FoldedText } from './folded-text.tsx';

export interface ReviewedResultProps {
  result: ToolResultView;
  /** What the person passes on; null for all of it. */
  passed: readonly PassedBlock[] | null;
  serverId: ServerId;
}

export function ReviewedResult({ result, passed, serverId }: ReviewedResultProps) {
  const t = useT();
  const r = t.interactions.review;
  const shown = passed ?? result.content.map((_, keep) => ({ keep }));
  return (
    <div className="flex min-w-0 flex-col gap-2.5">
      {result.isError ? <Callout tone="danger" title={t.tools.isError} /> : null}
      {result.secretsRemoved === undefined ? null : <Callout tone="warn" title={t.tools.secretsRemoved(result.secretsRemoved)}>{t.tools.secretsRemovedText}</Callout>}
      {shown.map((block, index) => {
        const name = r.part(index + 1);
        // Parts of a finished result stand where they stand.
        // oxlint-disable-next-line react/no-array-index-key
        return <Part key={index}>{'text' in block ? <TextPart name={name} text={block.text} isYours /> : <Block name={name} block={result.content[block.keep]} serverId={serverId} />}</Part>;
      })}
      {shown.length === 0 && result.structuredContent === undefined ? <p className="text-sm text-muted">{t.shell.emptyResult}</p> : null}
      {passed === null && result.structuredContent !== undefined ? (
        <Part>
          <h5 className="mb-1 text-xs font-medium text-muted">{t.tools.structured}</h5>
          <JsonView value={result.structuredContent} label={t.tools.structured} whole />
        </Part>
      ) : null}
      {passed === null && result.schemaMismatch !== undefined ? <Callout tone="warn" title={t.tools.structuredInvalid}><RevealText text={result.schemaMismatch} multiline /></Callout> : null}
    </div>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <div className="min-w-0">{children}</div>;
}

function Block({ name, block, serverId }: { name: string; block: ContentView | undefined; serverId: ServerId }) {
  const r = useT().interactions.review;
  if (block === undefined) return null;
  const isForPerson = block.type !== 'unknown' && block.annotations?.audience !== undefined && !block.annotations.audience.includes('assistant');
  return (
    <>
      {isForPerson ? <p className="mb-1"><Badge>{r.forYou}</Badge></p> : null}
      {block.type === 'text' ? <TextPart name={name} text={block.text} /> : null}
      {block.type === 'resource' && block.resource.kind === 'text' ? (
        <>
          <p className="mb-1 text-xs break-all text-muted"><RevealText text={block.resource.uri} /></p>
          <TextPart name={name} text={block.resource.text} />
        </>
      ) : block.type === 'text' ? null : (
        <ContentBlock block={block} serverId={serverId} />
      )}
    </>
  );
}

function TextPart({ name, text, isYours = false }: { name: string; text: string; isYours?: boolean }) {
  const r = useT().interactions.review;
  const labels = useUiLabels();
  const hidden = useMemo(() => splitHidden(text, { multiline: true }).count, [text]);
  return (
    <>
      {hidden > 0 || isYours ? (
        <p className="mb-1 flex flex-wrap gap-2 text-xs">
          {isYours ? <Badge tone="accent">{r.yours}</Badge> : null}
          {hidden > 0 ? <span className="ui-hidden-count ms-0">{labels.hiddenCharacters(hidden)}</span> : null}
        </p>
      ) : null}
      <FoldedText name={name} text={text} />
    </>
  );
}
