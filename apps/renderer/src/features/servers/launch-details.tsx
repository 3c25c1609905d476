/** Exactly what will run or be contacted: every argument on its own line, nothing cut, nothing hidden (T:A02, T:A03). */
import type { LaunchFlag, LaunchView, NamedValue, ServerView } from '@portolan/contract/servers';
import { Callout } from '@portolan/ui/callout';
import { revealed } from '@portolan/ui/hidden-characters';
import { IconButton } from '@portolan/ui/icon-button';
import { RevealText } from '@portolan/ui/reveal-text';
import { EyeIcon, EyeOffIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHostMutation } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';
import { ProblemCallout } from '../../lib/problem.tsx';

type LaunchOwner = Pick<ServerView, 'id' | 'launchHash'>;

/** Longer than anything the contract lets through. */
const nothingCut = 40_000;

/** @param of the server whose launch it is: what of it is hidden can then be shown */
export function LaunchDetails({ launch, of }: { launch: LaunchView; of?: LaunchOwner | undefined }) {
  const t = useT();
  const r = t.servers.review;
  if (launch.kind === 'http') {
    return (
      <Entries>
        <Entry label={r.address}><Line><Value text={launch.url} /></Line></Entry>
        {launch.headers.length > 0 ? <Entry label={r.headers(launch.headers.length)}><Pairs pairs={launch.headers} separator=": " of={of} /></Entry> : null}
      </Entries>
    );
  }
  return (
    <Entries>
      <Entry label={r.program}><Line><Value text={launch.command} /></Line></Entry>
      {launch.args.length > 0 ? (
        <Entry label={r.arguments(launch.args.length)}>
          {/* Many arguments scroll; their number stands above, and none is left out. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
          <ol className="flex max-h-96 flex-col gap-1 overflow-y-auto" tabIndex={0}>
            {/* Arguments may repeat; their place is what they are. */}
            {/* oxlint-disable-next-line react/no-array-index-key */}
            {launch.args.map((arg, index) => <li key={index}><Line><Value text={arg} /></Line></li>)}
          </ol>
        </Entry>
      ) : null}
      {launch.env.length > 0 ? <Entry label={r.environment(launch.env.length)}><Pairs pairs={launch.env} separator="=" of={of} /></Entry> : null}
      {launch.cwd === undefined ? null : <Entry label={r.folder}><Line><Value text={launch.cwd} /></Line></Entry>}
    </Entries>
  );
}

function Entries({ children }: { children: ReactNode }) {
  return <dl className="flex min-w-0 flex-col gap-3 text-sm">{children}</dl>;
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-xs font-medium text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Line breaks inside a value are shown as characters: a value is one line, whatever it holds. */
function Value({ text }: { text: string }) {
  return <RevealText text={text} limit={nothingCut} />;
}

function Line({ children }: { children: ReactNode }) {
  return <code className="block min-h-6.5 rounded-md border border-line bg-sunken px-2 py-1 font-mono text-xs break-all whitespace-pre-wrap">{children}</code>;
}

function Pairs({ pairs, separator, of }: { pairs: NamedValue[]; separator: string; of: LaunchOwner | undefined }) {
  return (
    <ul className="flex flex-col gap-1">
      {pairs.map((pair) => (
        <li key={pair.name}>{pair.value === null ? <HiddenPair key={of?.launchHash} pair={pair} separator={separator} of={of} /> : <PairLine pair={pair} separator={separator}><Value text={pair.value} /></PairLine>}</li>
      ))}
    </ul>
  );
}

function PairLine({ pair, separator, children }: { pair: NamedValue; separator: string; children: ReactNode }) {
  return (
    <Line>
      <Value text={pair.name} />
      {separator}
      {children}
    </Line>
  );
}

/** Says why it is not shown; the person's own configuration shows it when it is asked for. */
function HiddenPair({ pair, separator, of }: { pair: NamedValue; separator: string; of: LaunchOwner | undefined }) {
  const r = useT().servers.review;
  const reveal = useHostMutation('servers/value');
  const { hidden } = pair;
  const words = hidden ? r.hiddenBecause(hidden.reason, hidden.length) : r.hiddenValue;
  const value = reveal.data?.value;
  const label = value === undefined ? r.showValue(revealed(pair.name)) : r.hideValue(revealed(pair.name));
  const press = () => {
    if (value !== undefined) reveal.reset();
    else if (of) reveal.mutate({ serverId: of.id, launchHash: of.launchHash, name: pair.name });
  };
  return (
    <div className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 flex-1"><PairLine pair={pair} separator={separator}>{value === undefined ? <span className="text-subtle italic">{words}</span> : <Value text={value} />}</PairLine></div>
      {of && hidden ? <IconButton size="sm" label={label} icon={value === undefined ? <EyeIcon /> : <EyeOffIcon />} onClick={press} /> : null}
      {reveal.error ? <ProblemCallout problem={reveal.error.problem} /> : null}
    </div>
  );
}

/** Reasons to look twice at a launch. */
export function LaunchFlags({ flags }: { flags: LaunchFlag[] }) {
  const t = useT();
  if (flags.length === 0) return null;
  return (
    <Callout tone="warn" title={t.servers.review.flagsTitle}>
      <ul className="list-disc pl-4">
        {flags.map((flag) => (
          <li key={`${flag.kind} ${flag.subject}`} className="wrap-anywhere">
            <RevealText text={t.servers.review.flags[flag.kind](flag.subject)} />
          </li>
        ))}
      </ul>
    </Callout>
  );
}
