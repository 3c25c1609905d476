/** A whole address, with the part that decides where it leads standing out (H39, H41). Nothing in it can be pressed. */
import type { UrlView } from '@portolan/contract/elicitation';
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../lib/i18n.tsx';

export function UrlText({ url }: { url: UrlView }) {
  const t = useT();
  const { host } = url;
  return (
    <div className="flex min-w-0 flex-col gap-2.5 text-sm">
      <dl>
        <dt className="text-xs text-subtle">{t.asks.url.leadsTo}</dt>
        <dd className="text-lg font-semibold break-all"><RevealText text={host.domain} />{host.port === '' ? null : <span className="font-normal text-muted">{host.port}</span>}</dd>
        {url.unicodeHost === null ? null : <LettersAsSeen host={url.unicodeHost} />}
      </dl>
      {url.warnings.length === 0 ? null : (
        <ul className="flex flex-col gap-1.5">
          {url.warnings.map((warning) => <li key={warning}><Callout tone="warn">{t.asks.url.warnings[warning]}</Callout></li>)}
        </ul>
      )}
      <div>
        <h4 className="mb-1 text-xs text-subtle">{t.asks.url.address}</h4>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
        <code role="group" className="block max-h-40 overflow-auto rounded-md border border-line bg-sunken px-2 py-1.5 break-all text-muted" tabIndex={0} aria-label={t.asks.url.address}>
          {url.scheme}://<RevealText text={host.before} /><mark className="rounded-sm bg-accent-soft px-0.5 font-semibold text-accent-fg"><RevealText text={host.domain} /></mark>{host.port}<RevealText text={url.path} />
        </code>
      </div>
    </div>
  );
}

/** A run of letters of an alphabet that is not the Latin one. */
const foreign = /((?:(?![\p{Script=Latin}\p{Script=Inherited}])[\p{L}\p{M}])+)/u;

/** A host with its look-alike letters standing out (T:E02). */
function LettersAsSeen({ host }: { host: string }) {
  const t = useT();
  // With one group, every second part is what the group found.
  const parts = host.split(foreign);
  return (
    <dd className="text-muted">
      <span className="break-all">
        {t.asks.url.asSeen}{' '}
        {parts.map((part, index) => {
          if (part === '') return null;
          // oxlint-disable-next-line react/no-array-index-key -- parts of one text: their position is their identity
          return index % 2 === 0 ? <RevealText key={index} text={part} /> : <strong key={index} data-foreign className="rounded-sm bg-warn-soft px-0.5 font-semibold text-warn-fg underline"><RevealText text={part} /></strong>;
        })}
      </span>
      {parts.length > 1 ? <span className="block text-xs">{t.asks.url.foreign}</span> : null}
    </dd>
  );
}
