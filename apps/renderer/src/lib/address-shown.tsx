/** An address in full, its site as the browser reads it, and what it would carry there (T:B08). */
import { Callout } from '@portolan/ui/callout';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from './i18n.tsx';
import { whatLinkCarries } from './link-load.ts';

export function AddressShown({ url }: { url: string }) {
  const d = useT().app.linkDialog;
  const host = hostOf(url);
  const carried = whatLinkCarries(url);
  return (
    <div className="flex flex-col gap-3 text-sm">
      {host === null ? null : (
        <dl>
          <dt className="text-xs text-muted">{d.host}</dt>
          <dd className="text-base font-semibold break-all"><RevealText text={host} /></dd>
        </dl>
      )}
      <code className="block max-h-40 overflow-auto rounded-md border border-line bg-sunken px-2 py-1.5 break-all"><RevealText text={url} /></code>
      {carried.looksLikeKey ? <Callout tone="warn">{d.carriesKey}</Callout> : null}
      {carried.much === null ? null : <Callout tone="warn">{d.carriesMuch(carried.much)}</Callout>}
    </div>
  );
}

/** As the browser will read it: punycode shows what look-alike letters hide. */
export function hostOf(url: string): string | null {
  try {
    return new URL(url).host || null;
  } catch {
    return null;
  }
}
