/** What is wrong with a prompt template, place by place: in its editor and where it is used (C11). */
import { lineAndColumn } from '@portolan/contract/template-text';
import type { TemplateProblem } from '@portolan/contract/templates';
import { templateProblemText } from '@portolan/i18n/template-problem';
import { Button } from '@portolan/ui/button';
import { RevealText } from '@portolan/ui/reveal-text';
import { useT } from './i18n.tsx';

export interface TemplateProblemsProps {
  text: string;
  problems: readonly TemplateProblem[];
  /** Leads to the place; absent where the text is not at hand. */
  onGo?: (problem: TemplateProblem) => void;
  onReplace?: (problem: TemplateProblem, name: string) => void;
}

/** More are not read one by one. */
const shown = 30;

export function TemplateProblems({ text, problems, onGo, onReplace }: TemplateProblemsProps) {
  const t = useT();
  const p = t.templates.problems;
  return (
    <ul className="flex min-w-0 flex-col gap-1.5">
      {problems.slice(0, shown).map((problem) => {
        const { line, column } = lineAndColumn(text, problem.start);
        return (
          <li key={`${problem.kind} ${problem.start}`} className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
            {onGo === undefined ? <span className="text-subtle">{p.at(line, column)}</span> : <Button size="sm" variant="ghost" aria-label={`${p.go(line)}: ${p.at(line, column)}`} onClick={() => onGo(problem)}>{p.at(line, column)}</Button>}
            <span className="min-w-0 flex-1 basis-52 break-words"><RevealText text={templateProblemText(problem, t)} /></span>
            {problem.nearest === undefined || onReplace === undefined ? null : <Replace name={problem.nearest} onReplace={(name) => onReplace(problem, name)} />}
          </li>
        );
      })}
    </ul>
  );
}

function Replace({ name, onReplace }: { name: string; onReplace: (name: string) => void }) {
  const p = useT().templates.problems;
  return <Button size="sm" onClick={() => onReplace(name)}><RevealText text={p.replace(name)} hideCount /></Button>;
}
