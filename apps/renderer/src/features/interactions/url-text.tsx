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
        {url.unicodeHost === null ? null : <dd className="break-all text-muted"><RevealText text={t.asks.url.asSeen(url.unicodeHost)} /></dd>}
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
