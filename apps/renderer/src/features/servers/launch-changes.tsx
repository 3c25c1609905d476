/** What is different from the launch that was allowed, argument by argument, variables by name (H07, A07). */
import type { LaunchChange } from '@portolan/contract/configuration';
import { RevealText } from '@portolan/ui/reveal-text';
import { VisuallyHidden } from '@portolan/ui/visually-hidden';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { useT } from '../../lib/i18n.tsx';

const nothingCut = 40_000;
const looks = { same: 'text-muted', added: 'bg-success-soft text-success-fg', removed: 'bg-danger-soft text-danger-fg', changed: '' };
const signs = { same: ' ', added: '+', removed: '−', changed: '±' };

export function LaunchChanges({ changes }: { changes: readonly LaunchChange[] }) {
  const c = useT().configuration.launchChange;
  const others = changes.filter((change) => change.what !== 'argument');
  const args = changes.filter((change) => change.what === 'argument');
  return (
    <section aria-label={c.title} className="flex min-w-0 flex-col gap-3 text-sm">
      <h3 className="font-medium">{c.title}</h3>
      {others.filter(({ what }) => what === 'command' || what === 'address' || what === 'transport').map((change) => <Change key={change.what} change={change} />)}
      {args.length > 0 ? (
        <div className="min-w-0">
          <p className="mb-1 text-xs font-medium text-muted">{c.arguments}</p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
          <ol className="flex max-h-80 flex-col overflow-y-auto rounded-md border border-line bg-sunken py-1 font-mono text-xs" tabIndex={0}>
            {args.map((change, index) => (
              // Arguments may repeat; their place is what they are.
              // oxlint-disable-next-line react/no-array-index-key
              <li key={index} className={`px-2 break-all whitespace-pre-wrap ${looks[change.kind]}`}>
                <span aria-hidden="true">{signs[change.kind]} </span>
                {change.kind === 'added' || change.kind === 'removed' ? <VisuallyHidden>{c[change.kind]}: </VisuallyHidden> : null}
                <RevealText text={change.after ?? change.before ?? ''} limit={nothingCut} />
              </li>
            ))}
          </ol>
        </div>
      ) : null}
      {others.filter(({ what }) => what === 'variable' || what === 'header' || what === 'folder').map((change) => <Change key={`${change.what} ${change.name}`} change={change} />)}
    </section>
  );
}

/** Before and after of one thing, each on a line of its own. */
function Change({ change }: { change: LaunchChange }) {
  const t = useT();
  const c = t.configuration.launchChange;
  const value = (text: string | null, hidden: LaunchChange['afterHidden']) =>
    text === null ? <span className="italic">{hidden ? t.servers.review.hiddenBecause(hidden.reason, hidden.length) : c.hiddenValue}</span> : <RevealText text={text} limit={nothingCut} />;
  const line = (kind: 'added' | 'removed', text: string | null, hidden: LaunchChange['afterHidden']) => (
    <p className={`px-2 break-all whitespace-pre-wrap ${looks[kind]}`}>
      <span aria-hidden="true">{signs[kind]} </span>
      <VisuallyHidden>{kind === 'removed' ? c.was : c.is}: </VisuallyHidden>
      {value(text, hidden)}
    </p>
  );
  const isOnlyHidden = change.kind === 'changed' && change.before === null && change.after === null;
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs font-medium text-muted">
        <RevealText text={labelOf(change, c)} /> · {c[change.kind === 'same' ? 'changed' : change.kind]}
      </p>
      <div className="rounded-md border border-line bg-sunken py-1 font-mono text-xs">
        {isOnlyHidden ? <p className="px-2 italic">{c.valueChanged}</p> : null}
        {!isOnlyHidden && change.kind !== 'added' ? line('removed', change.before, change.beforeHidden) : null}
        {!isOnlyHidden && change.kind !== 'removed' ? line('added', change.after, change.afterHidden) : null}
      </div>
    </div>
  );
}

function labelOf({ what, name }: LaunchChange, c: Catalogue['configuration']['launchChange']): string {
  if (what === 'variable') return c.variable(name);
  return what === 'header' ? c.header(name) : c[what];
}
