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
  /** Used in lists, where the place is the name: such a field says neither "required" nor "optional". */
  label?: string | undefined;
  /** Draws the control without a visible frame: the one around it says it all. */
  isBare?: boolean | undefined;
}

/** What every kind of field is given. */
export interface FieldProps {
  plan: FieldPlan;
  path: Path;
  depth: number;
  isRequired: boolean;
  /** Whether to say that it is required or optional. */
  isMarked: boolean;
  isBare: boolean;
  label: ReactNode;
  note: ReactNode;
  description: ReactNode;
  error: string | undefined;
  actions: ReactNode;
}

/** The parts of a field that its frame shows. */
export function frame({ label, note, description, error, isRequired, isMarked, isBare, actions }: FieldProps): {
  label: ReactNode;
  note: ReactNode;
  description: ReactNode;
  error: ReactNode;
  required: boolean | undefined;
  hideLabel: boolean;
  actions: ReactNode;
} {
  return { label, note, description: isBare ? undefined : description, error, required: isMarked ? isRequired : undefined, hideLabel: isBare, actions };
}
