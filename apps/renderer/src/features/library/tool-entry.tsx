/** What a tool is and takes; it is run on its server's page, where its form stands. */
import type { JsonObject } from '@portolan/contract/json';
import type { ServerView, ToolView } from '@portolan/contract/servers';
import { Badge } from '@portolan/ui/badge';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { JsonView } from '../../lib/content/json-view.tsx';
import { Repairs } from '../../lib/content/tool-result.tsx';
import { useT } from '../../lib/i18n.tsx';
import { claimsOf } from '../../lib/tool-claims.ts';
import { WholeDefinition } from '../../lib/tool-definition.tsx';

/** A longer description is folded here; the definition has all of it. */
const shownDescription = 2_000;
/** Arguments listed by name; the schema below has all of them. */
const mostArguments = 50;

export function ToolEntry({ server, tool }: { server: ServerView; tool: ToolView }) {
  const t = useT();
  const claimed = claimsOf(tool, t);
  const title = tool.title ?? tool.annotations?.title ?? tool.name;
  const args = argumentsOf(tool.inputSchema);
  return (
    <article className="flex max-w-3xl min-w-0 flex-col gap-4">
      <header className="flex min-w-0 flex-col gap-2">
        <h2 className="text-lg font-semibold break-words"><RevealText text={title} /></h2>
        {title === tool.name ? null : <p className="text-sm text-muted"><CodeText text={tool.name} className="break-all" /></p>}
        {tool.description ? <p className="text-sm break-words whitespace-pre-line"><RevealText text={tool.description} multiline limit={shownDescription} /></p> : null}
        <p className="flex flex-wrap items-center gap-1.5 text-xs text-subtle">
          {tool.isEnabled ? null : <Badge>{t.library.off}</Badge>}
          {tool.pin?.state === 'suspended' ? <Badge tone="warn">{t.pins.state.suspended}</Badge> : null}
          {claimed.map((each) => <Badge key={each}>{each}</Badge>)}
          {claimed.length > 0 ? t.tools.hints.label : null}
        </p>
      </header>
      <section className="flex min-w-0 flex-col gap-2">
        <h3 className="text-sm font-semibold">{t.library.parameters}</h3>
        {args.length === 0 ? <p className="text-sm text-muted">{t.library.noParameters}</p> : (
          <dl className="flex flex-col gap-1.5 text-sm">
            {args.slice(0, mostArguments).map(({ name, type, description, isRequired }) => (
              <div key={name} className="min-w-0">
                <dt className="flex flex-wrap items-baseline gap-1.5"><CodeText text={name} className="break-all" />{type === '' ? null : <span className="text-xs text-subtle"><RevealText text={type} hideCount /></span>}{isRequired ? <span className="text-xs text-muted">{t.library.required}</span> : null}</dt>
                {description === '' ? null : <dd className="break-words text-muted"><RevealText text={description} multiline limit={shownDescription} /></dd>}
              </div>
            ))}
          </dl>
        )}
        <JsonView value={tool.inputSchema} label={t.library.parameters} openDepth={1} />
      </section>
      {tool.outputSchema === undefined ? null : (
        <section className="flex min-w-0 flex-col gap-2">
          <h3 className="text-sm font-semibold">{t.library.output}</h3>
          <JsonView value={tool.outputSchema} label={t.library.output} openDepth={1} />
        </section>
      )}
      <Repairs repairs={tool.repairs} />
      <WholeDefinition serverId={server.id} tool={tool} />
    </article>
  );
}

interface Argument {
  name: string;
  type: string;
  description: string;
  isRequired: boolean;
}

function argumentsOf(schema: JsonObject): Argument[] {
  const { properties, required } = schema;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).map(([name, value]) => {
    const { type, description } = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
    return { name, type: typeof type === 'string' ? type : Array.isArray(type) ? type.filter((each) => typeof each === 'string').join(' | ') : '', description: typeof description === 'string' ? description : '', isRequired: needed.has(name) };
  });
}
