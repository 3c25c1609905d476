/** Problems in words: what happened, and what to do next. */
import { HostError } from '@portolan/contract/errors';
import type { Problem } from '@portolan/contract/errors';
import { Callout } from '@portolan/ui/callout';
import { CodeText } from '@portolan/ui/code-text';
import { Collapsible } from '@portolan/ui/collapsible';
import type { ReactNode } from 'react';
import { useT } from './i18n.tsx';

export interface ProblemWords {
  /** What happened, to which server. */
  title: string;
  /** What to do next. */
  next: string;
}

export function useProblemText(): (problem: Problem) => ProblemWords {
  const t = useT();
  return (problem) => {
    const words = t.errors.codes[problem.code];
    return { title: words.what(problem.details), next: words.next(problem.details) };
  };
}

/** Any error that a host call threw, as a problem. */
export function problemOf(error: unknown): Problem {
  return error instanceof HostError ? error.problem : new HostError('internal').problem;
}

/** A problem in place, with its technical text folded below it. */
export function ProblemCallout({ problem, actions, tone = 'danger' }: { problem: Problem; actions?: ReactNode; tone?: 'danger' | 'warn' }) {
  const t = useT();
  const words = useProblemText()(problem);
  return (
    <Callout tone={tone} title={words.title} actions={actions} alert>
      {words.next}
      {problem.log ? (
        <Collapsible label={t.app.technical} className="mt-2">
          <CodeText text={problem.log} />
        </Collapsible>
      ) : null}
    </Callout>
  );
}
