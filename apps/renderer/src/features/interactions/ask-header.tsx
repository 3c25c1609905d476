/** Who asks, what it wants, and what for. The name of the region is ours alone (T:J12). */
import { RevealText } from '@portolan/ui/reveal-text';
import type { AskView } from '../../lib/ask-cards.tsx';
import { InstallMark } from '../../lib/install-mark.tsx';
import { useT } from '../../lib/i18n.tsx';
import { PictureOf } from '../../lib/server-picture.tsx';

export function AskHeader({ ask, wants, titleId }: { ask: AskView; wants: string; titleId: string }) {
  const t = useT();
  const { cause } = ask;
  return (
    <header className="flex min-w-0 items-start gap-2.5 border-b border-line bg-accent-soft px-3.5 py-2.5">
      <PictureOf serverId={ask.serverId} name={ask.serverName} size={1.5} />
      <div className="min-w-0 flex-1">
        <h3 id={titleId} className="text-sm break-words"><strong className="font-semibold"><RevealText text={ask.serverName} /></strong> {wants}</h3>
        <p className="text-xs break-words text-muted">
          <RevealText text={cause === null ? t.asks.unasked : cause.isCertain ? t.asks.because[cause.method](cause.name) : t.asks.perhapsBecause(cause.name)} />
        </p>
      </div>
      <InstallMark />
    </header>
  );
}
