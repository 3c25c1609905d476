import { createContext, use, type ReactNode } from 'react';
import type { FormLabels } from './describe.ts';
import type { FieldPlace } from './field-props.ts';
import type { FormState } from './form-state.ts';
import type { Path, Schema } from './json.ts';

/** What every field of one form shares. */
export interface FormTools {
  root: Schema;
  state: FormState;
  labels: FormLabels;
  isDisabled: boolean;
  update: (change: (state: FormState) => FormState) => void;
  /** The words for what is wrong at exactly this place, once it is time to show them. */
  errorAt: (path: Path) => string | undefined;
  /** Draws the field of a place; fields that hold others draw them by this. */
  renderField: (place: FieldPlace) => ReactNode;
  /** Marks a place as visited: its errors may be shown from now on. */
  touch: (path: Path) => void;
}

const FormContext = createContext<FormTools | null>(null);

export const FormToolsProvider = FormContext.Provider;

export function useForm(): FormTools {
  const tools = use(FormContext);
  if (!tools) throw new Error('This belongs inside <SchemaForm>');
  return tools;
}
