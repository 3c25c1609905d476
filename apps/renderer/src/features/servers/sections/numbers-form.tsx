/** A form of numbers, each in its range, that are saved together; nothing is saved while one of them is wrong. */
import { Button } from '@portolan/ui/button';
import { Field } from '@portolan/ui/field';
import { Input } from '@portolan/ui/input';
import { useState } from 'react';

export interface NumberLine<Name extends string> {
  name: Name;
  label: string;
  hint?: string | undefined;
  /** As it stands; undefined shows an empty field. */
  value: number | undefined;
  least: number;
  most: number;
  /** Digits that may stand after the point, or a comma; none unless given. */
  decimals?: number;
  /** What is said when it is no such number. */
  wrong: string;
}

export interface NumbersFormProps<Name extends string, Empty extends null> {
  /** What the numbers are for. */
  text: string;
  lines: readonly NumberLine<Name>[];
  /** What a field left empty stands for; without it none may be. */
  empty?: Empty;
  saveLabel: string;
  onSave: (values: Record<Name, number | Empty>) => Promise<void>;
}

export function NumbersForm<Name extends string, Empty extends null = never>({ text, lines, empty, saveLabel, onSave }: NumbersFormProps<Name, Empty>) {
  const [typed, setTyped] = useState<Partial<Record<Name, string>>>({});
  const [isTried, setIsTried] = useState(false);
  const textOf = ({ name, value }: NumberLine<Name>): string => typed[name] ?? (value === undefined ? '' : String(value));
  const valueOf = (line: NumberLine<Name>) => (textOf(line).trim() === '' ? empty : numberIn(textOf(line).trim(), line));
  const save = async () => {
    setIsTried(true);
    const values = lines.flatMap((line) => {
      const value = valueOf(line);
      return value === undefined ? [] : [[line.name, value] as const];
    });
    if (values.length === lines.length) await onSave(Object.fromEntries(values) as Record<Name, number | Empty>);
  };
  return (
    <form
      className="mt-3 flex min-w-0 flex-col gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <p className="text-sm text-muted">{text}</p>
      {lines.map((line) => (
        <Field key={line.name} label={line.label} description={line.hint} error={isTried && valueOf(line) === undefined ? line.wrong : undefined}>
          <Input className="max-w-40" inputMode={line.decimals === undefined ? 'numeric' : 'decimal'} autoComplete="off" value={textOf(line)} onValueChange={(value) => setTyped({ ...typed, [line.name]: value })} />
        </Field>
      ))}
      <Button type="submit" className="self-start">{saveLabel}</Button>
    </form>
  );
}

function numberIn(text: string, { least, most, decimals = 0 }: NumberLine<string>): number | undefined {
  const [, whole = '', , rest = ''] = /^(\d{1,12})([.,](\d{1,12}))?$/.exec(text) ?? [];
  if (whole === '' || rest.length > decimals) return undefined;
  const value = Number(`${whole}.${rest}`);
  return value >= least && value <= most ? value : undefined;
}
