/** Problems in words: what happened, and what to do next. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { Button } from '@portolan/ui/button';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import { RevealText } from '@portolan/ui/reveal-text';
import { useCallback } from 'react';
import type { ReactNode } from 'react';
import type { Catalogue } from '@portolan/i18n/catalogue-type';
import { wholeCatalogues } from '@portolan/i18n/load-texts';
import { useLocale, useT } from './i18n.tsx';

export interface ProblemWords {
  /** What happened, to which server. */
  title: string;
  /** What to do next. */
  next: string;
}

export function useProblemText(): (problem: Problem) => ProblemWords {
  const t = useT();
  return useCallback((problem) => wordsOf(problem, t), [t]);
}

/** For what goes wrong before, or without, a page that says it: its words are loaded when they are needed. */
export function useLateProblemText(): (problem: Problem) => Promise<ProblemWords> {
  const locale = useLocale();
  return useCallback(async (problem) => wordsOf(problem, await wholeCatalogues.load(locale)), [locale]);
}

function wordsOf({ code, details }: Problem, t: Catalogue): ProblemWords {
  const words = t.errors.codes[code];
  return { title: words.what(details), next: words.next(details) };
}

/** Any error that a host call threw, as a problem. */
export function problemOf(error: unknown): Problem {
  return error instanceof HostError ? error.problem : new HostError('internal').problem;
}

export interface ProblemCalloutProps {
  problem: Problem;
  actions?: ReactNode;
  /** What "Try again" does; left out where trying again makes no sense. */
  onRetry?: (() => void) | undefined;
  tone?: 'danger' | 'warn';
  /** Off for a problem that stood there before it was looked at: it is then not read aloud at once. */
  alert?: boolean;
}

/** A problem in place, with its technical text folded below it. Names in it may come from a server. */
export function ProblemCallout({ problem, actions, onRetry, tone = 'danger', alert = true }: ProblemCalloutProps) {
  const t = useT();
  const words = useProblemText()(problem);
  const retry = onRetry ? <Button size="sm" onClick={onRetry}>{t.app.actions.retry}</Button> : null;
  return (
    <Callout tone={tone} title={<RevealText text={words.title} />} actions={retry && actions ? <>{retry}{actions}</> : (retry ?? actions)} alert={alert}>
      <RevealText text={words.next} />
      {problem.log ? (
        // The last words of a program that ended usually say why, and so does what came instead of MCP.
        <Collapsible label={t.app.technical} defaultOpen={problem.code === 'server-exited' || problem.code === 'server-not-mcp'} className="mt-2 min-w-0">
          <CodeText block text={problem.log} label={t.app.technical} className="max-h-64 overflow-auto" />
        </Collapsible>
      ) : null}
    </Callout>
  );
}
