/** The code of a script: coloured, whole, with everything that can't be seen marked. */
import type { JsonObject } from '@portolan/contract/json';
import { SafeMarkdown } from '../../lib/safe-markdown.tsx';

export function ScriptCode({ code, cacheKey }: { code: string; cacheKey?: string }) {
  return (
    // Lines are never longer than what is seen: nothing is to stand out of view to the right.
    <div className="min-w-0 [&_.md-pre]:[overflow-wrap:anywhere] [&_.md-pre]:whitespace-pre-wrap [&_.md-pre>code]:w-auto">
      <SafeMarkdown text={fencedCode(code)} streaming={false} {...(cacheKey === undefined ? {} : { cacheKey })} />
    </div>
  );
}

/** In a fence that nothing in it closes. */
export function fencedCode(code: string): string {
  const longest = (code.match(/`+/g) ?? []).reduce((most, each) => Math.max(most, each.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}js\n${code}\n${fence}`;
}

export function codeOf({ code }: JsonObject): string {
  return typeof code === 'string' ? code : '';
}
