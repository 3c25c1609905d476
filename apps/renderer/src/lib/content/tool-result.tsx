/** What a tool answered: its blocks, its structured content, and what was odd about it. */
import type { ToolResultView } from '@portolan/contract/content';
import type { ServerId } from '@portolan/contract/ids';
import { Callout } from '@portolan/ui/callout';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../i18n.tsx';
import { ContentBlocks } from './content-blocks.tsx';
import { StructuredContent } from './structured-content.tsx';

/** `serverId` is null when the server that answered is gone. */
export function ToolResult({ result, serverId }: { result: ToolResultView; serverId: ServerId | null }) {
  const t = useT();
  return (
    <div className="flex min-w-0 flex-col gap-2">
      {result.isError ? <Callout tone="danger" title={t.tools.isError} /> : null}
      {result.secretsRemoved === undefined ? null : <Callout tone="warn" title={t.tools.secretsRemoved(result.secretsRemoved)}>{t.tools.secretsRemovedText}</Callout>}
      {result.content.length > 0 ? <ContentBlocks blocks={result.content} serverId={serverId} /> : result.structuredContent === undefined ? <p className="text-sm text-muted">{t.shell.emptyResult}</p> : null}
      {result.structuredContent === undefined ? null : (
        <StructuredContent value={result.structuredContent} />
      )}
      {result.schemaMismatch === undefined ? null : (
        <Callout tone="warn" title={t.tools.structuredInvalid}>
          <RevealText text={result.schemaMismatch} multiline />
        </Callout>
      )}
      <Repairs repairs={result.repairs} />
    </div>
  );
}

/** What of a definition or a result did not follow the specification and was put right or left out. */
export function Repairs({ repairs }: { repairs: { path: string; reason: string }[] }) {
  const t = useT();
  if (repairs.length === 0) return null;
  return (
    <Collapsible label={t.shell.repairs(repairs.length)} className="text-sm text-muted">
      <ul className="list-disc pl-5">
        {repairs.map((repair) => (
          <li key={`${repair.path}\n${repair.reason}`}>
            <code><RevealText text={repair.path} hideCount /></code>: <RevealText text={repair.reason} />
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}
