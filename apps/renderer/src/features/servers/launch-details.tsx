/** Exactly what will run or be contacted: every argument on its own line, nothing cut, nothing hidden (T:A02, T:A03). */
import type { LaunchFlag, LaunchView, NamedValue } from '@portolan/contract/servers';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import type { ReactNode } from 'react';
import { useT } from '../../lib/i18n.tsx';

export function LaunchDetails({ launch }: { launch: LaunchView }) {
  const t = useT();
  return (
    <dl className="flex flex-col gap-3 text-sm">
      {launch.kind === 'stdio' ? (
        <>
          <Entry label={t.servers.review.program}><Line text={launch.command} /></Entry>
          {launch.args.length > 0 ? (
            <Entry label={t.servers.review.arguments(launch.args.length)}>
              <ol className="flex flex-col gap-1">
                {/* Arguments may repeat; their place is what they are. */}
                {/* eslint-disable-next-line react/no-array-index-key */}
                {launch.args.map((arg, index) => <li key={index}><Line text={arg} /></li>)}
              </ol>
            </Entry>
          ) : null}
          {launch.env.length > 0 ? <Entry label={t.servers.review.environment(launch.env.length)}><Pairs pairs={launch.env} separator="=" /></Entry> : null}
          {launch.cwd === undefined ? null : <Entry label={t.servers.review.folder}><Line text={launch.cwd} /></Entry>}
        </>
      ) : (
        <>
          <Entry label={t.servers.review.address}><Line text={launch.url} /></Entry>
          {launch.headers.length > 0 ? <Entry label={t.servers.review.headers(launch.headers.length)}><Pairs pairs={launch.headers} separator=": " /></Entry> : null}
        </>
      )}
    </dl>
  );
}

function Entry({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="mb-1 text-xs font-medium text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Line({ text }: { text: string }) {
  return (
    <code className="block rounded-md border border-line bg-sunken px-2 py-1 break-all whitespace-pre-wrap">
      <RevealText text={text} limit={40_000} />
    </code>
  );
}

function Pairs({ pairs, separator }: { pairs: NamedValue[]; separator: string }) {
  const t = useT();
  return (
    <ul className="flex flex-col gap-1">
      {pairs.map((pair) => (
        <li key={pair.name}>
          <code className="block rounded-md border border-line bg-sunken px-2 py-1 break-all whitespace-pre-wrap">
            <RevealText text={pair.name} />
            {separator}
            {pair.value === null ? <span className="text-subtle italic">{t.servers.review.hiddenValue}</span> : <RevealText text={pair.value} />}
          </code>
        </li>
      ))}
    </ul>
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
          <li key={`${flag.kind} ${flag.subject}`} className="break-words">
            <RevealText text={t.servers.review.flags[flag.kind](flag.subject)} />
          </li>
        ))}
      </ul>
    </Callout>
  );
}
