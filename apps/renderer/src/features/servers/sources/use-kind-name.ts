/** What a kind of package is called: in words where there are plain ones, else as its publisher writes it. */
import { useT } from '../../../lib/i18n.tsx';

export function useKindName(): (kind: string) => string {
  const { kinds } = useT().sources.registry;
  const known: Readonly<Record<string, string>> = kinds;
  return (kind) => (Object.hasOwn(known, kind) ? (known[kind] ?? kind) : kind);
}
