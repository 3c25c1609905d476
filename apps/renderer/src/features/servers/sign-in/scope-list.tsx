/** What a sign-in allows, each in words where there are some and always by its own name. */
import { Badge } from '@portolan/ui/badge';
import { CodeText } from '@portolan/ui/code-text';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from '../../../lib/i18n.tsx';
import { scopeWords } from './scope-words.ts';

export function ScopeList({ scopes, newScopes = [] }: { scopes: readonly string[]; newScopes?: readonly string[] }) {
  const t = useT();
  return (
    <ul className="flex min-w-0 flex-col gap-1">
      {scopes.map((scope) => {
        const words = scopeWords(scope, t.signIn.scopes);
        return (
          <li key={scope} className="min-w-0 wrap-anywhere">
            {words === null ? null : <><RevealText text={words} hideCount /> </>}
            <CodeText text={scope} className="text-xs text-muted" /> {newScopes.includes(scope) ? <Badge tone="accent">{t.signIn.ask.isNew}</Badge> : null}
          </li>
        );
      })}
    </ul>
  );
}
