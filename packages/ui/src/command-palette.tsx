import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog } from '@base-ui/react/dialog';
import { SearchIcon } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import { matchScore, rank, type Matchable } from './command-match.ts';
import { KeyRow } from './kbd.tsx';

export interface CommandItem extends Matchable {
  id: string;
  icon?: ReactNode;
  /** A quiet word at the end, for example the server's name. */
  hint?: ReactNode;
  shortcut?: readonly string[] | undefined;
  tone?: 'default' | 'danger' | undefined;
  onRun: () => void;
}

/** A type alias, not an interface: the list below wants something with an implicit index signature. */
export type CommandGroup = {
  id: string;
  label: string;
  items: readonly CommandItem[];
};

export interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name of the dialog. */
  label: string;
  placeholder: string;
  groups: readonly CommandGroup[];
  /** Shown when nothing matches the query. */
  emptyText: (query: string) => ReactNode;
  /** Told of every change, for groups that are searched elsewhere. */
  onQueryChange?: ((query: string) => void) | undefined;
  footer?: ReactNode;
}

/** Everything the program can do, found by typing. Enter runs the highlighted entry. */
export function CommandPalette({ open, onOpenChange, label, placeholder, groups, emptyText, onQueryChange, footer }: CommandPaletteProps): ReactNode {
  return (
    <Dialog.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="ui-scrim" />
        <Dialog.Viewport className="ui-dialog-viewport" data-place="top">
          <Dialog.Popup className="ui-dialog ui-palette" aria-label={label}>
            <PaletteBody {...{ label, placeholder, groups, emptyText, onQueryChange, footer }} onClose={() => onOpenChange(false)} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type PaletteBodyProps = Omit<CommandPaletteProps, 'open' | 'onOpenChange'> & { onClose: () => void };

/** Mounted with the popup, so that every opening starts with an empty query. */
function PaletteBody({ label, placeholder, groups, emptyText, onQueryChange, footer, onClose }: PaletteBodyProps): ReactNode {
  const [query, setQuery] = useState('');
  const shown = useMemo(() => filterGroups(query, groups), [query, groups]);
  return (
    <Autocomplete.Root
      inline
      open
      items={shown}
      filteredItems={shown}
      value={query}
      onValueChange={(next, details) => {
        // Choosing an entry must not write its name into the search field.
        if (details.reason === 'item-press') return;
        setQuery(next);
        onQueryChange?.(next);
      }}
      itemToStringValue={(item: CommandItem) => item.label}
      autoHighlight="always"
      keepHighlight
    >
      <div className="ui-palette-search">
        <SearchIcon aria-hidden="true" />
        <Autocomplete.Input aria-label={label} placeholder={placeholder} spellCheck={false} />
      </div>
      <Autocomplete.Empty className="ui-palette-empty">{shown.length === 0 ? emptyText(query) : null}</Autocomplete.Empty>
      <Autocomplete.List className="ui-palette-list">
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.id} items={group.items}>
            <Autocomplete.GroupLabel className="ui-group-label">{group.label}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: CommandItem) => (
                <Autocomplete.Item
                  key={item.id}
                  value={item}
                  className="ui-option"
                  data-tone={item.tone ?? 'default'}
                  onClick={() => {
                    onClose();
                    item.onRun();
                  }}
                >
                  {item.icon ? <span className="ui-option-icon">{item.icon}</span> : null}
                  <span className="ui-option-text">{item.label}</span>
                  {item.hint || item.shortcut ? (
                    <span className="ui-option-end">
                      {item.hint}
                      {item.shortcut ? <KeyRow keys={item.shortcut} /> : null}
                    </span>
                  ) : null}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
      {footer ? <div className="ui-palette-foot">{footer}</div> : null}
    </Autocomplete.Root>
  );
}

function filterGroups(query: string, groups: readonly CommandGroup[]): CommandGroup[] {
  const kept = groups
    .map((group) => ({ ...group, items: rank(query, group.items) }))
    .filter((group) => group.items.length > 0);
  if (query.trim() === '') return kept;
  const best = (group: CommandGroup): number => matchScore(query, group.items[0] ?? { label: '' });
  return kept.map((group, index) => ({ group, index })).toSorted((a, b) => best(b.group) - best(a.group) || a.index - b.index).map(({ group }) => group);
}
