/** What a tool is: its name, what its server claims of it, and how models see it. */
import type { ServerView, ToolView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { Switch } from '@portolan/ui/switch';
import { useState } from 'react';
import { Repairs } from '../../lib/content/tool-result.tsx';
import { useT } from '../../lib/i18n.tsx';
import { ReviewSwitch } from '../../lib/review-choices.tsx';
import { claimsOf } from '../../lib/tool-claims.ts';
import { WholeDefinition } from '../../lib/tool-definition.tsx';
import { useAct } from '../../lib/use-act.ts';
import { FitReport } from './fit-report.tsx';

/** A longer description is folded here; the definition has all of it. */
const shownDescription = 2_000;

export function ToolHead({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const claimed = claimsOf(tool, t);
  const title = tool.title ?? tool.annotations?.title ?? tool.name;
  return (
    <header className="flex min-w-0 flex-col gap-2">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <h2 className="min-w-0 flex-1 basis-40 text-lg font-semibold break-words"><RevealText text={title} /></h2>
        <EnabledSwitch server={server} tool={tool} />
      </div>
      {title === tool.name ? null : <p className="text-sm text-muted"><CodeText text={tool.name} className="break-all" /></p>}
      {tool.description ? <p className="text-sm break-words whitespace-pre-line"><RevealText text={tool.description} multiline limit={shownDescription} /></p> : null}
      {claimed.length > 0 ? (
        <p className="flex flex-wrap items-center gap-1.5 text-xs text-subtle">
          {claimed.map((each) => <Badge key={each}>{each}</Badge>)} {t.tools.hints.label}
        </p>
      ) : null}
      <ReviewSwitch choice={{ scope: 'tool', serverId: server.id, tool: tool.name }} />
      {tool.pin?.state === 'new' ? <Callout tone="info">{t.pins.newText}</Callout> : null}
      {tool.model.excluded === undefined ? null : <Callout tone="warn"><RevealText text={t.tools.excludedBecause(tool.model.excluded)} /></Callout>}
    </header>
  );
}

function EnabledSwitch({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const act = useAct();
  const [isPending, setIsPending] = useState(false);
  const set = async (isEnabled: boolean) => {
    setIsPending(true);
    await act('servers/setToolEnabled', { serverId: server.id, tool: tool.name, isEnabled });
    setIsPending(false);
  };
  return <Switch label={t.tools.enabled} checked={tool.isEnabled && tool.pin?.state !== 'suspended'} disabled={tool.model.excluded !== undefined || tool.pin?.state === 'suspended' || isPending} onCheckedChange={(isEnabled) => void set(isEnabled)} />;
}

export function ToolDefinition({ server, tool }: { server: ServerView; tool: ToolView }) {
  return (
    <section className="flex min-w-0 flex-col gap-1 border-t border-line pt-3 text-sm">
      <Repairs repairs={tool.repairs} />
      <FitReport server={server} tool={tool} />
      <WholeDefinition serverId={server.id} tool={tool} />
    </section>
  );
}
