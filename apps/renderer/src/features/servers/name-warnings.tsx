/** What is odd about the name of a server, wherever it is decided about: a double, letters of another alphabet, signs of trust (T:C04, T:J06, T:J09). */
import { claimsTrust, lookAlikeOf, oddLetters } from '@portolan/contract/names';
import { Callout } from '@portolan/ui/callout';
import { codePointName, maxName } from '@portolan/ui/hidden-characters';
import { RevealText } from '@portolan/ui/reveal-text';
import { useServers } from '../../host/queries.ts';
import { useT } from '../../lib/i18n.tsx';

export interface NameWarningsProps {
  name: string;
  /** Another one that it can be taken for, where the host has found it: in the same text, which is nowhere else yet. */
  looksLike?: string | undefined;
}

export function NameWarnings({ name, looksLike }: NameWarningsProps) {
  const p = useT().pins;
  const servers = useServers().data ?? [];
  const shown = shorten(name);
  // A server is not its own double, whether it is there already or about to be added.
  const double = looksLike ?? lookAlikeOf(name, servers.map((server) => server.name));
  const letters = oddLetters(name);
  const lines = [
    ...(double === null ? [] : [p.confusable(shown, shorten(double))]),
    ...(letters.length === 0 ? [] : [p.oddLetters(shown, letters.slice(0, 8).map((letter) => `${letter} (${codePointName(letter)})`).join(', '))]),
    ...(claimsTrust(name) ? [p.claimsTrust(shown)] : []),
  ];
  return lines.map((line) => <Callout key={line} tone="warn"><RevealText text={line} /></Callout>);
}

function shorten(name: string): string {
  const letters = Array.from(name);
  return letters.length > maxName ? `${letters.slice(0, maxName).join('')}…` : name;
}
