/** The arguments of a prompt as fields with the server's own suggestions. */
import type { PromptView, ServerView } from '@portolan/contract/servers';
import { useMemo } from 'react';
import { useT } from './i18n.tsx';
import { SuggestField } from './suggest-field.tsx';
import { useKeptValues } from './use-kept-values.ts';

export interface PromptArgumentsState {
  values: Readonly<Record<string, string>>;
  set: (name: string, value: string) => void;
  /** What was filled in; an empty field is an argument left out. */
  filled: Record<string, string>;
  /** Names of required arguments without a value. */
  missing: string[];
}

export function usePromptArguments(server: ServerView, prompt: PromptView): PromptArgumentsState {
  const [values, set] = useKeptValues(`prompt ${server.id} ${prompt.name}`);
  return useMemo(
    () => ({
      values,
      set,
      filled: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
      missing: prompt.arguments.filter((each) => each.required && (values[each.name] ?? '') === '').map((each) => each.name),
    }),
    [values, set, prompt],
  );
}

export function PromptArguments({ server, prompt, args, showErrors }: { server: ServerView; prompt: PromptView; args: PromptArgumentsState; showErrors: boolean }) {
  const t = useT();
  if (prompt.arguments.length === 0) return <p className="text-sm text-muted">{t.prompts.noArguments}</p>;
  return prompt.arguments.map((argument) => (
    <SuggestField
      key={argument.name}
      label={argument.title ?? argument.name}
      {...(argument.description === undefined ? {} : { description: argument.description })}
      required={argument.required ?? false}
      error={showErrors && args.missing.includes(argument.name) ? t.shell.fieldRequired : undefined}
      value={args.values[argument.name] ?? ''}
      onChange={(value) => args.set(argument.name, value)}
      serverId={server.id}
      target={{ type: 'ref/prompt', name: prompt.name }}
      argument={argument.name}
      context={args.filled}
      canSuggest={server.capabilities.includes('completions')}
    />
  ));
}
