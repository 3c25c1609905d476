import { RevealText } from '@portolan/ui/reveal-text';
import type { ReactNode } from 'react';
import type { FormLabels } from './describe.ts';
import { isEqual, type Json } from './json.ts';
import { showValue, type FieldPlan } from './plan.ts';

/** The name a person reads: the title, else the property's name. All of it comes from a server. */
export function fieldLabel(plan: FieldPlan, name: string): ReactNode {
  return <RevealText text={plan.title ?? name} limit={200} />;
}

/** The property's real name, when the title says something else. */
export function fieldNote(plan: FieldPlan, name: string): ReactNode {
  if (plan.title === undefined || plan.title === name || name === '' || /^\d+$/.test(name)) return undefined;
  return (
    <code>
      <RevealText text={name} limit={100} hideCount />
    </code>
  );
}

/** What the server says about the field, with its default and an example. */
export function fieldDescription(plan: FieldPlan, labels: FormLabels): ReactNode {
  const parts: string[] = [];
  if (plan.description !== undefined) parts.push(plan.description);
  if (isWorthShowing(plan.default)) parts.push(labels.default(shownDefault(plan, plan.default, labels)));
  else if (isWorthShowing(plan.example)) parts.push(labels.example(typeof plan.example === 'boolean' ? (plan.example ? labels.yes : labels.no) : showValue(plan.example)));
  return parts.length === 0 ? undefined : <RevealText text={parts.join(' · ')} multiline limit={2_000} />;
}

/** As the list beside it names it. */
function shownDefault(plan: FieldPlan, value: Json, labels: FormLabels): string {
  if (typeof value === 'boolean') return value ? labels.yes : labels.no;
  const option = plan.kind === 'choice' ? plan.options.find((each) => isEqual(each.value, value)) : undefined;
  return option?.label ?? showValue(value);
}

function isWorthShowing(value: Json | undefined): value is Json {
  return value !== undefined && value !== '' && !(typeof value === 'object' && value !== null);
}
