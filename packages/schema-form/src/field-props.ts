import type { ReactNode } from 'react';
import type { Path, Schema } from './json.ts';
import type { FieldPlan } from './plan.ts';

/** One place of the schema to be shown. */
export interface FieldPlace {
  schema: Schema;
  path: Path;
  name: string;
  isRequired: boolean;
  depth: number;
  /** Used in lists, where the place is the name. */
  label?: string | undefined;
}

/** What every kind of field is given. */
export interface FieldProps {
  plan: FieldPlan;
  path: Path;
  depth: number;
  isRequired: boolean;
  label: ReactNode;
  note: ReactNode;
  description: ReactNode;
  error: string | undefined;
  actions: ReactNode;
}

/** The parts of a field that its frame shows. */
export function frame({ label, note, description, error, isRequired, actions }: FieldProps): {
  label: ReactNode;
  note: ReactNode;
  description: ReactNode;
  error: ReactNode;
  required: boolean;
  actions: ReactNode;
} {
  return { label, note, description, error, required: isRequired, actions };
}
