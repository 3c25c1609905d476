import { useId, type ReactNode } from 'react';

/** What a control inside a {@link ChoiceLabel} must carry to be named by the words and described by the note. */
export interface ChoiceNames {
  'aria-labelledby': string;
  'aria-describedby': string | undefined;
}

/**
 * Words beside a box, a switch or a radio button; pressing them presses it. The control is named by its own words
 * even inside a field, which names the group.
 */
export function ChoiceLabel({ label, description, children }: { label: ReactNode; description: ReactNode; children: (names: ChoiceNames) => ReactNode }): ReactNode {
  const id = useId();
  const hasDescription = description !== undefined && description !== null && description !== '';
  const control = children({ 'aria-labelledby': `${id}-label`, 'aria-describedby': hasDescription ? `${id}-note` : undefined });
  return (
    <label className="ui-choice">
      {control}
      <span className="ui-choice-text">
        <span id={`${id}-label`}>{label}</span>
        {hasDescription ? (
          <span id={`${id}-note`} className="ui-description">
            {description}
          </span>
        ) : null}
      </span>
    </label>
  );
}
