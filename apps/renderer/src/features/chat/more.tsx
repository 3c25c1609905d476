/** Below a list of choices: how many there are beyond those that are shown. */
import { useT } from '../../lib/i18n.tsx';

export function More({ count }: { count: number }) {
  const t = useT();
  return count > 0 ? <p className="border-t border-line px-3 py-1.5 text-xs text-subtle">{t.composer.more(count)}</p> : null;
}
