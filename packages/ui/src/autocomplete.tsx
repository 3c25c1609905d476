import { Autocomplete as Base } from '@base-ui/react/autocomplete';
import { useState, type ReactNode, type Ref } from 'react';
import { classNames } from './class-names.ts';
import { RevealText } from './reveal-text.tsx';
import { Spinner } from './spinner.tsx';

export interface AutocompleteProps {
  value: string;
  onValueChange: (value: string) => void;
  /** Suggestions in the order to show them; already the answer to `value` unless `filter`. */
  suggestions: readonly string[];
  /** Filters the suggestions here instead of showing them as given. */
  filter?: boolean | undefined;
  loading?: boolean | undefined;
  placeholder?: string | undefined;
  mono?: boolean | undefined;
  disabled?: boolean | undefined;
  id?: string | undefined;
  name?: string | undefined;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

/** Characters of one suggestion that are drawn; what is taken is all of it. */
const longestShown = 200;

/** Free text with suggestions, which may come from anybody; what is typed always stays possible. */
export function Autocomplete({
  value,
  onValueChange,
  suggestions,
  filter = false,
  loading = false,
  placeholder,
  mono,
  className,
  'aria-label': ariaLabel,
  ref,
  ...rest
}: AutocompleteProps): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  return (
    // An open list without anything in it would still hide the rest of the page from screen readers.
    <Base.Root {...rest} open={isOpen && suggestions.length > 0} onOpenChange={setIsOpen} items={suggestions} mode={filter ? 'list' : 'none'} value={value} onValueChange={(next) => onValueChange(next)} openOnInputClick>
      <div className="ui-input-group">
        <Base.Input
          ref={ref}
          placeholder={placeholder}
          aria-label={ariaLabel}
          spellCheck={false}
          // What arrives after the person has gone on opens no list over what they do now.
          onBlur={() => setIsOpen(false)}
          className={classNames('ui-input', className)}
          data-size="md"
          data-mono={mono ? '' : undefined}
        />
        {loading ? (
          <span className="ui-input-end">
            <Spinner />
          </span>
        ) : null}
      </div>
      <Base.Portal>
        <Base.Positioner className="ui-positioner" sideOffset={4}>
          <Base.Popup className="ui-menu">
            <Base.List>
              {(item: string) => (
                <Base.Item key={item} value={item} className="ui-option">
                  <span className="ui-option-text"><RevealText text={item} hideCount limit={longestShown} /></span>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
