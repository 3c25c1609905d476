/** Names of the person's variables whose values pass. */
import { Autocomplete } from '@portolan/ui/autocomplete';
import { Badge } from '@portolan/ui/badge';
import { Button } from '@portolan/ui/button';
import { FieldGroup } from '@portolan/ui/field';
import { IconButton } from '@portolan/ui/icon-button';
import { XIcon } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../../../lib/i18n.tsx';

export interface VariableNamesProps {
  names: readonly string[];
  /** Names that are set here. */
  known: readonly string[];
  onChange: (names: readonly string[]) => void;
}

export function VariableNames({ names, known, onChange }: VariableNamesProps) {
  const c = useT().containment;
  const [next, setNext] = useState('');
  const name = next.trim();
  const canAdd = /^[A-Za-z_][A-Za-z0-9_]{0,127}$/.test(name) && !names.includes(name);
  return (
    <FieldGroup label={c.environment} description={c.environmentHint}>
      <div className="flex min-w-0 flex-col gap-1.5">
        {names.length === 0 ? (
          <p className="text-sm text-muted">{c.noEnvironment}</p>
        ) : (
          <ul className="flex min-w-0 flex-wrap gap-1">
            {names.map((each) => (
              <li key={each} className="flex min-w-0 items-center">
                <Badge mono>{each}</Badge>
                <IconButton size="sm" label={c.removeVariable(each)} icon={<XIcon />} onClick={() => onChange(names.filter((other) => other !== each))} />
              </li>
            ))}
          </ul>
        )}
        <div className="flex min-w-0 items-center gap-1.5">
          <div className="min-w-0 flex-1">
            <Autocomplete mono aria-label={c.variable} filter value={next} suggestions={known.filter((each) => !names.includes(each))} onValueChange={setNext} />
          </div>
          <Button
            disabled={!canAdd}
            onClick={() => {
              onChange([...names, name]);
              setNext('');
            }}
          >
            {c.addVariable}
          </Button>
        </div>
      </div>
    </FieldGroup>
  );
}
